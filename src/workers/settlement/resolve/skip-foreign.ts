import { goOnBehind, notAhead } from "./go-on.ts";
import { NotResolvable, type ResolutionContext } from "./resolution.ts";

/**
 * Resolves SEQUENCE_AHEAD: continues after transactions of the signer that this database did not give out. Each transaction must be named,
 * final and foreign, and must not pay a merchant. A transaction that pays a merchant looks like a payout that the database has lost; to
 * continue would pay it twice.
 *
 * @param references of all these transactions
 * @returns a summary of the changes; without `apply`, of the changes that would be made
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
          `${reference} pays ${transfer.movement.to}, the account of a merchant. It looks like a payout that this database has lost`,
          "to continue would pay twice. Restore a newer state of the database, or record the payout: pda settlement resolve --recover-payouts",
        );
    }
    return { detail: { foreign: found.map(({ reference }) => reference) } };
  });
}
