import { parseAmount } from "../domain/amount/amount.ts";
import type { AssetTypeFacts } from "../domain/asset/asset-type.ts";
import { aboutField } from "../rpc/refusal.ts";

/** An amount of an asset type in minor units. @throws Failure INVALID_ARGUMENT, AMOUNT_NOT_ALLOWED about the field */
export function amountOf(field: string, amount: string, assetType: AssetTypeFacts): bigint {
  return aboutField(field, () => parseAmount(amount, assetType.decimals));
}
