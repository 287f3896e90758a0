import type { Store } from "../store/store.ts";
import { workerItems } from "../telemetry.ts";

const batchSize = 500;

/** Gives committed events their positions, until none is left. */
export function sequenceEvents(store: Store): () => Promise<boolean> {
  return async () => {
    const count = await store.transact((tx) => tx.sequencer.advance(batchSize));
    workerItems.inc({ loop: "sequence-events", outcome: "sequenced" }, count);
    return count === batchSize;
  };
}
