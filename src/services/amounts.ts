import { isZeroAmount, parseAmount } from "../domain/amount/amount.ts";
import type { AssetTypeFacts } from "../domain/asset/asset-type.ts";
import { Failure } from "../rpc/failure.ts";
import { aboutField } from "../rpc/refusal.ts";

/** Refuses an amount of zero before anything is looked up. @throws Failure INVALID_ARGUMENT about the field */
export function refuseZero(field: string, amount: string): void {
  if (isZeroAmount(amount))
    throw Failure.ofField("INVALID_ARGUMENT", field, "AMOUNT_NOT_POSITIVE", "The amount must be above zero.");
}

/** An amount of an asset type in minor units. @throws Failure INVALID_ARGUMENT, AMOUNT_NOT_ALLOWED about the field */
export function amountOf(field: string, amount: string, assetType: AssetTypeFacts): bigint {
  return aboutField(field, () => parseAmount(amount, assetType.decimals));
}
