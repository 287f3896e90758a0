import type { Store } from "../store/store.ts";
import { workerItems } from "../telemetry.ts";

const batchSize = 500;

/** Assigns positions to committed events until none is left without one. */
export function sequenceEvents(store: Store): () => Promise<boolean> {
  return async () => {
    const count = await store.transact((tx) => tx.sequencer.advance(batchSize));
    workerItems.inc({ loop: "sequence-events", outcome: "sequenced" }, count);
    return count === batchSize;
  };
}
