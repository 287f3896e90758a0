import { goOnBehind, notAhead } from "./go-on.ts";
import { NotResolvable, type ResolutionContext } from "./resolution.ts";

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
  const named = references.map((reference) => ({ reference }));
  const naming = { action: "skip_foreign", option: "--foreign", named } as const;
  return goOnBehind(context, network, naming, async ({ tx, signer, found }) => {
    if (found.every(({ sequence }) => sequence < signer.nextSequence)) throw notAhead(signer);
    for (const { reference, transfer } of found) {
      if (transfer.movement && (await tx.settlementProblems.isMerchantAccount(transfer.movement.to)))
        throw new NotResolvable(
          `${reference} pays ${transfer.movement.to}, an account of a merchant: it looks like a payout that this database has lost`,
          "to go on would pay twice. Restore a newer state of the database, or take the payout in: pda settlement resolve --recover-payouts",
        );
    }
    return { detail: { foreign: found.map(({ reference }) => reference) } };
  });
}
