import { expire } from "../domain/payment/payment.ts";
import { assetTypesOf } from "../services/asset-types.ts";
import { paymentEvent } from "../services/payment/events.ts";
import type { Store } from "../store/store.ts";
import { workerItems } from "../telemetry.ts";

const batchSize = 100;

/** Ends pending payments whose time is over, each with its event in the same transaction. Business time decides. */
export function expirePayments(store: Store): () => Promise<boolean> {
  return async () => {
    const count = await store.transact(async (tx) => {
      const due = await tx.payments.lockExpired(batchSize);
      if (due.length === 0) return 0;
      const now = await tx.clock.now();
      const expired = due.map((payment) => expire(payment, now));
      for (const payment of expired) await tx.payments.save(payment);
      const typeOf = await assetTypesOf(
        tx.assetTypes,
        expired.map(({ assetTypeId }) => assetTypeId),
      );
      await tx.outbox.append(
        expired.map((payment) => paymentEvent("payment.failed", payment, typeOf(payment.assetTypeId))),
      );
      return expired.length;
    });
    workerItems.inc({ loop: "expire-payments", outcome: "expired" }, count);
    return count === batchSize;
  };
}
