import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "sequence-audit", outcome: "sequenced", size: 64 };

/** Gives committed audit records their places in the tree until none is left without one. */
export function sequenceAudit(store: Store): () => Promise<boolean> {
  return batchRound(store, batch, (tx, size) => tx.auditSequencer.advance(size));
}
