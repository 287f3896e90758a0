import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "sequence-events", outcome: "sequenced", size: 500 };

/**
 * Assigns positions to committed events until none is left without one.
 * @param tell receives what a round has told all processes, once it is committed
 */
export function sequenceEvents(store: Store, tell?: (signal: string) => void): () => Promise<boolean> {
  let signal: string | undefined;
  const round = batchRound(store, batch, async (tx, size) => {
    const sequenced = await tx.sequencer.advance(size);
    ({ signal } = sequenced);
    return sequenced.count;
  });
  return async () => {
    const isFull = await round();
    if (signal !== undefined) tell?.(signal);
    return isFull;
  };
}
