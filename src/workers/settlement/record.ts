import type { Inclusion } from "../../chain/adapter.ts";
import { afterObservation } from "../../domain/settlement/settlement.ts";
import type { Due, TransferProgress } from "../../store/settlement/queue.ts";
import { workerItems } from "../../telemetry.ts";
import type { SettlementContext } from "./context.ts";
import type { Seen } from "./finding.ts";

const lookMsMax = 15_000;

/** What a look at a settlement's transfers has changed. */
export type Look = Pick<TransferProgress, "status" | "confirmationCount" | "inclusion" | "shown">;

/** Included: confirmed, or final when that is so by the network and by the settlement's own confirmations. */
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

/** A transfer that failed or whose place was taken has moved nothing: to the settlement it is as if it had not been found. */
export function lookOfAbsent(due: Due, state: "pending" | "not_found" = "not_found"): Look {
  return { status: afterObservation(due.status, { state }, due.confirmationsRequired), confirmationCount: 0 };
}

/** Height and name of a block as it is stored. */
export const inclusionText = ({ height, block }: Inclusion): string => `${height}/${block}`;

/** A young transfer is looked at often; one that takes long, every twentieth of its age, and at least four times a minute. */
export function lookMs({ pollMs }: SettlementContext, { ageMs }: Due): number {
  return Math.max(pollMs, Math.min(ageMs / 20, lookMsMax));
}

/** Stores what a look has brought, unless another worker has taken over. */
export async function record(
  { store, log }: SettlementContext,
  due: Due,
  progress: TransferProgress,
): Promise<void> {
  const { settlementId, network } = due;
  const { reference } = progress.shown ?? due.shown;
  const recorded = await store.transact(async (tx) => {
    if (!(await tx.settlementQueue.holds(due))) return false;
    await tx.settlementQueue.record(due, progress);
    return true;
  });
  if (!recorded) return;
  if (reference !== due.shown.reference && progress.status === "confirmed")
    log.info({ settlementId, network, reference }, "an earlier transfer than the newest was included");
  if (progress.status === due.status) return;
  const line = { settlementId, network, reference, from: due.status, to: progress.status };
  if (progress.status === "reverted") log.warn(line, "a reorganisation took a transfer back");
  else log.info(line, "settlement moved on");
  workerItems.inc({ loop: "settlement-track", outcome: progress.status });
}
