import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "sequence-events", outcome: "sequenced", size: 500 };

/** Assigns positions to committed events until none is left without one. */
export function sequenceEvents(store: Store): () => Promise<boolean> {
  return batchRound(store, batch, (tx, size) => tx.sequencer.advance(size));
}
