import type { Due } from "../../store/settlement/queue.ts";
import { countItems } from "../../telemetry.ts";
import {
  callTimeoutMs,
  complain,
  ifHeld,
  retryMs,
  type SettlementContext,
  type Trouble,
  troubleOf,
} from "./context.ts";
import { eachDue } from "./each.ts";
import { findTransfer, isFinal, type Seen } from "./finding.ts";
import { finish } from "./finish.ts";
import { isStuck, raiseFee } from "./raise.ts";
import { inclusionText, lookMs, lookOfAbsent, lookOfIncluded, record } from "./record.ts";
import { sendTransfer } from "./submit.ts";

/** Pause between two looks at a transfer that waits for a person. */
const waitingLookMs = 60_000;
const revertedPolls = 4;

/** Tracks sent transfers until they are final. */
export function trackRound(context: SettlementContext): () => Promise<boolean> {
  return () => eachDue(context, "submitted", (due) => trackOne(context, due));
}

async function trackOne(context: SettlementContext, due: Due): Promise<void> {
  const finding = await findTransfer(context, due);
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
    case "unclear":
      return await leaveUnclear(context, due, finding.seen);
    case "failed":
      return isFinal(due, finding.seen.is)
        ? await prepareAnew(context, due, finding.seen)
        : await awaitFailure(context, due, finding.seen);
  }
}

/** Records that the network did not answer. The known state of the settlement stays unchanged. */
async function askAgain(context: SettlementContext, due: Due, trouble: Trouble): Promise<void> {
  complain(context.log, due, trouble, "the state of a transfer could not be read");
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

/** Finishes a settlement whose transfer is final, or waits for more confirmations. */
async function goOn(context: SettlementContext, due: Due, seen: Seen): Promise<void> {
  const look = lookOfIncluded(due, seen);
  const reverts = context.requestedFailures && due.rehearsal;
  if (reverts && seen.is.state === "included" && due.status === "confirmed")
    return await rehearse(context, due, seen);
  if (look.status === "finalized") return await finish(context, due, look);
  // If a reorganisation was requested, look again at once, before the transfer becomes final.
  const nextAttemptMs = reverts ? 0 : lookMs(context, due);
  await record(context, due, { ...look, failures: 0, nextAttemptMs });
}

/** Makes the network take the transfer back once, as a merchant requested. The settlement then continues as usual. */
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
    complain(log, due, { ...trouble, temporary: true }, "a reorganisation could not be rehearsed");
  }
  await record(context, due, {
    ...lookOfIncluded(due, { ...seen, is: { ...seen.is, state: "included" } }),
    failures: 0,
    nextAttemptMs: pollMs,
    rehearsed: !trouble?.temporary,
  });
}

/** Waits for the inclusion. Raises the fee if the inclusion takes too long. */
async function wait(context: SettlementContext, due: Due): Promise<void> {
  if (isStuck(context, due, false)) return await raiseFee(context, due);
  await record(context, due, {
    ...lookOfAbsent(due, "pending"),
    failures: 0,
    nextAttemptMs: lookMs(context, due),
    atHead: await isAtHead(context, due),
  });
}

/**
 * Sends the same bytes again, because the node dropped the transfer or a reorganisation took it back. The network can include them only
 * once.
 */
async function sendAgain(context: SettlementContext, due: Due): Promise<void> {
  const trouble = await sendTransfer(context, due);
  // Not every network reports waiting transfers. A transfer that is sent repeatedly and never found is waiting, too.
  if (isStuck(context, due, trouble?.reason === "FEE_TOO_LOW") && !trouble?.temporary)
    return await raiseFee(context, due);
  if (trouble) complain(context.log, due, trouble, "a transfer could not be sent again");
  const failures = trouble ? due.failures + 1 : 0;
  const look = lookOfAbsent(due);
  // Keep the status `reverted` visible for a while, also for callers that poll rarely.
  const seenMs = look.status === "reverted" ? revertedPolls * context.pollMs : 0;
  await record(context, due, {
    ...look,
    failures,
    nextAttemptMs: trouble ? retryMs(failures) : Math.max(lookMs(context, due), seenMs),
    ...(trouble ? { lastError: trouble.reason } : {}),
    atHead: await isAtHead(context, due),
  });
}

/** Returns true if no transfer of the network with a lower sequence waits for inclusion. */
async function isAtHead({ store }: SettlementContext, { network, sequence }: Due): Promise<boolean> {
  return (await store.read.settlementQueue.lowestWaitingSequence(network)) === sequence;
}

/**
 * Leaves a displaced transfer to an operator. Another transaction of the signer, which this service did not make, has used the sequence. If
 * a reorganisation removes that transaction, the transfer may still be included, so a second transfer now could pay twice. The worker looks
 * at it from time to time; a person decides.
 */
async function leaveToOperator(context: SettlementContext, due: Due): Promise<void> {
  const reason = "SEQUENCE_REPLACED";
  const trouble = { reason, temporary: false };
  complain(context.log, due, trouble, "a foreign transaction used the sequence of a transfer");
  await record(context, due, {
    ...lookOfAbsent(due),
    failures: due.failures + 1,
    nextAttemptMs: waitingLookMs,
    lastError: reason,
  });
}

/**
 * Leaves a transfer to an operator whose block is known but not what it moved. It may have paid, so it is neither final nor paid again.
 * Before the transfer is final, a reorganisation or a node that recovers may still answer the question.
 */
async function leaveUnclear(context: SettlementContext, due: Due, { transfer, is }: Seen): Promise<void> {
  const final = isFinal(due, is);
  const reason = final ? "TRANSFER_UNCLEAR" : "TRANSFER_UNCLEAR_NOT_FINAL";
  const message = "a transfer was included, but the network does not show that the amount moved";
  complain(context.log, due, { reason, temporary: !final }, message);
  await record(context, due, {
    status: due.status,
    ...(is.inclusion ? { inclusion: inclusionText(is.inclusion) } : {}),
    confirmationCount: due.confirmationCount,
    shown: transfer,
    failures: final ? due.failures + 1 : 0,
    nextAttemptMs: final ? waitingLookMs : lookMs(context, due),
    lastError: reason,
  });
}

/** Waits until a failed transfer is final. A reorganisation may still change the failure. */
async function awaitFailure(context: SettlementContext, due: Due, { transfer }: Seen): Promise<void> {
  const reason = "TRANSFER_FAILED_NOT_FINAL";
  complain(context.log, due, { reason, temporary: true }, "a transfer was included but moved nothing");
  await record(context, due, {
    ...lookOfAbsent(due),
    shown: transfer,
    failures: 0,
    nextAttemptMs: lookMs(context, due),
    lastError: reason,
  });
}

/**
 * Prepares a new transfer after a final failure. The failed transfer has used its sequence, so neither it nor any transfer that it
 * displaced can move anything later. Only in this case is another transfer prepared without a person.
 */
async function prepareAnew(context: SettlementContext, due: Due, { is }: Seen): Promise<void> {
  const reason = "TRANSFER_FAILED";
  complain(
    context.log,
    due,
    { reason, temporary: false },
    "a transfer failed finally; a new transfer will be prepared",
  );
  await ifHeld(context, due, (tx) => {
    const { merchantId, settlementId, shown } = due;
    return tx.settlementTransfers.setAside(
      { merchantId, settlementId, attempt: shown.attempt },
      {
        reason: "failed",
        evidence: is.inclusion ? inclusionText(is.inclusion) : "",
        nextAttemptMs: retryMs(due.failures + 1),
        lastError: reason,
      },
    );
  });
  countItems({ loop: "settlement-track", outcome: "failed" });
}
