import type { OpenTransfer } from "../../../store/settlement/problems.ts";
import type { EndReason } from "../../../store/settlement/transfers.ts";
import { isFinal } from "../finding.ts";
import { owedFor, same } from "./owed.ts";
import { askMs, type Foreign, NotResolvable, requireForeign, type ResolutionContext } from "./resolution.ts";
import { changedMeanwhile, requireOpen, requireUnclear } from "./unclear.ts";

/**
 * Resolves SEQUENCE_REPLACED and TRANSFER_UNCLEAR: pays a settlement by a new transfer. The former transfer's sequence must be used for
 * good, either by a foreign transaction, or by the former transfer itself, of which a person has found out that it moved nothing.
 *
 * @param foreign reference of the foreign transaction; undefined for TRANSFER_UNCLEAR
 * @param isUnrelated a person has found out that the foreign transaction has paid nothing of what this database owes
 * @returns a summary of the changes; without `apply`, of the changes that would be made
 * @throws NotResolvable if the settlement could be paid twice, or its transfer has not lost its sequence
 */
export async function prepareAnew(
  context: ResolutionContext,
  settlementId: string,
  foreign?: string,
  isUnrelated = false,
): Promise<string> {
  const { store, apply, decidedBy, reason } = context;
  const open = await requireOpen(context, settlementId);
  const { network, sequence, transfers, merchantId, attempt } = open;
  const { end, because, facts } =
    foreign === undefined
      ? await endOfUnclear(context, open)
      : await endByForeign(context, open, foreign, isUnrelated);
  const summary = `${settlementId} is paid by a new transfer; ${because}`;
  if (!apply) return summary;
  await store.transact(async (tx) => {
    if (!(await tx.settlementTransfers.setAside({ merchantId, settlementId, attempt }, end)))
      throw changedMeanwhile();
    await tx.settlementProblems.intervened({
      action: "prepare_anew",
      network,
      settlement: { merchantId, settlementId },
      decidedBy,
      reason,
      detail: {
        ...facts,
        sequence: `${sequence}`,
        transfers: transfers.map(({ reference }) => reference),
      },
    });
  });
  return summary;
}

/** Why the transfers of a settlement can never be included any more, or have moved nothing. */
interface End {
  readonly end: { readonly reason: EndReason; readonly evidence: string; readonly nextAttemptMs: number };
  /** For the summary. */
  readonly because: string;
  /** Stored with the decision. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Returns the end of a transfer that a person says has moved nothing. @throws NotResolvable unless it is unclear and final */
async function endOfUnclear(context: ResolutionContext, open: OpenTransfer): Promise<End> {
  const { transfer, inclusion } = await requireUnclear(context, open);
  return {
    end: { reason: "failed", evidence: inclusion, nextAttemptMs: 0 },
    because: `${transfer.reference} counts as a transfer that moved nothing. If it has moved anything to ${open.account}, that is paid in addition`,
    facts: { unclear: transfer.reference },
  };
}

/** Returns the end of a transfer whose sequence a foreign transaction has used. @throws NotResolvable unless that is certain */
async function endByForeign(
  context: ResolutionContext,
  open: OpenTransfer,
  foreign: string,
  isUnrelated: boolean,
): Promise<End> {
  const { network, sequence, transfers } = open;
  const { signer } = ownTransfer(open);
  const found = await requireForeign(context, network, signer, foreign);
  if (found.sequence !== sequence)
    throw new NotResolvable(
      `${foreign} has sequence ${found.sequence}, but the transfer has ${sequence}`,
      "name the transaction that has the transfer's sequence",
    );
  if (!isFinal(open, found.transfer))
    throw new NotResolvable(
      `${foreign} has ${found.transfer.confirmationCount} confirmations, but the settlement requires ${open.confirmationsRequired}: a reorganisation could still bring back the service's own transfer`,
      "wait for more confirmations, then run the same command again",
    );
  if (!isUnrelated) {
    refuseIfPaid(open, found);
    await refuseIfOwed(context, open, found);
  }
  for (const { reference } of transfers) {
    const query = { network, reference, placement: { signer, sequence } };
    const { state } = await context.adapter.getTransfer(query, { timeoutMs: askMs });
    if (state !== "replaced")
      throw new NotResolvable(
        `the network reports "${state}" for the transfer ${reference} of this service; "replaced" is required`,
        "leave it: the worker tracks it",
      );
  }
  return {
    end: { reason: "displaced", evidence: found.reference, nextAttemptMs: 0 },
    because: `sequence ${sequence} belongs to ${found.reference}`,
    facts: { foreign: found.reference, ...(isUnrelated ? { decision: "unrelated" } : {}) },
  };
}

const newer = "restore a newer state of the database (point-in-time recovery)";
const unrelated = (reference: string): string =>
  `if it has paid nothing that is owed here, as a transaction of a thief of the key, name it as ${reference}=unrelated`;

/** Refuses a transaction that moved the same asset to the same account. It may be the payout itself, made by someone who has the key. */
function refuseIfPaid(
  { account, networkAsset }: OpenTransfer,
  { reference, transfer: { movement } }: Foreign,
): void {
  if (movement && same(movement.to, account) && same(movement.asset, networkAsset))
    throw new NotResolvable(
      `${reference} pays the same account in the same asset: a new transfer could pay it twice`,
      `find out who sent it. While it may be this payout, leave the settlement as it is; ${unrelated(reference)}`,
    );
}

/**
 * Refuses a transaction that has paid a merchant to whom this database still owes something. After a restore it may be a lost payout, of this
 * settlement to a former account or of another settlement, which a worker would pay again meanwhile. Once nothing is owed, a payment to a
 * merchant does not hold up the settlement.
 */
async function refuseIfOwed(
  { store }: ResolutionContext,
  { settlementId }: OpenTransfer,
  { reference, transfer: { movement, state, inclusion } }: Foreign,
): Promise<void> {
  if (!movement || state === "failed") return;
  const owed = await store.transact((tx) => owedFor(tx, movement, inclusion?.blockTime ?? new Date()));
  if (!owed) return;
  const other = owed.settlement?.settlementId ?? "earlier payments";
  throw new NotResolvable(
    `${reference} pays ${movement.to}, the account of a merchant to whom this database still owes money for ${other}. It may be a payout that this database has lost`,
    other === settlementId
      ? `find out what the transaction has paid. While it may be this payout, leave the settlement as it is, or ${newer}; ${unrelated(reference)}`
      : `stop the workers, which would pay that money, and find out what the transaction has paid. If it has paid that money, ${newer}; ${unrelated(reference)}`,
  );
}

function ownTransfer({ settlementId, transfers }: OpenTransfer): OpenTransfer["transfers"][number] {
  const [transfer] = transfers;
  if (!transfer) throw new Error(`settlement ${settlementId} has lost its transfers`);
  return transfer;
}
