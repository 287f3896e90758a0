import { parseAmount } from "../../domain/amount/amount.ts";
import type { AssetType, AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import { requireActivePublisher } from "../../domain/publisher/publisher.ts";
import { Failure } from "../../rpc/failure.ts";
import { aboutField } from "../../rpc/refusal.ts";
import type { AssetTypeReader } from "../../store/asset-type/asset-types.ts";

/** A stored resource that refers to an asset type. */
interface OfAssetType {
  readonly assetTypeId: string;
}

/** Returns the asset type of a stored resource. It always exists, because the store has a foreign key to it. */
export async function assetTypeOf(reader: AssetTypeReader, assetTypeId: string): Promise<AssetType> {
  return (await assetTypesOf(reader, [{ assetTypeId }]))({ assetTypeId });
}

/** Returns the facts about the asset types of stored resources, from memory where they are cached. */
export async function assetTypeFactsOf(
  reader: AssetTypeReader,
  resources: readonly OfAssetType[],
): Promise<(resource: OfAssetType) => AssetTypeFacts> {
  return present(await reader.factsByIds(resources.map(({ assetTypeId }) => assetTypeId)));
}

/** Returns the asset types of several stored resources, in one read. */
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

/** Returns the failure for a request that names an unknown asset type. */
export function unknownAssetType(code: string, field = "asset_type"): Failure {
  return Failure.ofField(field, "UNKNOWN_ASSET_TYPE", `The asset type ${code} does not exist.`);
}

/** Returns the failure for a payment in an asset type that is on no network. */
export function notPayable(code: string, field = "asset_type"): Failure {
  return Failure.ofField(
    field,
    "ASSET_TYPE_NOT_PAYABLE",
    `The asset type ${code} is on no network, so it cannot be used for payments.`,
  );
}

/** Returns the asset type that a request names. @throws Failure UNKNOWN_REFERENCE about the field */
export async function requireAssetType(
  reader: AssetTypeReader,
  code: string,
  field = "asset_type",
): Promise<AssetType> {
  const type = await reader.byCode(code);
  if (!type) throw unknownAssetType(code, field);
  return type;
}

/**
 * Checks that value of an asset type may move between holders and merchants. Refunds and settlements do not ask: what was paid is given
 * back, and paid out, as with a suspended merchant.
 *
 * @param suspended codes of the asset types whose publisher is suspended
 * @throws Refused PUBLISHER_NOT_ACTIVE
 */
export function requireInForce(suspended: ReadonlySet<string>, { code }: Pick<AssetTypeFacts, "code">): void {
  requireActivePublisher({ status: suspended.has(code) ? "suspended" : "active" });
}

/** Returns an amount of an asset type in minor units. @throws Failure INVALID_ARGUMENT, AMOUNT_NOT_ALLOWED about the field */
export function amountOf(field: string, amount: string, assetType: AssetTypeFacts): bigint {
  return aboutField(field, () => parseAmount(amount, assetType.decimals));
}
