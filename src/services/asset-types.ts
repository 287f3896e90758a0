import type { AssetType, AssetTypeFacts } from "../domain/asset/asset-type.ts";
import { Failure } from "../rpc/failure.ts";
import type { AssetTypeReader } from "../store/asset-type/asset-types.ts";

/** The asset type that a stored resource names; it cannot be missing, because the store refers to it. */
export async function assetTypeOf(reader: AssetTypeReader, assetTypeId: string): Promise<AssetType> {
  return (await assetTypesOf(reader, [assetTypeId]))(assetTypeId);
}

/** Facts of the asset types that stored resources name, from memory where they are known. */
export async function assetTypeFactsOf(
  reader: AssetTypeReader,
  assetTypeIds: readonly string[],
): Promise<(id: string) => AssetTypeFacts> {
  return present(await reader.factsByIds(assetTypeIds));
}

/** The asset types of several stored resources, read at once. */
export async function assetTypesOf(
  reader: AssetTypeReader,
  assetTypeIds: readonly string[],
): Promise<(id: string) => AssetType> {
  return present(await reader.byIds(assetTypeIds));
}

function present<T>(types: ReadonlyMap<string, T>): (id: string) => T {
  return (id) => {
    const type = types.get(id);
    if (!type) throw new Error(`asset type ${id} is missing from the store`);
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
