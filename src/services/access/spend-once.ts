import { Gatherer, type GathererLimits } from "../../rpc/gather.ts";
import { fulfilled } from "../../rpc/outcome.ts";
import type { Nonce } from "../../store/spent-nonces.ts";
import type { Store } from "../../store/store.ts";

/** One set at a time: it takes one of the reserved connections, and those who wait meanwhile share the next commit. */
const limits: GathererLimits = { sizeMax: 500, setsMax: 1, waitingMax: 4_096, patienceMs: 5 };

/**
 * Returns a function that spends a nonce, and tells whether the nonce was unused until now. Of any number of calls with one nonce, in all
 * processes, one gets true. The nonces of waiting calls are stored together.
 * @returns a function that throws Failure UNAVAILABLE when the nonce could not be stored, or may or may not be
 */
export function spendOnce(store: Pick<Store, "reserved">): (nonce: Nonce) => Promise<boolean> {
  const gatherer = new Gatherer<Nonce, boolean>(
    async (nonces) => (await store.reserved.spentNonces.spend(nonces)).map(fulfilled),
    limits,
  );
  return (nonce) => gatherer.submit(nonce);
}
