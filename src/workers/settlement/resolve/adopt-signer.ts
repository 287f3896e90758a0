import type { SignerState } from "../../../store/settlement/signer.ts";
import { askMs, askSigner, lockSigner, NotResolvable, type ResolutionContext } from "./resolution.ts";

/**
 * SIGNER_CHANGED: pays with the account that the adapter signs with from now on. Not before every transfer of the former one is
 * final: their places are of the former account, and so is what could replace them. Nor while the network has more of the former one than
 * this database gave out: those may be payouts that a restored database has lost, and nothing would look for them any more.
 *
 * @returns what was, or would be, done
 * @throws NotResolvable
 */
export async function adoptSigner(context: ResolutionContext, network: string): Promise<string> {
  const { store, adapter, apply, decidedBy, reason } = context;
  return store.transact(async (tx) => {
    const signer = await lockSigner(tx, network);
    const seen = await adapter.getSigner({ network }, { timeoutMs: askMs });
    if (seen.account === signer.account)
      throw new NotResolvable(
        `the adapter signs with ${signer.account}, as before`,
        "see what waits with: pda settlement problems",
      );
    const open = await tx.settlementProblems.openOf(network);
    if (open.length > 0)
      throw new NotResolvable(
        `${open.length} transfers of ${signer.account} are not final`,
        "they are followed to their end; run the same command again then",
      );
    await requireNothingLost(context, network, signer);
    if (seen.nextSequence !== seen.includedSequence)
      throw new NotResolvable(
        `transactions of ${seen.account} wait at the node: somebody is using its key`,
        "run the same command again when they are included; nobody else may use the key",
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

/** The network has exactly what this database gave out, all of which is final. @throws NotResolvable */
async function requireNothingLost(
  context: ResolutionContext,
  network: string,
  { account, nextSequence }: SignerState,
): Promise<void> {
  const former = await askSigner(context, network, account);
  if (former.nextSequence > nextSequence)
    throw new NotResolvable(
      `the network has transactions of ${account}, the former account, that this database did not give out (${former.nextSequence - nextSequence}): to go on could pay again what they have paid`,
      `after a restore: pda settlement resolve --recover-payouts ${network}; if all are foreign: --skip-foreign ${network}. Then run the same command again`,
    );
  if (former.includedSequence < nextSequence)
    throw new NotResolvable(
      `the node has included ${former.includedSequence} transactions of ${account}, the former account, and ${nextSequence} were final: it is behind, or of another network`,
      "run the same command again when the node has caught up",
    );
}
