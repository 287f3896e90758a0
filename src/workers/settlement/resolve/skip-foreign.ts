import {
  lockSigner,
  lookAhead,
  NotResolvable,
  requireAllNamed,
  requireForeign,
  type ResolutionContext,
} from "./resolution.ts";

/**
 * SEQUENCE_AHEAD: goes on behind transactions of the signer that this database did not give out. Each must be named, final, foreign
 * and pay no merchant: one that does looks like a payout that the database has lost, and to go on would pay it twice.
 *
 * @param references of all of them
 * @returns what was, or would be, done
 * @throws NotResolvable
 */
export async function skipForeign(
  context: ResolutionContext,
  network: string,
  references: readonly string[],
): Promise<string> {
  const { store, apply, decidedBy, reason } = context;
  return store.transact(async (tx) => {
    const signer = await lockSigner(tx, network);
    const seen = await lookAhead(context, network, signer);
    const { nextSequence } = signer;
    if (seen.includedSequence <= nextSequence)
      throw new NotResolvable(
        `${network} is not ahead: it has included ${seen.includedSequence} transactions, the next one is ${nextSequence}`,
        "see what waits with: pda settlement problems",
      );
    const foreign = await Promise.all(
      [...new Set(references)].map((each) => requireForeign(context, network, signer.account, each)),
    );
    requireAllNamed(nextSequence, seen.includedSequence, foreign, "--foreign");
    for (const { reference, transfer } of foreign) {
      if (transfer.movement && (await tx.settlementProblems.isMerchantAccount(transfer.movement.to)))
        throw new NotResolvable(
          `${reference} pays ${transfer.movement.to}, an account of a merchant: it looks like a payout that this database has lost`,
          "to go on would pay twice. Restore a newer state of the database, or take the payout in: pda settlement resolve --recover-payouts",
        );
    }
    const summary = `the next transfer on ${network} has sequence ${seen.includedSequence} instead of ${nextSequence}`;
    if (!apply) return summary;
    await tx.signers.setNext(network, seen.includedSequence);
    await tx.settlementProblems.hurry(network);
    await tx.settlementProblems.intervened({
      action: "skip_foreign",
      network,
      decidedBy,
      reason,
      detail: {
        from: `${nextSequence}`,
        to: `${seen.includedSequence}`,
        foreign: foreign.map((each) => each.reference),
      },
    });
    return summary;
  });
}
