import { assetTypesOf } from "../services/asset/asset-types.ts";
import { paymentEvent } from "../services/payment/events.ts";
import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "expire-payments", outcome: "expired", size: 100 };

/** Records expired payments, each with its event in the same transaction. Business time decides. */
export function expirePayments(store: Store): () => Promise<boolean> {
  return batchRound(store, batch, async (tx, size) => {
    const expired = await tx.payments.lockExpired(size);
    if (expired.length === 0) return 0;
    await tx.payments.saveMany(expired);
    const typeOf = await assetTypesOf(tx.assetTypes, expired);
    await tx.outbox.append(
      expired.map((payment) => paymentEvent("payment.failed", payment, typeOf(payment))),
    );
    return expired.length;
  });
}
