import type { LiveTransfer } from "../../store/settlement/live.ts";
import type { Due } from "../../store/settlement/queue.ts";
import { countItems } from "../../telemetry.ts";
import { eachDue } from "./each.ts";
import {
  callTimeoutMs,
  complain,
  ifHeld,
  retryMs,
  type SettlementContext,
  type Trouble,
  troubleOf,
} from "./context.ts";

/** Sends prepared transfers for the first time. */
export function submitRound(context: SettlementContext): () => Promise<boolean> {
  return () => eachDue(context, "unsubmitted", (due) => submitOne(context, due));
}

async function submitOne(context: SettlementContext, due: Due): Promise<void> {
  const { log, pollMs } = context;
  const trouble = await sendTransfer(context, due);
  if (trouble) complain(log, due, trouble, "a transfer could not be sent");
  // Count a finally refused transfer as submitted, because the network may still have it. Tracking finds out.
  const submitted = !trouble?.temporary;
  const failures = trouble ? due.failures + 1 : 0;
  await ifHeld(context, due, (tx) =>
    tx.settlementQueue.record(due, {
      status: due.status,
      submitted,
      confirmationCount: 0,
      failures,
      nextAttemptMs: trouble ? retryMs(failures) : pollMs,
      ...(trouble ? { lastError: trouble.reason } : {}),
    }),
  );
  countItems({ loop: "settlement-submit", outcome: submitted ? "submitted" : "postponed" });
}

/**
 * Sends the newest stored transfer. The bytes are the same every time, so the network can include the transfer only once.
 *
 * @returns the network's reason for not taking the transfer; undefined if the network has it
 */
export async function sendTransfer({ adapter }: SettlementContext, due: Due): Promise<Trouble | undefined> {
  const { network } = due;
  const { signedTransfer: signedTransaction } = newestOf(due);
  try {
    await adapter.submitTransfer({ network, signedTransaction }, { timeoutMs: callTimeoutMs });
    return undefined;
  } catch (error) {
    return troubleOf(error);
  }
}

/** Returns the newest transfer, which offers the highest fee. */
export function newestOf({ transfers }: Due): LiveTransfer {
  return transfers.at(-1) ?? transfers[0];
}
