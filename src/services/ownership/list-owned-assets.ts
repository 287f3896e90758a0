import type {
  ListOwnedAssetsRequest,
  ListOwnedAssetsResponse,
} from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { sameTag } from "../../trust/ownership/tags.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { requireWallet } from "../wallet/own-wallet.ts";
import { ownedAssetToProto } from "./convert.ts";
import type { OwnershipDeps } from "./index.ts";
import { readShelf } from "./shelf.ts";

/** Assets that a wallet owns, the last acquired first. */
export const listOwnedAssets =
  (deps: OwnershipDeps): Handler<ListOwnedAssetsRequest, ListOwnedAssetsResponse> =>
  async ({ request, read }) => {
    const binding = { list: "assets", walletId: request.walletId };
    const page = pageRequest(request, binding);
    const { keyThumbprint } = await requireWallet(read.wallets, request.walletId);
    const { items, next } = await readShelf(read.shelves, deps, { shelf: "assets", keyThumbprint }, page);
    const [assets, titles] = await Promise.all([read.assets.getMany(items), read.titles.findMany(items)]);
    return {
      items: items.flatMap((id) => {
        const [asset, head] = [assets.get(id), titles.get(id)?.head];
        // What has just changed hands still stood on the shelf when it was read.
        const owned = sameTag(head?.ownerTag, deps.ownershipTags.owner(id, keyThumbprint));
        return asset && head && owned ? [ownedAssetToProto(asset, head)] : [];
      }),
      nextPageToken: pageToken(next, binding),
    };
  };
