import type { AssetType } from "../domain/asset/asset-type.ts";
import { Failure } from "../rpc/failure.ts";
import type { AssetTypeReader } from "../store/asset-type/store.ts";

/** The asset type that a stored resource names; it cannot be missing, because the store refers to it. */
export async function assetTypeOf(reader: AssetTypeReader, assetTypeId: string): Promise<AssetType> {
  return (await assetTypesOf(reader, [assetTypeId]))(assetTypeId);
}

/** The asset types of several stored resources, read at once. */
export async function assetTypesOf(
  reader: AssetTypeReader,
  assetTypeIds: readonly string[],
): Promise<(id: string) => AssetType> {
  const types = await reader.byIds(assetTypeIds);
  return (id) => {
    const type = types.get(id);
    if (!type) throw new Error(`asset type ${id} is missing from the store`);
    return type;
  };
}

/** The asset type that a request names. @throws Failure UNKNOWN_REFERENCE about the field */
export async function requireAssetType(
  reader: AssetTypeReader,
  code: string,
  field = "asset_type",
): Promise<AssetType> {
  const type = await reader.byCode(code);
  if (!type)
    throw Failure.ofField(
      "UNKNOWN_REFERENCE",
      field,
      "UNKNOWN_ASSET_TYPE",
      `There is no asset type ${code}.`,
    );
  return type;
}
