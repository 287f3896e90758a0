import {
  askMs,
  type Foreign,
  lockSigner,
  NotResolvable,
  requireForeign,
  type ResolutionContext,
} from "./resolution.ts";

/** Sequences that one command passes over at most. */
const foreignMax = 100;

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
  const { store, adapter, apply, decidedBy, reason } = context;
  return store.transact(async (tx) => {
    const signer = await lockSigner(tx, network);
    const seen = await adapter.getSigner({ network }, { timeoutMs: askMs });
    if (seen.account !== signer.account)
      throw new NotResolvable(
        `the adapter signs with ${seen.account}, not with ${signer.account}`,
        "resolve that first: pda settlement resolve --adopt-signer",
      );
    const { nextSequence } = signer;
    if (seen.includedSequence <= nextSequence)
      throw new NotResolvable(
        `${network} is not ahead: it has included ${seen.includedSequence} transactions, the next one is ${nextSequence}`,
        "see what waits with: pda settlement problems",
      );
    if (seen.nextSequence !== seen.includedSequence)
      throw new NotResolvable(
        "further transactions of the signer wait at the node: somebody is using its key",
        "find out who and stop it first, then run the same command again",
      );
    if (seen.includedSequence - nextSequence > BigInt(foreignMax))
      throw new NotResolvable(
        `${seen.includedSequence - nextSequence} transactions are not ours, more than ${foreignMax}`,
        "the key is in use elsewhere: pay with a new one (chainAdapter.network.signerKeyFile)",
      );
    const foreign = await Promise.all(
      [...new Set(references)].map((each) => requireForeign(context, network, signer.account, each)),
    );
    const missing = missingOf(nextSequence, seen.includedSequence, foreign);
    if (missing.length > 0)
      throw new NotResolvable(
        `the transactions with these sequences are not named: ${missing.join(", ")}`,
        "look them up in an explorer of the network and name each with --foreign",
      );
    for (const { reference, transfer } of foreign) {
      if (transfer.movement && (await tx.settlementProblems.isMerchantAccount(transfer.movement.to)))
        throw new NotResolvable(
          `${reference} pays ${transfer.movement.to}, an account of a merchant: it looks like a payout that this database has lost`,
          "restore a newer state of the database (point-in-time recovery); to go on would pay twice",
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

/** Sequences from `from` on, before `to`, that none of the transactions has. */
function missingOf(from: bigint, to: bigint, foreign: readonly Foreign[]): bigint[] {
  const known = new Set(foreign.map(({ sequence }) => sequence));
  const missing: bigint[] = [];
  for (let sequence = from; sequence < to; sequence++) if (!known.has(sequence)) missing.push(sequence);
  return missing;
}
