import type { SignerInfo } from "../../../chain/adapter.ts";
import type { SignerState } from "../../../store/settlement/signer.ts";
import { askMs, askSigner, requireSigner, NotResolvable, type ResolutionContext } from "./resolution.ts";

/**
 * Resolves SIGNER_CHANGED: from now on the service pays with the account that the adapter signs with. Two conditions must hold:
 * - Every transfer of the former account is final, because only the former account can replace its own transfers.
 * - The network has no more transactions of the former account than this database gave out. Others may be payouts that a restored database
 *   has lost, and nothing would look for them any more.
 *
 * The new account may have paid, too: it was adopted before, and the restored database has lost that. So the service continues after the
 * last transfer that this database gave to the new account. If the network has more, the problem becomes SEQUENCE_AHEAD.
 *
 * @returns a summary of the changes; without `apply`, of the changes that would be made
 * @throws NotResolvable
 */
export async function adoptSigner(context: ResolutionContext, network: string): Promise<string> {
  const { store, adapter, apply, decidedBy, reason } = context;
  return store.transact(async (tx) => {
    const signer = await requireSigner(tx, network);
    const seen = await adapter.getSigner({ network }, { timeoutMs: askMs });
    if (seen.account === signer.account)
      throw new NotResolvable(
        `the adapter signs with ${signer.account}, as before`,
        "list the open problems with: pda settlement problems",
      );
    const open = await tx.settlementProblems.openOf(network);
    if (open.length > 0)
      throw new NotResolvable(
        `${open.length} transfers of ${signer.account} are not final`,
        "the worker tracks them to their end; run the same command again after that",
      );
    await requireNothingLost(context, network, signer);
    if (seen.nextSequence !== seen.includedSequence)
      throw new NotResolvable(
        `transactions of ${seen.account} wait at the node: someone uses its key`,
        "run the same command again when the transactions are included; nobody else may use the key",
      );
    const nextSequence = await tx.signers.nextOf(network, seen.account, signer.epoch);
    requireNotBehind(seen, nextSequence);
    const unknown = seen.includedSequence - nextSequence;
    const summary = [
      `${network} is paid by ${seen.account} instead of ${signer.account}, from sequence ${nextSequence} on`,
      ...(unknown > 0n ? [namingOf(network, unknown)] : []),
    ].join("\n");
    if (!apply) return summary;
    await tx.signers.replace(network, {
      account: seen.account,
      nextSequence,
      epoch: signer.epoch,
    });
    await tx.settlementProblems.hurry(network);
    await tx.settlementProblems.intervened({
      action: "adopt_signer",
      network,
      decidedBy,
      reason,
      detail: { from: signer.account, to: seen.account, nextSequence: `${nextSequence}` },
    });
    return summary;
  });
}

/** Returns the next step for an account of which the network has transactions that this database did not give out. */
const namingOf = (network: string, unknown: bigint): string =>
  `this database did not give out ${unknown} of its transactions. No account pays on ${network} until all of them are named: after a restore with --recover-payouts; if all are foreign, with --skip-foreign`;

/** Checks that the network has exactly the transactions that this database gave out. All of them are final. @throws NotResolvable */
async function requireNothingLost(
  context: ResolutionContext,
  network: string,
  { account, nextSequence }: SignerState,
): Promise<void> {
  const former = await askSigner(context, network, account);
  if (former.nextSequence > nextSequence)
    throw new NotResolvable(
      `the network has transactions of ${account}, the former account, that this database did not give out (${former.nextSequence - nextSequence}): to continue could pay again what they have paid`,
      `after a restore: pda settlement resolve --recover-payouts ${network}; if all are foreign: --skip-foreign ${network}. Then run the same command again`,
    );
  requireNotBehind(former, nextSequence);
}

/** Checks that the network has the transactions of an account that this database gave out. All of them are final. @throws NotResolvable */
function requireNotBehind({ account, includedSequence }: SignerInfo, nextSequence: bigint): void {
  if (includedSequence < nextSequence)
    throw new NotResolvable(
      `the node has included ${includedSequence} transactions of ${account}, but ${nextSequence} were final: the node is behind, or serves another network`,
      "run the same command again when the node has caught up",
    );
}
