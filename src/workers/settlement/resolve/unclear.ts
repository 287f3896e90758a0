import type { NetworkTransfer } from "../../../chain/adapter.ts";
import type { LiveTransfer } from "../../../store/settlement/live.ts";
import type { OpenTransfer } from "../../../store/settlement/problems.ts";
import { isFinal } from "../finding.ts";
import { complete } from "../finish.ts";
import { inclusionText } from "../record.ts";
import { askMs, NotResolvable, type ResolutionContext } from "./resolution.ts";

/**
 * Resolves TRANSFER_UNCLEAR: a person has found out that the transfer has paid the settlement. The settlement becomes final with it.
 *
 * @returns a summary of the changes; without `apply`, of the changes that would be made
 * @throws NotResolvable unless the network calls the transfer successful and final and does not show what it moved
 */
export async function acceptTransfer(context: ResolutionContext, settlementId: string): Promise<string> {
  const { store, apply, decidedBy, reason } = context;
  const open = await requireOpen(context, settlementId);
  const { transfer, confirmationCount, inclusion } = await requireUnclear(context, open);
  const { merchantId, network, account, amount } = open;
  const { reference, attempt } = transfer;
  const summary = `${settlementId} is final: ${reference} counts as the payout of ${amount} (smallest unit) to ${account}`;
  if (!apply) return summary;
  await store.transact(async (tx) => {
    if (!(await tx.settlementTransfers.lockShown(open))) throw changedMeanwhile();
    const look = { status: "finalized", shown: transfer, confirmationCount, inclusion } as const;
    await complete(tx, { ...open, shown: transfer }, look);
    await tx.settlementProblems.intervened({
      action: "accept_transfer",
      network,
      settlement: { merchantId, settlementId },
      decidedBy,
      reason,
      detail: { transfer: reference, attempt, inclusion },
    });
  });
  return summary;
}

/** Returns a settlement with a transfer that is not final. @throws NotResolvable */
export async function requireOpen({ store }: ResolutionContext, settlementId: string): Promise<OpenTransfer> {
  const open = await store.read.settlementProblems.open(settlementId);
  if (!open)
    throw new NotResolvable(
      `${settlementId} has no transfer that is not yet final`,
      "list the open problems with: pda settlement problems",
    );
  return open;
}

/** The state of the settlement has changed between the questions to the network and the change. */
export const changedMeanwhile = (): NotResolvable =>
  new NotResolvable(
    "the state of the settlement has changed meanwhile",
    "list the open problems with: pda settlement problems",
  );

/** A final transfer of which the network does not show what it moved. */
interface UnclearTransfer {
  readonly transfer: LiveTransfer;
  readonly confirmationCount: number;
  /** Height and identifier of the block, as they are stored. */
  readonly inclusion: string;
}

/** Returns the settlement's transfer that is unclear and final. @throws NotResolvable if none is */
export async function requireUnclear(
  { adapter }: ResolutionContext,
  { network, sequence, transfers, confirmationsRequired }: OpenTransfer,
): Promise<UnclearTransfer> {
  const seen: NetworkTransfer[] = [];
  for (const transfer of transfers) {
    const { reference, signer } = transfer;
    const is = await adapter.getTransfer(
      { network, reference, placement: { signer, sequence } },
      { timeoutMs: askMs },
    );
    if (is.state === "unclear" && isFinal({ confirmationsRequired }, is) && is.inclusion)
      return {
        transfer,
        confirmationCount: is.confirmationCount,
        inclusion: inclusionText(is.inclusion),
      };
    seen.push(is);
  }
  const states = seen.map(({ reference, state }) => `"${state}" for ${reference}`).join(", ");
  throw seen.some(({ state }) => state === "unclear")
    ? new NotResolvable(
        "the transfer is not final yet: a reorganisation could still change it",
        "wait until the transfer is final, then run the same command again",
      )
    : new NotResolvable(
        `the network reports ${states}: the transfer is not unclear`,
        'the worker tracks it. If another transaction has taken its place ("replaced"), name that with --foreign',
      );
}
