import { parseAmount } from "../../domain/amount/amount.ts";
import type { AssetType, AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import { Failure } from "../../rpc/failure.ts";
import { aboutField } from "../../rpc/refusal.ts";
import type { AssetTypeReader } from "../../store/asset-type/asset-types.ts";

/** A stored resource that is counted in an asset type. */
interface OfAssetType {
  readonly assetTypeId: string;
}

/** The asset type that a stored resource names; it cannot be missing, because the store refers to it. */
export async function assetTypeOf(reader: AssetTypeReader, assetTypeId: string): Promise<AssetType> {
  return (await assetTypesOf(reader, [{ assetTypeId }]))({ assetTypeId });
}

/** Facts of the asset types that stored resources name, from memory where they are known. */
export async function assetTypeFactsOf(
  reader: AssetTypeReader,
  resources: readonly OfAssetType[],
): Promise<(resource: OfAssetType) => AssetTypeFacts> {
  return present(await reader.factsByIds(resources.map(({ assetTypeId }) => assetTypeId)));
}

/** The asset types of several stored resources, read at once. */
export async function assetTypesOf(
  reader: AssetTypeReader,
  resources: readonly OfAssetType[],
): Promise<(resource: OfAssetType) => AssetType> {
  return present(await reader.byIds(resources.map(({ assetTypeId }) => assetTypeId)));
}

function present<T>(types: ReadonlyMap<string, T>): (resource: OfAssetType) => T {
  return ({ assetTypeId }) => {
    const type = types.get(assetTypeId);
    if (!type) throw new Error(`asset type ${assetTypeId} is missing from the store`);
    return type;
  };
}

/** A request names an asset type that there is not. */
export function unknownAssetType(code: string, field = "asset_type"): Failure {
  return Failure.ofField("UNKNOWN_REFERENCE", field, "UNKNOWN_ASSET_TYPE", `There is no asset type ${code}.`);
}

/** Payments cannot be made in an asset type that is on no network. */
export function notPayable(code: string, field = "asset_type"): Failure {
  return Failure.ofField(
    "UNKNOWN_REFERENCE",
    field,
    "ASSET_TYPE_NOT_PAYABLE",
    `The asset type ${code} is on no network: payments cannot be made in it.`,
  );
}

/** The asset type that a request names. @throws Failure UNKNOWN_REFERENCE about the field */
export async function requireAssetType(
  reader: AssetTypeReader,
  code: string,
  field = "asset_type",
): Promise<AssetType> {
  const type = await reader.byCode(code);
  if (!type) throw unknownAssetType(code, field);
  return type;
}

/** An amount of an asset type in minor units. @throws Failure INVALID_ARGUMENT, AMOUNT_NOT_ALLOWED about the field */
export function amountOf(field: string, amount: string, assetType: AssetTypeFacts): bigint {
  return aboutField(field, () => parseAmount(amount, assetType.decimals));
}
