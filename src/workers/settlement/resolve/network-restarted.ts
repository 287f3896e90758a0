import { setTimeout as sleep } from "node:timers/promises";
import type { SignerInfo } from "../../../chain/adapter.ts";
import type { SignerState } from "../../../store/settlement/signer.ts";
import { leaseMs } from "../context.ts";
import { askMs, lockSigner, NotResolvable, type ResolutionContext } from "./resolution.ts";

/** For so long workers leave the open transfers of the network alone, unless the command is done with them before. */
const holdMs = 600_000;
/** After that no worker has one in hand any more. */
const settledMs = leaseMs + 1000;
const finalLookedAt = 5;

/**
 * NETWORK_BEHIND of a development network: it has started from zero while the database was kept. What was not final is paid anew
 * on it; what was final stays so in the ledger, though this network does not show it.
 *
 * The former transfers would be good on the new network too, as soon as their sequence comes, so nobody may have them: workers are
 * kept from sending them, and the node must not know any.
 *
 * @param waitMs time for workers to let go of what they have in hand; longer than a lease unless given
 * @returns what was, or would be, done
 * @throws NotResolvable
 */
export async function networkRestarted(
  context: ResolutionContext,
  network: string,
  waitMs = settledMs,
): Promise<string> {
  const { store, adapter, apply, decidedBy, reason } = context;
  const firstKnown = async (references: readonly string[]): Promise<string | undefined> => {
    for (const reference of references) {
      const { state } = await adapter.getTransfer({ network, reference }, { timeoutMs: askMs });
      if (state !== "not_found") return reference;
    }
    return undefined;
  };

  const [known] = (await store.read.settlementProblems.signers()).filter((each) => each.network === network);
  if (known) await requireBehind(context, known);
  const final = await firstKnown(await store.read.settlementProblems.newestFinal(network, finalLookedAt));
  if (final !== undefined)
    throw new NotResolvable(
      `${network} has not started from zero: it knows our transfer ${final}`,
      "see what waits with: pda settlement problems",
    );
  if (apply && (await store.read.settlementProblems.openOf(network)).length > 0) {
    await store.transact((tx) => tx.settlementProblems.hold(network, holdMs));
    await sleep(waitMs);
  }
  return store.transact(async (tx) => {
    const signer = await lockSigner(tx, network);
    const seen = await requireBehind(context, { network, ...signer });
    const open = await tx.settlementProblems.openOf(network);
    const waiting = await firstKnown(
      open.flatMap(({ transfers }) => transfers.map(({ reference }) => reference)),
    );
    if (waiting !== undefined)
      throw new NotResolvable(
        `${network} knows our transfer ${waiting}: it could be included yet`,
        "start the development network again, which forgets what waits, and run the same command within ten minutes",
      );
    const summary = `${open.length} settlements on ${network} are paid by new transfers, from sequence ${seen.includedSequence} on`;
    if (!apply) return summary;
    for (const { merchantId, settlementId, attempt } of open)
      await tx.settlementTransfers.setAside(
        { merchantId, settlementId, attempt },
        { reason: "network_restarted", evidence: `epoch ${signer.epoch + 1}`, nextAttemptMs: 0 },
      );
    await tx.signers.replace(network, {
      account: seen.account,
      nextSequence: seen.includedSequence,
      epoch: signer.epoch + 1,
    });
    await tx.settlementProblems.hurry(network);
    await tx.settlementProblems.intervened({
      action: "network_restarted",
      network,
      decidedBy,
      reason,
      detail: { epoch: signer.epoch + 1, paidAnew: open.map(({ settlementId }) => settlementId) },
    });
    return summary;
  });
}

/** The signer on a network that has included less of it than was given out. @throws NotResolvable when it has not */
async function requireBehind(
  { adapter }: ResolutionContext,
  { network, nextSequence }: { readonly network: string } & SignerState,
): Promise<SignerInfo> {
  const seen = await adapter.getSigner({ network }, { timeoutMs: askMs });
  if (seen.includedSequence >= nextSequence)
    throw new NotResolvable(
      `${network} has not started from zero: it has included ${seen.includedSequence} transactions of the signer`,
      "see what waits with: pda settlement problems",
    );
  return seen;
}
