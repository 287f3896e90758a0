import type { Inclusion, Transfer } from "../../chain/adapter.ts";
import { afterObservation } from "../../domain/settlement/settlement.ts";
import { assetTypeOf } from "../../services/asset-types.ts";
import { settlementFinalized } from "../../services/payment/settlement-events.ts";
import type { Due, Progress } from "../../store/settlement/queue.ts";
import { workerItems } from "../../telemetry.ts";
import {
  callTimeoutMs,
  complain,
  retryMs,
  type SettlementContext,
  type Trouble,
  troubleOf,
} from "./context.ts";
import { eachDue } from "./each.ts";
import { send } from "./submit.ts";

const lookMsMax = 15_000;
const replacedLookMs = 60_000;

/** Follows transfers that were sent until they are final. */
export function trackRound(context: SettlementContext): () => Promise<boolean> {
  return () => eachDue(context, "submitted", (due) => trackOne(context, due));
}

async function trackOne(context: SettlementContext, due: Due): Promise<void> {
  const found = await observe(context, due);
  if ("reason" in found) {
    complain(context.log, due, found, "a transfer could not be followed");
    await record(context, due, {
      status: due.status,
      ...(due.inclusion ? { inclusion: due.inclusion } : {}),
      confirmationCount: due.confirmationCount,
      attempts: due.attempts + 1,
      nextAttemptMs: retryMs(due.attempts + 1),
      lastError: found.reason,
    });
    return;
  }
  switch (found.state) {
    case "included":
    case "pending":
      return await goOn(context, due, found);
    case "finalized":
      return await finish(context, due, found);
    case "not_found":
      return await sendAgain(context, due, found);
    case "replaced":
      return await leaveToOperator(context, due, found);
    case "failed":
      return found.final ? await prepareAnew(context, due, found) : await awaitFailure(context, due, found);
  }
}

async function observe({ adapter }: SettlementContext, due: Due): Promise<Transfer | Trouble> {
  const { network, reference, signer, sequence } = due;
  try {
    return await adapter.getTransfer(
      { network, reference, placement: { signer, sequence } },
      { timeoutMs: callTimeoutMs },
    );
  } catch (error) {
    return troubleOf(error);
  }
}

/** Waits for its inclusion, or for more confirmations. */
async function goOn(context: SettlementContext, due: Due, transfer: Transfer): Promise<void> {
  await record(context, due, {
    ...progressOf(due, transfer),
    attempts: 0,
    nextAttemptMs: lookMs(context, due),
  });
}

/** The same bytes again: dropped by the node, or taken back by a reorganisation. They can be included only once. */
async function sendAgain(context: SettlementContext, due: Due, transfer: Transfer): Promise<void> {
  const trouble = await send(context, due);
  if (trouble) complain(context.log, due, trouble, "a transfer could not be sent again");
  const attempts = trouble ? due.attempts + 1 : 0;
  await record(context, due, {
    ...progressOf(due, transfer),
    attempts,
    nextAttemptMs: trouble ? retryMs(attempts) : lookMs(context, due),
    ...(trouble ? { lastError: trouble.reason } : {}),
  });
}

/**
 * Another transaction of the signer, not one of ours, has the sequence. If that one goes by a reorganisation, ours may still be
 * included: to prepare a second transfer now could pay twice. It is looked at from time to time and decided by a person.
 */
async function leaveToOperator(context: SettlementContext, due: Due, transfer: Transfer): Promise<void> {
  const reason = "SEQUENCE_REPLACED";
  complain(
    context.log,
    due,
    { reason, passing: false },
    "a foreign transaction took the place of a transfer",
  );
  const progress = {
    ...progressOf(due, transfer),
    attempts: due.attempts + 1,
    nextAttemptMs: replacedLookMs,
  };
  await record(context, due, { ...progress, lastError: reason });
}

