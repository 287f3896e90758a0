import type { OwnershipServiceService } from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import type { OwnershipDeps } from "../deps.ts";
import { ownedAssetToProto } from "./convert.ts";
import { readShelf } from "./holder-lists.ts";
import { hasTag } from "./transfer-role.ts";

/** Lists the assets that a wallet owns, the most recently acquired first. */
export const listOwnedAssets =
  (deps: OwnershipDeps): Handlers<typeof OwnershipServiceService>["listOwnedAssets"] =>
  async ({ request, read }) => {
    const binding = { list: "assets", walletId: request.walletId };
    const page = pageRequest(request, binding);
    const holder = requireFound(await read.wallets.getHolder(request.walletId));
    const { items, next } = await readShelf(read.shelves, deps, { shelf: "assets", holder }, page);
    const [assets, titles] = await Promise.all([read.assets.getMany(items), read.titles.findMany(items)]);
    return {
      items: items.flatMap((id) => {
        const [asset, head] = [assets.get(id), titles.get(id)?.head];
        // An asset can change its owner after its shelf was read, so the owner is checked again.
        const owned = hasTag(head?.ownerTag, holder, (key) => deps.ownershipTags.owner(id, key));
        return asset && head && owned ? [ownedAssetToProto(asset, head)] : [];
      }),
      nextPageToken: pageToken(next, binding),
    };
  };
