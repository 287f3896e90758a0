import { newId } from "../../domain/identifier/identifier.ts";
import { textHash } from "../../domain/ownership/entry.ts";
import type { OwnedTitle, Transfer } from "../../domain/ownership/ownership.ts";
import { requireUnowned } from "../../domain/ownership/title.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Transaction } from "../../store/store.ts";
import { giftText, type Recipient } from "../../trust/ownership/transfer.ts";
import type { ServiceDeps } from "../deps.ts";
import { requireIssuing } from "../publisher/own-publisher.ts";
import { sealText } from "./records.ts";

/**
 * The publisher's own asset, locked, that nobody owns yet.
 *
 * @throws Failure NOT_FOUND, the same for unknown and for other publishers' assets; Refused PUBLISHER_NOT_ACTIVE, ASSET_OWNED, ASSET_ENDED
 */
export async function lockUnowned(
  tx: Transaction,
  named: { readonly publisherId: string; readonly assetId: string },
): Promise<OwnedTitle> {
  const { publisherId } = await requireIssuing(tx.publishers, named.publisherId);
  const title = await tx.titles.lock(named.assetId);
  if (title?.publisherId !== publisherId) throw new Failure("NOT_FOUND");
  requireUnowned(title);
  return title;
}

/** Stores a gift as the one open offer of its asset; the one before is withdrawn. */
export async function storeGift(
  tx: Transaction,
  deps: Pick<ServiceDeps, "sealer" | "ownershipTags">,
  { assetId, publisherId }: OwnedTitle,
  recipient: Recipient,
  expiresAt: Date,
): Promise<Transfer> {
  const transferId = newId("transfer");
  const text = giftText({ transferId, assetId, publisherId, ...recipient });
  const [, transfer] = await Promise.all([
    tx.transfers.cancelOpen(assetId),
    tx.transfers.insert({
      transferId,
      publisherId,
      assetId,
      seq: 1,
      offerHash: textHash(text),
      ...(recipient.toKey === undefined
        ? { claimCodeHash: Buffer.from(recipient.claimCodeHash, "base64url") }
        : { receiverTag: deps.ownershipTags.party("receiver", transferId, recipient.toKey) }),
      sealedOffer: sealText(deps, "offer", transferId, { text }),
      expiresAt,
    }),
  ]);
  return transfer;
}
