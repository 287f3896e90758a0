import type { Store } from "../store/store.ts";
import { countItems } from "../telemetry.ts";

const counted = { loop: "sequence-events", outcome: "sequenced" };
const batchSize = 500;

/**
 * Assigns positions to committed events until none is left without one.
 * @param tell receives what a round has told all processes, once it is committed
 */
export function sequenceEvents(store: Store, tell?: (signal: string) => void): () => Promise<boolean> {
  return async () => {
    const { count, signal } = await store.sequencer.advance(batchSize);
    countItems(counted, count);
    if (signal !== undefined) tell?.(signal);
    return count >= batchSize;
  };
}
