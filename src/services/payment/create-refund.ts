import type {
  CreateRefundRequest,
  CreateRefundResponse,
} from "../../../gen/ts/pda/payment/v1/refund_service.ts";
import type { AssetType } from "../../domain/asset/asset-type.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { payerOf } from "../../domain/refund/sources.ts";
import { Failure } from "../../rpc/failure.ts";
import { type SetCall, writesInSets } from "../../rpc/handler.ts";
import { proceed, settle, values } from "../../rpc/outcome.ts";
import type { Transaction } from "../../store/store.ts";
import { amountOf, assetTypesOf } from "../asset/asset-types.ts";
import { refundToProto } from "./convert.ts";
import { refundCompleted } from "./events.ts";
import { RefundDecisions, type RefundOptions, unknownTransaction } from "./refund-decisions.ts";

/** The stored resources that the requests name. */
interface Found {
  /** Payments by the call that names their transaction, found within that call's tenant. */
  readonly payments: ReadonlyMap<SetCall<CreateRefundRequest>, Payment>;
  readonly typeOf: (payment: Payment) => AssetType;
}

/**
 * Refunds completed payments: first from money that the merchant has not been paid out yet, then from money that was or will be paid out. A
 * refund locks the merchant's accounts. Refunds that wait together lock them once.
 */
export const createRefund = ({ refundsFromSettled }: RefundOptions) =>
  writesInSets<CreateRefundRequest, CreateRefundResponse, Found>({
    lookUp: find,
    run: async (calls, tx, { payments, typeOf }) => {
      const asked = calls.map((call) =>
        settle(() => {
          const payment = payments.get(call);
          if (!payment) throw unknownTransaction();
          const assetType = typeOf(payment);
          requireAskedType(call.request, assetType);
          const amount = amountOf("refund_amount", call.request.refundAmount, assetType);
          return { payment, assetType, amount, request: call.request };
        }),
      );
      const named = values(asked).map(({ payment }) => payment);
      if (named.length === 0) return asked as PromiseRejectedResult[];
      // Transactions everywhere lock payments, then merchants' accounts, then wallets' accounts, so that no two transactions wait for each
      // other.
      const [locked, now, balances] = await Promise.all([
        tx.payments.lockMany(named.map(({ paymentId }) => paymentId)),
        tx.clock.now(),
        tx.ledger.lockManyFunds(named),
        tx.ledger.lockWallets(named.map(payerOf)),
      ]);
      const decisions = new RefundDecisions({ payments: locked, balances, now, refundsFromSettled });
      const decided = asked.map((outcome) =>
        proceed(outcome, (terms) => {
          const refund = decisions.refund(terms);
          return {
            refund,
            message: refundToProto(refund, terms.assetType),
            walletId: terms.payment.walletId,
          };
        }),
      );
      const { made } = decisions;
      tx.ledger.handOver(made.map(({ posting }) => posting));
      tx.refunds.insert(made);
      await tx.payments.saveMany(decisions.changedPayments());
      await tx.outbox.append(values(decided).map(({ refund, ...event }) => refundCompleted(refund, event)));
      return decided.map((outcome) => proceed(outcome, ({ message }) => ({ refund: message })));
    },
  });

/** @throws Failure UNKNOWN_REFERENCE when the request states another asset type than that of the payment */
function requireAskedType({ assetType }: CreateRefundRequest, { code }: AssetType): void {
  if (assetType !== undefined && assetType !== code)
    throw Failure.ofField(
      "asset_type",
      "OTHER_ASSET_TYPE",
      `The payment is in ${code}, not in ${assetType}.`,
    );
}

async function find(calls: readonly SetCall<CreateRefundRequest>[], tx: Transaction): Promise<Found> {
  const payments = await tx.payments.getManyByTransaction(
    calls.map(({ tenant, request }) => ({ tenant, transactionId: request.originalTransaction })),
  );
  const found = payments.flatMap((payment) => payment ?? []);
  return {
    payments: new Map(
      calls.flatMap((call, index) => {
        const payment = payments[index];
        return payment ? [[call, payment] as const] : [];
      }),
    ),
    typeOf: await assetTypesOf(tx.assetTypes, found),
  };
}
