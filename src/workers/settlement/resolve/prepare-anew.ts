import type { OpenTransfer } from "../../../store/settlement/problems.ts";
import { askMs, NotResolvable, requireForeign, type ResolutionContext } from "./resolution.ts";

/**
 * SEQUENCE_REPLACED: has a settlement paid by a new transfer, when a final foreign transaction has the place of the former one, so
 * that this can never be included.
 *
 * @param foreign reference of that transaction
 * @returns what was, or would be, done
 * @throws NotResolvable when the settlement could be paid twice, or its transfer has not lost its place
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
      `${settlementId} has no transfer that is not final`,
      "see what waits with: pda settlement problems",
    );
  const { network, sequence, transfers, merchantId, attempt } = open;
  const { signer } = ownTransfer(open);
  const found = await requireForeign(context, network, signer, foreign);
  if (found.sequence !== sequence)
    throw new NotResolvable(
      `${foreign} has sequence ${found.sequence}, the transfer has ${sequence}`,
      "name the transaction that has the transfer's sequence",
    );
  refuseIfPaid(open, found.transfer.movement, foreign);
  for (const { reference } of transfers) {
    const query = { network, reference, placement: { signer, sequence } };
    const { state } = await adapter.getTransfer(query, { timeoutMs: askMs });
    if (state !== "replaced")
      throw new NotResolvable(
        `the network says "${state}" of our transfer ${reference}, not that another took its place`,
        "leave it: it is being followed",
      );
  }
  const summary = `${settlementId} is paid by a new transfer; sequence ${sequence} belongs to ${found.reference}`;
  if (!apply) return summary;
  await store.transact(async (tx) => {
    const end = { reason: "displaced", evidence: found.reference, nextAttemptMs: 0 } as const;
    if (!(await tx.settlementTransfers.setAside({ merchantId, settlementId, attempt }, end)))
      throw new NotResolvable("the settlement has moved on meanwhile", "see: pda settlement problems");
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

/** Whatever moved the same asset to the same account may be the payout itself, made by somebody who holds the key. */
function refuseIfPaid(
  { account, networkAsset }: OpenTransfer,
  movement: { readonly asset: string; readonly to: string } | undefined,
  foreign: string,
): void {
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  if (movement && same(movement.to, account) && same(movement.asset, networkAsset))
    throw new NotResolvable(
      `${foreign} pays the same account in the same asset: a new transfer could pay it twice`,
      "find out who sent it; as long as it may be this payout, leave the settlement as it is",
    );
}

function ownTransfer({ settlementId, transfers }: OpenTransfer): OpenTransfer["transfers"][number] {
  const [transfer] = transfers;
  if (!transfer) throw new Error(`settlement ${settlementId} has lost its transfers`);
  return transfer;
}
