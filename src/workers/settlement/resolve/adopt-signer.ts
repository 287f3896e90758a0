import type { SignerState } from "../../../store/settlement/signer.ts";
import { askMs, askSigner, requireSigner, NotResolvable, type ResolutionContext } from "./resolution.ts";

/**
 * Resolves SIGNER_CHANGED: from now on the service pays with the account that the adapter signs with. Two conditions must hold:
 * - Every transfer of the former account is final, because only the former account can replace its own transfers.
 * - The network has no more transactions of the former account than this database gave out. Others may be payouts that a restored database
 *   has lost, and nothing would look for them any more.
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
    const summary = `${network} is paid by ${seen.account} instead of ${signer.account}, from sequence ${seen.includedSequence} on`;
    if (!apply) return summary;
    await tx.signers.replace(network, {
      account: seen.account,
      nextSequence: seen.includedSequence,
      epoch: signer.epoch,
    });
    await tx.settlementProblems.hurry(network);
    await tx.settlementProblems.intervened({
      action: "adopt_signer",
      network,
      decidedBy,
      reason,
      detail: { from: signer.account, to: seen.account, nextSequence: `${seen.includedSequence}` },
    });
    return summary;
  });
}

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
  if (former.includedSequence < nextSequence)
    throw new NotResolvable(
      `the node has included ${former.includedSequence} transactions of ${account}, the former account, but ${nextSequence} were final: the node is behind, or serves another network`,
      "run the same command again when the node has caught up",
    );
}
