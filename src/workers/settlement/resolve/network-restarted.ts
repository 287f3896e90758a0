import { setTimeout as sleep } from "node:timers/promises";
import type { SignerInfo } from "../../../chain/adapter.ts";
import type { SignerState } from "../../../store/settlement/signer.ts";
import { leaseMs } from "../context.ts";
import { askMs, requireSigner, NotResolvable, type ResolutionContext } from "./resolution.ts";

/** Milliseconds for which workers leave the open transfers of the network alone, unless the command ends earlier. */
const holdMs = 600_000;
/** Milliseconds after which no worker still handles one of the open transfers. */
const settledMs = leaseMs + 1000;
const finalLookedAt = 5;

/**
 * Resolves NETWORK_BEHIND of a development network that has started from zero while the database was kept. Payouts that were not final are
 * made again on the new network. Payouts that were final stay so in the ledger, although the new network does not show them.
 *
 * The former transfers would be valid on the new network too, once their sequence is reached. So nobody may submit them: workers are kept
 * from sending them, and the node must not know any.
 *
 * @param waitMs milliseconds for workers to finish the settlements that they handle; by default longer than a lease
 * @returns a summary of the changes; without `apply`, of the changes that would be made
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
      `${network} has not started from zero: it knows the transfer ${final} of this service`,
      "list the open problems with: pda settlement problems",
    );
  if (apply && (await store.read.settlementProblems.openOf(network)).length > 0) {
    await store.transact((tx) => tx.settlementProblems.hold(network, holdMs));
    await sleep(waitMs);
  }
  return store.transact(async (tx) => {
    const signer = await requireSigner(tx, network);
    const seen = await requireBehind(context, { network, ...signer });
    const open = await tx.settlementProblems.openOf(network);
    const waiting = await firstKnown(
      open.flatMap(({ transfers }) => transfers.map(({ reference }) => reference)),
    );
    if (waiting !== undefined)
      throw new NotResolvable(
        `${network} knows the transfer ${waiting} of this service: it could still be included`,
        "restart the development network, which makes it forget waiting transactions, and run the same command within ten minutes",
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

/**
 * Returns the signer on a network that has included fewer of its transactions than were given out. @throws NotResolvable if the network has
 * not
 */
async function requireBehind(
  { adapter }: ResolutionContext,
  { network, nextSequence }: { readonly network: string } & SignerState,
): Promise<SignerInfo> {
  const seen = await adapter.getSigner({ network }, { timeoutMs: askMs });
  if (seen.includedSequence >= nextSequence)
    throw new NotResolvable(
      `${network} has not started from zero: it has included ${seen.includedSequence} transactions of the signer`,
      "list the open problems with: pda settlement problems",
    );
  return seen;
}
