import { askMs, lockSigner, NotResolvable, type ResolutionContext } from "./resolution.ts";

/**
 * SIGNER_CHANGED: pays with the account that the adapter signs with from now on. Not before every transfer of the former one is
 * final: their places are of the former account, and so is what could replace them.
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
