import type { AssetType } from "../../domain/asset/asset-type.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Transaction } from "../../store/store.ts";
import type { AssetDescription } from "./new-asset.ts";

/** What there is of all that descriptions of assets name. */
export interface Named {
  /** By code. */
  readonly types: ReadonlyMap<string, AssetType>;
  readonly merchants: ReadonlySet<string>;
}

/** Looks up what is named, each kind of it in one statement however many descriptions there are. */
export async function namedIn(
  tx: Transaction,
  publisherId: string,
  described: readonly AssetDescription[],
): Promise<Named> {
  return {
    types: await namedTypes(tx, publisherId, described),
    merchants: await namedMerchants(tx, described),
  };
}

/** The publisher's own asset types of those that are named; others' are as unknown as those that there are not. */
async function namedTypes(
  tx: Transaction,
  publisherId: string,
  described: readonly AssetDescription[],
): Promise<Map<string, AssetType>> {
  const codes = new Set(described.flatMap(({ assetType }) => assetType ?? []));
  if (codes.size === 0) return new Map();
  const found = await tx.assetTypes.byCodes([...codes]);
  return new Map([...found].filter(([, type]) => type.publisherId === publisherId));
}

async function namedMerchants(
  tx: Transaction,
  described: readonly AssetDescription[],
): Promise<ReadonlySet<string>> {
  const merchantIds = new Set(described.flatMap(({ ticket }) => ticket?.redeemers ?? []));
  if (merchantIds.size === 0) return merchantIds;
  return new Set((await tx.merchants.standings([...merchantIds])).keys());
}

/** @throws Failure UNKNOWN_REFERENCE about each of the field's merchants that there is not */
export function requireMerchants(field: string, merchantIds: readonly string[], { merchants }: Named): void {
  const [reason, message] = ["UNKNOWN_MERCHANT", "There is no such merchant."];
  const violations = merchantIds.flatMap((merchantId, place) =>
    merchants.has(merchantId) ? [] : [{ field: `${field}[${place}]`, reason, message }],
  );
  if (violations.length > 0) throw new Failure("UNKNOWN_REFERENCE", { reason, message, violations });
}
