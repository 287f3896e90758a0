import type { Asset } from "../../domain/asset/asset.ts";
import { entryHash, textHash } from "../../domain/ownership/entry.ts";
import type { OwnedTitle, Transfer } from "../../domain/ownership/ownership.ts";
import type { Wallet } from "../../domain/wallet/wallet.ts";
import type { Transaction } from "../../store/store.ts";
import { assetEvent } from "../asset/event.ts";
import type { ServiceDeps } from "../deps.ts";
import { shelfItem } from "./holder-lists.ts";
import { offerOf, sealText } from "./sealed-texts.ts";

/** An asset's move to a new owner. */
interface Move {
  /** Locked by this transaction. */
  readonly title: OwnedTitle;
  /** Open, and the next transfer of this title. */
  readonly transfer: Transfer;
  readonly receiver: Wallet;
  /** The recipient's compact JWS; null for a gift that needs no acceptance. */
  readonly acceptance: string | null;
  /** True when the transfer is already on the recipient's shelf, because it was offered to the recipient. */
  readonly listed: boolean;
}

/**
 * Makes the recipient the owner. The entry, the title's head, the transfer, the shelves and the event are written in this transaction
 * together.
 */
export async function moveTitle(
  tx: Transaction,
  deps: Pick<ServiceDeps, "sealer" | "ownershipTags" | "receipts">,
  { title, transfer, receiver, acceptance, listed }: Move,
): Promise<Transfer> {
  const { ownershipTags: tags } = deps;
  const { assetId, transferId, seq, offerHash } = transfer;
  const { keyThumbprint } = receiver;
  const entry = {
    assetId,
    seq,
    prevEntryHash: title.head?.entryHash ?? null,
    offerHash,
    acceptanceHash: acceptance === null ? null : textHash(acceptance),
  };
  const hash = entryHash(entry);
  const giverKey = offerOf(deps, transfer).key;
  // The asset is on the shelf of the key that the giver had when it acquired the asset.
  const giverKeys = giverKey === undefined ? [] : await tx.wallets.keysOfSameHolder(giverKey);
  const [, moved, , , asset, now] = await Promise.all([
    tx.titles.append(transfer, { ...entry, entryHash: hash }, tags.owner(assetId, keyThumbprint)),
    tx.transfers.end(transfer, {
      status: "accepted",
      entryHash: hash,
      receipt: deps.receipts.sign("ownership", { ...entry, entryHash: hash }),
      // The tag of the offer stays, although the recipient may have replaced its key: the tag and the shelf then name the same key.
      receiverTag: transfer.receiverTag ?? tags.party("receiver", transferId, keyThumbprint),
      sealedAcceptance:
        acceptance === null
          ? null
          : sealText(deps, "acceptance", transferId, { text: acceptance, key: keyThumbprint }),
    }),
    giverKeys.length === 0 ? undefined : tx.shelves.take(giverKeys.map((key) => tags.item(assetId, key))),
    tx.shelves.put([
      shelfItem(deps, "assets", assetId, keyThumbprint),
      ...(listed ? [] : [shelfItem(deps, "transfers", transferId, keyThumbprint)]),
    ]),
    tx.assets.get(assetId),
    tx.clock.now(),
  ]);
  await tx.outbox.append([assetEvent("ownership.transferred", asset as Asset, now)]);
  return moved;
}
