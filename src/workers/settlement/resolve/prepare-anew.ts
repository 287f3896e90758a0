import type { OpenTransfer } from "../../../store/settlement/problems.ts";
import { askMs, NotResolvable, requireForeign, type ResolutionContext } from "./resolution.ts";

/**
 * Resolves SEQUENCE_REPLACED: pays a settlement by a new transfer. A final foreign transaction must have used the sequence of the former
 * transfer, so that the former transfer can never be included.
 *
 * @param foreign reference of the foreign transaction
 * @returns a summary of the changes; without `apply`, of the changes that would be made
 * @throws NotResolvable if the settlement could be paid twice, or its transfer has not lost its sequence
 */
export async function prepareAnew(
  context: ResolutionContext,
  settlementId: string,
  foreign: string,
): Promise<string> {
  const { store, adapter, apply, decidedBy, reason } = context;
  const open = await store.read.settlementProblems.open(settlementId);
  if (!open)
    throw new NotResolvable(
      `${settlementId} has no transfer that is not yet final`,
      "list the open problems with: pda settlement problems",
    );
  const { network, sequence, transfers, merchantId, attempt } = open;
  const { signer } = ownTransfer(open);
  const found = await requireForeign(context, network, signer, foreign);
  if (found.sequence !== sequence)
    throw new NotResolvable(
      `${foreign} has sequence ${found.sequence}, but the transfer has ${sequence}`,
      "name the transaction that has the transfer's sequence",
    );
  refuseIfPaid(open, found.transfer.movement, foreign);
  for (const { reference } of transfers) {
    const query = { network, reference, placement: { signer, sequence } };
    const { state } = await adapter.getTransfer(query, { timeoutMs: askMs });
    if (state !== "replaced")
      throw new NotResolvable(
        `the network reports "${state}" for the transfer ${reference} of this service; "replaced" is required`,
        "leave it: the worker tracks it",
      );
  }
  const summary = `${settlementId} is paid by a new transfer; sequence ${sequence} belongs to ${found.reference}`;
  if (!apply) return summary;
  await store.transact(async (tx) => {
    const end = { reason: "displaced", evidence: found.reference, nextAttemptMs: 0 } as const;
    if (!(await tx.settlementTransfers.setAside({ merchantId, settlementId, attempt }, end)))
      throw new NotResolvable(
        "the state of the settlement has changed meanwhile",
        "list the open problems with: pda settlement problems",
      );
    await tx.settlementProblems.intervened({
      action: "prepare_anew",
      network,
      settlement: { merchantId, settlementId },
      decidedBy,
      reason,
      detail: {
        foreign: found.reference,
        sequence: `${sequence}`,
        transfers: transfers.map(({ reference }) => reference),
      },
    });
  });
  return summary;
}

/** Refuses a transaction that moved the same asset to the same account. It may be the payout itself, made by someone who has the key. */
function refuseIfPaid(
  { account, networkAsset }: OpenTransfer,
  movement: { readonly asset: string; readonly to: string } | undefined,
  foreign: string,
): void {
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  if (movement && same(movement.to, account) && same(movement.asset, networkAsset))
    throw new NotResolvable(
      `${foreign} pays the same account in the same asset: a new transfer could pay it twice`,
      "find out who sent it. While it may be this payout, leave the settlement as it is",
    );
}

function ownTransfer({ settlementId, transfers }: OpenTransfer): OpenTransfer["transfers"][number] {
  const [transfer] = transfers;
  if (!transfer) throw new Error(`settlement ${settlementId} has lost its transfers`);
  return transfer;
}
