import type { AssetType } from "../asset/asset-type.ts";
import { Refused } from "../refused.ts";

/** Value goes to another wallet than the one that it comes from. @throws Refused RECEIVER_IS_SENDER */
export function requireOtherWallet(walletId: string, toWalletId: string): void {
  if (walletId === toWalletId)
    throw new Refused("RECEIVER_IS_SENDER", "It is the wallet that the value would come from.");
}

/** The publisher lets value of this type go from holder to holder. @throws Refused ASSET_NOT_TRANSFERABLE */
export function requireTransferable({ code, policy }: Pick<AssetType, "code" | "policy">): void {
  if (!policy.transferable)
    throw new Refused(
      "ASSET_NOT_TRANSFERABLE",
      `Value of the type ${code} stays with its holder; it can be paid with.`,
    );
}
