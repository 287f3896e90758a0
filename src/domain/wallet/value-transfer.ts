import type { AssetType } from "../asset/asset-type.ts";
import { Refused } from "../refused.ts";

/** Checks that value goes to another wallet. @throws Refused RECEIVER_IS_SENDER */
export function requireOtherWallet(walletId: string, toWalletId: string): void {
  if (walletId === toWalletId)
    throw new Refused("RECEIVER_IS_SENDER", "The receiving wallet is also the sending wallet.");
}

/** Checks that the publisher allows transfers of this asset type between holders. @throws Refused ASSET_NOT_TRANSFERABLE */
export function requireTransferable({ code, policy }: Pick<AssetType, "code" | "policy">): void {
  if (!policy.transferable)
    throw new Refused(
      "ASSET_NOT_TRANSFERABLE",
      `Value of the asset type ${code} cannot be transferred to another holder. It can be used for payments.`,
    );
}
