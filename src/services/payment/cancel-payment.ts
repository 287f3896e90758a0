import type {
  CancelPaymentRequest,
  CancelPaymentResponse,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { cancel } from "../../domain/payment/payment.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypeOf } from "../asset-types.ts";
import { requireVersion } from "../precondition.ts";
import { paymentToProto } from "./convert.ts";
import { lockOwnPayment } from "./own-payment.ts";

/** Withdraws a pending payment. A payment that is cancelled already stays as it is. */
export const cancelPayment: Handler<CancelPaymentRequest, CancelPaymentResponse> = async ({
  request,
  tenant,
  transact,
}) =>
  transact(async (tx) => {
    const payment = await lockOwnPayment(tx.payments, tenant, request.paymentId);
    requireVersion(payment, request.ifMatch);
    const cancelled = cancel(payment, await tx.clock.now());
    if (cancelled !== payment) await tx.payments.save(cancelled);
    return { payment: paymentToProto(cancelled, await assetTypeOf(tx.assetTypes, payment.assetTypeId)) };
  });
