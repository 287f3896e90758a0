import {
  type CancelPaymentByKeyRequest,
  type CancelPaymentByKeyResponse,
  CreatePaymentResponse,
  PaymentServiceService,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import type { Tenant } from "../../domain/access/principal.ts";
import { cancel, type Payment } from "../../domain/payment/payment.ts";
import type { Handler } from "../../rpc/handler.ts";
import { idempotencyCaller } from "../../rpc/tenant.ts";
import type { StoredAnswer } from "../../store/idempotency.ts";
import type { Transaction } from "../../store/store.ts";
import { assetTypeFactsOf } from "../asset-types.ts";
import { timestamp } from "../timestamp.ts";
import { paymentToProto } from "./convert.ts";
import { lockOwnPayment } from "./own-payment.ts";

/**
 * Cancels what was, or would be, created under a key. The key is taken as CreatePayment takes it, so that either comes first: a payment
 * that was created is cancelled with its key, and a key that is cancelled lets none be created.
 */
export const cancelPaymentByKey: Handler<CancelPaymentByKeyRequest, CancelPaymentByKeyResponse> = async ({
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
    const typeOf = await assetTypeFactsOf(tx.assetTypes, [payment.assetTypeId]);
    return {
      cancellation: {
        idempotencyKey,
        payment: paymentToProto(payment, typeOf(payment.assetTypeId)),
        cancelTime,
      },
    };
  });

/** @returns the payment that was created, cancelled; undefined when none was. @throws Refused when it is completed or failed */
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
