import type { AssetType } from "../asset/asset-type.ts";
import { Refused } from "../refused.ts";

/** Checks that the publisher allows transfers of this asset type between holders. @throws Refused ASSET_NOT_TRANSFERABLE */
export function requireTransferable({ code, policy }: Pick<AssetType, "code" | "policy">): void {
  if (!policy.transferable)
    throw new Refused(
      "ASSET_NOT_TRANSFERABLE",
      `Value of the asset type ${code} cannot be transferred to another holder. It can be used for payments.`,
    );
}
