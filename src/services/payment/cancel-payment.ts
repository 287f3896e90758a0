import {
  CreatePaymentResponse,
  PaymentServiceService,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import type { Tenant } from "../../domain/access/principal.ts";
import { cancel, type Payment } from "../../domain/payment/payment.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { idempotencyCaller } from "../../rpc/tenant.ts";
import type { StoredAnswer } from "../../store/idempotency.ts";
import type { PaymentWriter } from "../../store/payment/writer.ts";
import type { Transaction } from "../../store/store.ts";
import { assetTypeFactsOf, assetTypeOf } from "../asset/asset-types.ts";
import { requireVersion } from "../contract/precondition.ts";
import { requireFound } from "../contract/require-found.ts";
import { timestamp } from "../contract/timestamp.ts";
import { paymentToProto } from "./convert.ts";

type Service = Handlers<typeof PaymentServiceService>;

/** Cancels a pending payment. Cancelling a cancelled payment changes nothing. */
export const cancelPayment: Service["cancelPayment"] = async ({ request, tenant, transact }) =>
  transact(async (tx) => {
    const payment = await lockOwnPayment(tx.payments, tenant, request.paymentId);
    requireVersion(payment, request.ifMatch);
    const cancelled = cancel(payment, await tx.clock.now());
    if (cancelled !== payment) await tx.payments.save(cancelled);
    return { payment: paymentToProto(cancelled, await assetTypeOf(tx.assetTypes, payment.assetTypeId)) };
  });

/**
 * Cancels the payment of an idempotency key, created or not. This handler takes the key in the same way as CreatePayment, so one of the two
 * always comes first. A payment that exists is cancelled together with its key. A cancelled key lets no payment be created.
 */
export const cancelPaymentByKey: Service["cancelPaymentByKey"] = async ({
  request,
  principal,
  tenant,
  transact,
}) =>
  transact(async (tx) => {
    const { idempotencyKey } = request;
    const operation = PaymentServiceService.createPayment.path;
    const scope = { caller: idempotencyCaller(principal), operation, key: idempotencyKey };
    const payment = await cancelCreated(tx, tenant, await tx.idempotency.take(scope));
    const cancelTime = timestamp(await tx.idempotency.cancel(scope));
    if (!payment) return { cancellation: { idempotencyKey, payment: undefined, cancelTime } };
    const typeOf = await assetTypeFactsOf(tx.assetTypes, [payment]);
    return {
      cancellation: {
        idempotencyKey,
        payment: paymentToProto(payment, typeOf(payment)),
        cancelTime,
      },
    };
  });

/** @returns the created payment, now cancelled; undefined when none was created @throws Refused when the payment is completed or failed */
async function cancelCreated(
  tx: Transaction,
  tenant: Tenant,
  answer: StoredAnswer | undefined,
): Promise<Payment | undefined> {
  const paymentId = answer && CreatePaymentResponse.decode(answer.response).payment?.paymentId;
  if (!paymentId) return undefined;
  const payment = await lockOwnPayment(tx.payments, tenant, paymentId);
  const cancelled = cancel(payment, await tx.clock.now());
  if (cancelled !== payment) await tx.payments.save(cancelled);
  return cancelled;
}

/** Locks and returns the tenant's payment. @throws Failure NOT_FOUND, the same for an unknown payment and for another tenant's payment */
async function lockOwnPayment(payments: PaymentWriter, tenant: Tenant, paymentId: string): Promise<Payment> {
  // The lookup within the tenant comes first, so that no caller can lock another tenant's payment.
  const visible = await payments.get(tenant, paymentId);
  return requireFound(visible && (await payments.lock(paymentId)));
}
