import { PaymentServiceService } from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { RefundServiceService } from "../../../gen/ts/pda/payment/v1/refund_service.ts";
import { SettlementServiceService } from "../../../gen/ts/pda/payment/v1/settlement_service.ts";
import { TransactionServiceService } from "../../../gen/ts/pda/payment/v1/transaction_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { cancelPayment, cancelPaymentByKey } from "./cancel-payment.ts";
import { checkRefundEligibility } from "./check-refund-eligibility.ts";
import { createPayment } from "./create-payment.ts";
import { createRefund } from "./create-refund.ts";
import { generatePaymentReference } from "./generate-payment-reference.ts";

import { getPayment } from "./get-payment.ts";
import { getPaymentPage } from "./get-payment-page.ts";
import { listPayments } from "./list-payments.ts";
import { getRefund, listRefunds } from "./read-refunds.ts";
import {
  getBlockchainReference,
  getConfirmations,
  getSettlement,
  listSettlementItems,
  listSettlements,
} from "./read-settlements.ts";
import { getTransaction, listTransactions } from "./read-transactions.ts";
import type { RefundOptions } from "./refund-decisions.ts";
import type { PaymentRules } from "./rules.ts";
import type { DeviceTaps } from "./tap/device.ts";
import { Presentations } from "./tap/presentations.ts";

/** The dependencies of payments. Refunds may use settled money unless `refundsFromSettled` is false. */
export type PaymentDeps = Pick<ServiceDeps, "publicUrl"> &
  PaymentRules &
  Partial<RefundOptions> & {
    /** Verifies devices at terminals. Without it, only holders can present their wallets. */
    readonly devices?: DeviceTaps;
  };

/** Serves the Payment API, the Refund API and transactions. */
export function paymentServices({ refundsFromSettled = true, ...deps }: PaymentDeps): ServedMethod[] {
  const refunds = { refundsFromSettled };
  return [
    ...implement(PaymentServiceService, {
      createPayment: createPayment(deps, new Presentations(deps)),
      getPayment,
      getPaymentPage,
      listPayments,
      cancelPayment,
      cancelPaymentByKey,
      generatePaymentReference: generatePaymentReference(deps),
    }),
    ...implement(RefundServiceService, {
      createRefund: createRefund(refunds),
      checkRefundEligibility: checkRefundEligibility(refunds),
      getRefund,
      listRefunds,
    }),
    ...implement(TransactionServiceService, { getTransaction, listTransactions }),
  ];
}

export function settlementService(): ServedMethod[] {
  return implement(SettlementServiceService, {
    getSettlement,
    listSettlements,
    listSettlementItems,
    getBlockchainReference,
    getConfirmations,
  });
}
