import type { OwnershipServiceService } from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { sameTag } from "../../trust/ownership/tags.ts";
import { pageRequest, pageToken } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import type { OwnershipDeps } from "../deps.ts";
import { ownedAssetToProto } from "./convert.ts";
import { readShelf, shelfPlace } from "./holder-lists.ts";

/** Lists the assets that a wallet owns, the most recently acquired first. */
export const listOwnedAssets =
  (deps: OwnershipDeps): Handlers<typeof OwnershipServiceService>["listOwnedAssets"] =>
  async ({ request, read }) => {
    const binding = { list: "assets", walletId: request.walletId };
    const page = pageRequest(request, binding, shelfPlace);
    const holder = requireFound(await read.wallets.getHolder(request.walletId));
    const { items, next } = await readShelf(read.shelves, deps, { shelf: "assets", holder }, page);
    const ids = items.map(({ id }) => id);
    const [assets, titles] = await Promise.all([read.assets.getMany(ids), read.titles.findMany(ids)]);
    return {
      items: items.flatMap(({ id, keyThumbprint }) => {
        const [asset, head] = [assets.get(id), titles.get(id)?.head];
        // An asset can change its owner after its shelf was read, so the owner is checked again. An asset that came back to
        // the wallet since then is on the shelf of a newer key or at a newer place, as any newly acquired asset.
        const owned = sameTag(head?.ownerTag, deps.ownershipTags.owner(id, keyThumbprint));
        return asset && head && owned ? [ownedAssetToProto(asset, head)] : [];
      }),
      nextPageToken: pageToken(next, binding),
    };
  };
