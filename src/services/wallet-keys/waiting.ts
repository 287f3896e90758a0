import { afterRecoveryVerb, recoveryStatusAt } from "../../domain/wallet/recovery.ts";
import type { Transaction } from "../../store/store.ts";

/** Ends the recovery that waits, if there is one; the wallet is locked. */
export async function endWaiting(
  tx: Transaction,
  walletId: string,
  verb: "veto" | "replace",
  now: Date,
): Promise<void> {
  const open = await tx.recoveries.open(walletId);
  if (!open) return;
  const overdue = recoveryStatusAt(open, now) === "expired";
  const status = overdue ? "expired" : afterRecoveryVerb(open, verb, now);
  await tx.recoveries.end(open, status as "expired" | "vetoed" | "replaced");
}
