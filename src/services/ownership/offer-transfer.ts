import type {
  OfferTransferRequest,
  OfferTransferResponse,
} from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import { textHash } from "../../domain/ownership/entry.ts";
import type { OwnedTitle, Transfer } from "../../domain/ownership/ownership.ts";
import { requireOfferable } from "../../domain/ownership/title.ts";
import { Refused } from "../../domain/refused.ts";
import type { Wallet } from "../../domain/wallet/wallet.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import { refused } from "../../trust/jws.ts";
import type { OwnerOffer } from "../../trust/ownership/offer.ts";
import { sameTag } from "../../trust/ownership/tags.ts";
import { requireWallet } from "../wallet/own-wallet.ts";
import { transferToProto } from "./convert.ts";
import type { OwnershipDeps } from "./index.ts";
import { roleOf } from "./party.ts";
import { sealText } from "./records.ts";
import { shelfItem } from "./shelf.ts";
import { requireOffer, signatureRefused } from "./signatures.ts";

/** An offer of an asset by its owner's signature. */
export const offerTransfer =
  (deps: OwnershipDeps): Handler<OfferTransferRequest, OfferTransferResponse> =>
  async ({ request, transact }) =>
    transact(async (tx) => {
      const { ownershipTags: tags, publicUrl } = deps;
      const owner = await requireWallet(tx.wallets, request.walletId);
      const signedAt = new Date();
      const offer = await requireOffer(request.offer, owner, { publicUrl, now: signedAt });
      const [title, known, now] = await Promise.all([
        tx.titles.lock(offer.assetId),
        tx.transfers.get(offer.transferId),
        tx.clock.now(),
      ]);
      const role = known && roleOf(tags, known, owner);
      if (role === "giver" && known?.offerHash === textHash(request.offer))
        return { transfer: transferToProto(deps, { transfer: known, role }, now) };
      // The tolerance for clocks is for signatures that are used up at once; an offer that nobody could accept is not made.
      if (offer.expiresAt <= signedAt) throw signatureRefused("offer", refused("JWS_EXPIRED"));
      const ownTag = tags.owner(offer.assetId, owner.keyThumbprint);
      requireOfferable(title, sameTag(title?.head?.ownerTag, ownTag), offer);
      if (offer.toKey === owner.keyThumbprint)
        throw new Refused("RECIPIENT_IS_OWNER", "The asset is offered to its owner.");
      // What is left of the offer's life counts from now on in business time, which a sandbox can put forward.
      const expiresAt = new Date(now.getTime() + offer.expiresAt.getTime() - signedAt.getTime());
      const made = { offer, text: request.offer, expiresAt };
      const transfer = await storeOffer(tx, deps, title as OwnedTitle, owner, made);
      return { transfer: transferToProto(deps, { transfer, role: "giver" }, now) };
    });

async function storeOffer(
  tx: Transaction,
  deps: OwnershipDeps,
  { publisherId }: OwnedTitle,
  { keyThumbprint }: Wallet,
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
