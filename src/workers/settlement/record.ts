import type { Inclusion } from "../../chain/adapter.ts";
import { afterObservation } from "../../domain/settlement/settlement.ts";
import type { Due, TransferProgress } from "../../store/settlement/queue.ts";
import { countItems } from "../../telemetry.ts";
import { ifHeld, type SettlementContext } from "./context.ts";
import type { Seen } from "./finding.ts";

const lookMsMax = 15_000;

/** The changes that a look at a settlement's transfers has found. */
export type Look = Pick<TransferProgress, "status" | "confirmationCount" | "inclusion" | "shown">;

/**
 * Returns the look of an included transfer. The settlement is final when both the network and the settlement's own confirmations say so;
 * otherwise it is confirmed.
 */
export function lookOfIncluded(due: Due, { transfer, is }: Seen): Look {
  const { confirmationCount, inclusion } = is;
  const state = is.state === "finalized" ? "finalized" : "included";
  const observation = { state, confirmations: confirmationCount } as const;
  return {
    status: afterObservation(due.status, observation, due.confirmationsRequired),
    shown: transfer,
    confirmationCount,
    ...(inclusion ? { inclusion: inclusionText(inclusion) } : {}),
  };
}

/**
 * Returns the look of an absent transfer. A failed or displaced transfer has moved nothing, so the settlement treats it like one that was
 * not found.
 */
export function lookOfAbsent(due: Due, state: "pending" | "not_found" = "not_found"): Look {
  return { status: afterObservation(due.status, { state }, due.confirmationsRequired), confirmationCount: 0 };
}

/** Returns height and identifier of a block in the stored form. */
export const inclusionText = ({ height, block }: Inclusion): string => `${height}/${block}`;

/**
 * Returns the milliseconds until the next look. A young transfer is looked at often; an older one after a twentieth of its age, but at
 * least every 15 seconds.
 */
export function lookMs({ pollMs }: SettlementContext, { ageMs }: Due): number {
  return Math.max(pollMs, Math.min(ageMs / 20, lookMsMax));
}

/** Stores the result of a look, unless another worker has taken over the settlement. */
export async function record(
  context: SettlementContext,
  due: Due,
  progress: TransferProgress,
): Promise<void> {
  const { log } = context;
  const { settlementId, network } = due;
  const { reference } = progress.shown ?? due.shown;
  const recorded = await ifHeld(context, due, async (tx) => {
    await tx.settlementQueue.record(due, progress);
    return true;
  });
  if (!recorded) return;
  if (reference !== due.shown.reference && progress.status === "confirmed")
    log.info({ settlementId, network, reference }, "an earlier transfer was included instead of the newest");
  if (progress.status === due.status) return;
  const line = { settlementId, network, reference, from: due.status, to: progress.status };
  if (progress.status === "reverted") log.warn(line, "a reorganisation took a transfer back");
  else log.info(line, "the status of a settlement changed");
  countItems({ loop: "settlement-track", outcome: progress.status });
}
