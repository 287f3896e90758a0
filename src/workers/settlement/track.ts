import type { Due } from "../../store/settlement/queue.ts";
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
import { find, type Seen } from "./finding.ts";
import { finish } from "./finish.ts";
import { isStuck, raiseFee } from "./raise.ts";
import { inclusionText, lookMs, lookOfAbsent, lookOfIncluded, record } from "./record.ts";
import { send } from "./submit.ts";

const displacedLookMs = 60_000;
const revertedPolls = 4;

/** Follows transfers that were sent until they are final. */
export function trackRound(context: SettlementContext): () => Promise<boolean> {
  return () => eachDue(context, "submitted", (due) => trackOne(context, due));
}

async function trackOne(context: SettlementContext, due: Due): Promise<void> {
  const finding = await find(context, due);
  if ("reason" in finding) return await askAgain(context, due, finding);
  switch (finding.kind) {
    case "included":
      return await goOn(context, due, finding.seen);
    case "waits":
      return await wait(context, due);
    case "missing":
      return await sendAgain(context, due);
    case "displaced":
      return await leaveToOperator(context, due);
    case "failed":
      return finding.seen.is.final
        ? await prepareAnew(context, due, finding.seen)
        : await awaitFailure(context, due, finding.seen);
  }
}

/** The network says nothing: what is known of the settlement stays so. */
async function askAgain(context: SettlementContext, due: Due, trouble: Trouble): Promise<void> {
  complain(context.log, due, trouble, "a transfer could not be followed");
  await record(context, due, {
    status: due.status,
    ...(due.inclusion ? { inclusion: due.inclusion } : {}),
    confirmationCount: due.confirmationCount,
    failures: due.failures + 1,
    nextAttemptMs: retryMs(due.failures + 1),
    lastError: trouble.reason,
    atHead: due.headMs !== undefined,
  });
}

/** Included: to be finished, or to be given more confirmations. */
async function goOn(context: SettlementContext, due: Due, seen: Seen): Promise<void> {
  const look = lookOfIncluded(due, seen);
  const reverts = context.requestedFailures && due.rehearsal;
  if (reverts && seen.is.state === "included" && due.status === "confirmed")
    return await rehearse(context, due, seen);
  if (look.status === "finalized") return await finish(context, due, look);
  // One that is to be taken back is, before it is too late.
  const nextAttemptMs = reverts ? 0 : lookMs(context, due);
  await record(context, due, { ...look, failures: 0, nextAttemptMs });
}

/** A merchant requested it: the network takes the transfer back, once, and from there all goes its ordinary way. */
async function rehearse(context: SettlementContext, due: Due, seen: Seen): Promise<void> {
  const { adapter, log, pollMs } = context;
  const { settlementId, network } = due;
  let trouble: Trouble | undefined;
  try {
    const { reference } = seen.transfer;
    await adapter.rehearseReorganisation({ network, reference }, { timeoutMs: callTimeoutMs });
    log.info({ settlementId, network }, "a reorganisation was rehearsed");
  } catch (error) {
    trouble = troubleOf(error);
    complain(log, due, { ...trouble, passing: true }, "a reorganisation could not be rehearsed");
  }
  await record(context, due, {
    ...lookOfIncluded(due, { ...seen, is: { ...seen.is, state: "included" } }),
    failures: 0,
    nextAttemptMs: pollMs,
    rehearsed: !trouble?.passing,
  });
}

/** Waits for its inclusion, at a higher price when that takes too long. */
async function wait(context: SettlementContext, due: Due): Promise<void> {
  if (isStuck(context, due, false)) return await raiseFee(context, due);
  await record(context, due, {
    ...lookOfAbsent(due, "pending"),
    failures: 0,
    nextAttemptMs: lookMs(context, due),
    atHead: await isAtHead(context, due),
  });
}

/** The same bytes again: dropped by the node, or taken back by a reorganisation. They can be included only once. */
async function sendAgain(context: SettlementContext, due: Due): Promise<void> {
  const trouble = await send(context, due);
  // Not every network tells of what waits: what is sent again and again and never found waits, too.
  if (isStuck(context, due, trouble?.reason === "FEE_TOO_LOW") && !trouble?.passing)
    return await raiseFee(context, due);
  if (trouble) complain(context.log, due, trouble, "a transfer could not be sent again");
  const failures = trouble ? due.failures + 1 : 0;
  const look = lookOfAbsent(due);
  // That it was taken back is to be seen for a moment, also by those who ask now and then.
  const seenMs = look.status === "reverted" ? revertedPolls * context.pollMs : 0;
  await record(context, due, {
    ...look,
    failures,
    nextAttemptMs: trouble ? retryMs(failures) : Math.max(lookMs(context, due), seenMs),
    ...(trouble ? { lastError: trouble.reason } : {}),
    atHead: await isAtHead(context, due),
  });
}

/** Whether no transfer of the network with a lower sequence waits to be included. */
async function isAtHead({ store }: SettlementContext, { network, sequence }: Due): Promise<boolean> {
  return (await store.read.settlementQueue.lowestWaitingSequence(network)) === sequence;
}

/**
 * Another transaction of the signer, none of ours, has the sequence. If that one goes by a reorganisation, ours may still be
 * included: to prepare a second transfer now could pay twice. It is looked at from time to time and decided by a person.
 */
async function leaveToOperator(context: SettlementContext, due: Due): Promise<void> {
  const reason = "SEQUENCE_REPLACED";
  const trouble = { reason, passing: false };
  complain(context.log, due, trouble, "a foreign transaction took the place of a transfer");
  await record(context, due, {
    ...lookOfAbsent(due),
    failures: due.failures + 1,
    nextAttemptMs: displacedLookMs,
    lastError: reason,
  });
}

/** Included without effect, but a reorganisation may still change that. */
async function awaitFailure(context: SettlementContext, due: Due, { transfer }: Seen): Promise<void> {
  const reason = "TRANSFER_FAILED_NOT_FINAL";
  complain(context.log, due, { reason, passing: true }, "a transfer was included without effect");
  await record(context, due, {
    ...lookOfAbsent(due),
    shown: transfer,
    failures: 0,
    nextAttemptMs: lookMs(context, due),
    lastError: reason,
  });
}

/**
 * Included for good, and nothing was moved. Its sequence is used by itself, so it can never move anything later, and neither can what
 * it has displaced: the one case in which another transfer is prepared without a person.
 */
async function prepareAnew(context: SettlementContext, due: Due, { is }: Seen): Promise<void> {
  const reason = "TRANSFER_FAILED";
  complain(context.log, due, { reason, passing: false }, "a transfer failed for good and is prepared anew");
  await context.store.transact(async (tx) => {
    if (!(await tx.settlementQueue.holds(due))) return;
    const { merchantId, settlementId, shown } = due;
    await tx.settlementTransfers.setAside(
      { merchantId, settlementId, attempt: shown.attempt },
      {
        reason: "failed",
        evidence: is.inclusion ? inclusionText(is.inclusion) : "",
        nextAttemptMs: retryMs(due.failures + 1),
        lastError: reason,
      },
    );
  });
  workerItems.inc({ loop: "settlement-track", outcome: "failed" });
}