/** Included without effect, but a reorganisation may still change that. */
async function awaitFailure(context: SettlementContext, due: Due, transfer: Transfer): Promise<void> {
  const reason = "TRANSFER_FAILED_NOT_FINAL";
  complain(context.log, due, { reason, passing: true }, "a transfer was included without effect");
  const progress = { ...progressOf(due, transfer), attempts: 0, nextAttemptMs: lookMs(context, due) };
  await record(context, due, { ...progress, lastError: reason });
}

/**
 * Included for good, and nothing was moved. Its sequence is used by itself, so it can never move anything later: the one case in
 * which another transfer may be prepared.
 */
async function prepareAnew(context: SettlementContext, due: Due, transfer: Transfer): Promise<void> {
  const reason = "TRANSFER_FAILED";
  complain(context.log, due, { reason, passing: false }, "a transfer failed for good and is prepared anew");
  await context.store.transact(async (tx) => {
    if (!(await tx.settlementQueue.holds(due))) return;
    const inclusion = transfer.inclusion ? inclusionText(transfer.inclusion) : "";
    await tx.settlementQueue.setFailedTransferAside(due, inclusion, retryMs(due.attempts + 1), reason);
  });
  workerItems.inc({ loop: "settlement-track", outcome: "failed" });
}

/** Final: the settlement ends, and says so in the same transaction. */
async function finish({ store, log }: SettlementContext, due: Due, transfer: Transfer): Promise<void> {
  const finished = await store.transact(async (tx) => {
    if (!(await tx.settlementQueue.holds(due))) return false;
    const finalizedAt = await tx.clock.now();
    await tx.settlementQueue.record(due, {
      ...progressOf(due, transfer),
      attempts: 0,
      nextAttemptMs: 0,
      finalizedAt,
    });
    const settlement = await tx.settlements.get({ kind: "all" }, due.settlementId);
    if (!settlement) throw new Error(`settlement ${due.settlementId} is missing from the store`);
    await tx.outbox.append([
      settlementFinalized(settlement, await assetTypeOf(tx.assetTypes, settlement.assetTypeId)),
    ]);
    return true;
  });
  if (!finished) return;
  const { settlementId, network, reference } = due;
  log.info({ settlementId, network, reference }, "settlement finalized");
  workerItems.inc({ loop: "settlement-track", outcome: "finalized" });
}

async function record({ store, log }: SettlementContext, due: Due, progress: Progress): Promise<void> {
  const { settlementId, network, reference } = due;
  await store.transact(async (tx) => {
    if (await tx.settlementQueue.holds(due)) await tx.settlementQueue.record(due, progress);
  });
  if (progress.status === due.status) return;
  const line = { settlementId, network, reference, from: due.status, to: progress.status };
  if (progress.status === "reverted") log.warn(line, "a reorganisation took a transfer back");
  else log.info(line, "settlement moved on");
  workerItems.inc({ loop: "settlement-track", outcome: progress.status });
}

/** A transfer that failed or whose place was taken has moved nothing: to the settlement it is as if it had not been found. */
function progressOf(
  due: Due,
  transfer: Transfer,
): Pick<Progress, "status" | "confirmationCount" | "inclusion"> {
  const { state, confirmationCount, inclusion } = transfer;
  if (state === "included" || state === "finalized") {
    const status = afterObservation(due.status, { state, confirmations: confirmationCount });
    return { status, confirmationCount, ...(inclusion ? { inclusion: inclusionText(inclusion) } : {}) };
  }
  const observation = { state: state === "pending" ? state : ("not_found" as const) };
  return { status: afterObservation(due.status, observation), confirmationCount: 0 };
}

const inclusionText = ({ height, block }: Inclusion): string => `${height}/${block}`;

/** A young transfer is looked at often; one that takes long, every twentieth of its age, and at least four times a minute. */
function lookMs({ pollMs }: SettlementContext, { ageMs }: Due): number {
  return Math.max(pollMs, Math.min(ageMs / 20, lookMsMax));
}
