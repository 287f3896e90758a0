import { Gatherer } from "../../rpc/gather.ts";
import { fulfilled } from "../../rpc/outcome.ts";
import type { Nonce } from "../../store/spent-nonces.ts";
import type { Store } from "../../store/store.ts";

/** Limits like those of calls in sets. One set at a time leaves reserved connections for other look-ups. */
const limits = { sizeMax: 128, setsMax: 1, waitingMax: 2_048, patienceMs: 5 };

/** Spends nonces of concurrent calls together, in one statement. */
export class SpendOnce {
  readonly #gatherer: Gatherer<Nonce, boolean>;

  constructor(store: Pick<Store, "reserved">) {
    this.#gatherer = new Gatherer(
      async (nonces) => (await store.reserved.spentNonces.spend(nonces)).map((first) => fulfilled(first)),
      limits,
    );
  }

  /** Tells whether this is the first use of the nonce, at any core. @throws Failure UNAVAILABLE when too many calls wait */
  isFirst(nonce: Nonce): Promise<boolean> {
    return this.#gatherer.submit(nonce);
  }
}
