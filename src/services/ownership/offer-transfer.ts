import type { OwnershipServiceService } from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import { textHash } from "../../domain/ownership/entry.ts";
import type { OwnedTitle, Transfer } from "../../domain/ownership/ownership.ts";
import { requireOfferable } from "../../domain/ownership/title.ts";
import { Refused } from "../../domain/refused.ts";
import type { Holder } from "../../domain/wallet/wallet.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import type { OwnerOffer } from "../../trust/ownership/transfer.ts";
import { refused } from "../../trust/wallet-signature.ts";
import { requireFound } from "../contract/require-found.ts";
import type { OwnershipDeps } from "../deps.ts";
import { requireSameKey, signatureRefused } from "../wallet/signature.ts";
import { transferToProto } from "./convert.ts";
import { shelfItem } from "./holder-lists.ts";
import { sealText } from "./sealed-texts.ts";
import { requireOffer } from "./signatures.ts";
import { hasTag, roleOf } from "./transfer-role.ts";

/** Offers an asset when its owner has signed the offer. */
export const offerTransfer =
  (deps: OwnershipDeps): Handlers<typeof OwnershipServiceService>["offerTransfer"] =>
  async ({ request, transact }) =>
    transact(async (tx) => {
      const { ownershipTags: tags, publicUrl } = deps;
      const signer = requireFound(await tx.wallets.get(request.walletId));
      const signedAt = new Date();
      const terms = { publicUrl, now: signedAt, wallets: tx.wallets };
      const offer = await requireOffer(request.offer, signer, terms);
      const owner = requireSameKey("offer", signer, await tx.wallets.lock(request.walletId));
      const [title, known, now] = await Promise.all([
        tx.titles.lock(offer.assetId),
        tx.transfers.get(offer.transferId),
        tx.clock.now(),
      ]);
      const role = known && roleOf(tags, known, owner);
      if (role === "giver" && known?.offerHash === textHash(request.offer))
        return { transfer: transferToProto(deps, { transfer: known, role }, now) };
      // The clock tolerance is meant for signatures that are used at once. An offer that has expired already could not be accepted, so it
      // is refused.
      if (offer.expiresAt <= signedAt) throw signatureRefused("offer", refused("JWS_EXPIRED"));
      const isOwner = hasTag(title?.head?.ownerTag, owner, (key) => tags.owner(offer.assetId, key));
      requireOfferable(title, isOwner, offer);
      if (offer.toKey !== undefined && owner.keyThumbprints.includes(offer.toKey))
        throw new Refused(
          "RECIPIENT_IS_OWNER",
          "The owner cannot offer the asset to itself; name another recipient.",
        );
      // The rest of the offer's life starts now in business time. A sandbox can put business time forward.
      const expiresAt = new Date(now.getTime() + offer.expiresAt.getTime() - signedAt.getTime());
      const made = { offer, text: request.offer, expiresAt };
      const transfer = await storeOffer(tx, deps, title as OwnedTitle, owner, made);
      return { transfer: transferToProto(deps, { transfer, role: "giver" }, now) };
    });

async function storeOffer(
  tx: Transaction,
  deps: OwnershipDeps,
  { publisherId }: OwnedTitle,
  { keyThumbprint }: Holder,
  { offer, text, expiresAt }: { offer: OwnerOffer; text: string; expiresAt: Date },
): Promise<Transfer> {
  const { transferId, assetId, seq, toKey, claimCodeHash } = offer;
  const { ownershipTags: tags } = deps;
  const recipient = toKey === undefined ? [] : [toKey];
  const [, transfer] = await Promise.all([
    tx.transfers.expireOverdue(assetId),
    tx.transfers.insert({
      transferId,
      publisherId,
      assetId,
      seq,
      offerHash: textHash(text),
      giverTag: tags.party("giver", transferId, keyThumbprint),
      ...(toKey === undefined
        ? { claimCodeHash: Buffer.from(claimCodeHash, "base64url") }
        : { receiverTag: tags.party("receiver", transferId, toKey) }),
      sealedOffer: sealText(deps, "offer", transferId, { text, key: keyThumbprint }),
      expiresAt,
    }),
  ]);
  await tx.shelves.put(
    [keyThumbprint, ...recipient].map((holder) => shelfItem(deps, "transfers", transferId, holder)),
  );
  return transfer;
}
