import type { IssueAssetRequest } from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import type { AssetType } from "../../../domain/asset/asset-type.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import type { TicketTerms } from "../../../domain/ticket/ticket.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { NewAsset } from "../../../store/asset/assets.ts";
import type { Transaction } from "../../../store/store.ts";
import { unknownAssetType } from "../../asset/asset-types.ts";
import { kindOf } from "../../asset/convert.ts";
import { termsOfRequest } from "../../ticket/convert.ts";

/** The description of an asset to be issued. */
export type AssetDescription = Pick<
  IssueAssetRequest,
  "assetProfile" | "supportedNetworks" | "metadata" | "assetType" | "ticket"
>;

/**
 * Returns a new asset of the publisher from its description.
 *
 * @param named the asset types and merchants that exist, of those that the description names
 * @throws Failure UNKNOWN_REFERENCE, INVALID_ARGUMENT about the field
 */
export function newAsset(publisherId: string, described: AssetDescription, named: Named): NewAsset {
  const { supportedNetworks, metadata, assetType } = described;
  const { kind, name, description } = profileOf(described);
  const ticket = termsOf(described);
  requireMerchants("ticket.redeemers", ticket?.redeemers ?? [], named);
  const asset = {
    assetId: newId("asset"),
    publisherId,
    kind,
    name,
    description,
    networks: supportedNetworks,
    metadata,
    ...(ticket ? { ticket } : {}),
  };
  if (assetType === undefined) return asset;
  const type = named.types.get(assetType);
  if (!type) throw unknownAssetType(assetType);
  return { ...asset, assetTypeId: type.assetTypeId };
}

/**
 * Returns the terms of a ticket; undefined for other kinds of assets.
 * @throws Failure INVALID_ARGUMENT about a time of the terms
 */
export function termsOf(described: AssetDescription): TicketTerms | undefined {
  return termsOfRequest(profileOf(described).kind, described.ticket);
}

function profileOf({ assetProfile }: AssetDescription) {
  const kind = assetProfile && kindOf(assetProfile.kind);
  if (!kind) throw new Error("the field rules accepted an asset without a kind");
  return { ...assetProfile, kind };
}

/**
 * Checks that all named networks are served.
 *
 * @param served the networks that are served, CAIP-2
 * @throws Failure UNKNOWN_REFERENCE naming the first network that is not served
 */
export function requireServed(served: readonly string[], { supportedNetworks }: AssetDescription): void {
  const unknown = supportedNetworks.find((network) => !served.includes(network));
  if (unknown === undefined) return;
  throw Failure.ofField("supported_networks", "UNKNOWN_NETWORK", `The network ${unknown} is not served.`);
}

/** The existing asset types and merchants that descriptions of assets name. */
export interface Named {
  /** By code. */
  readonly types: ReadonlyMap<string, AssetType>;
  readonly merchants: ReadonlySet<string>;
}

/** Reads all named asset types and merchants, with one SQL statement for each kind. */
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

/** Returns the publisher's own asset types among the named ones. Another publisher's asset type is left out like an unknown one. */
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

/** @throws Failure UNKNOWN_REFERENCE about each merchant of the field that does not exist */
function requireMerchants(field: string, merchantIds: readonly string[], { merchants }: Named): void {
  const [reason, message] = ["UNKNOWN_MERCHANT", "The merchant does not exist."] as const;
  const violations = merchantIds.flatMap((merchantId, place) =>
    merchants.has(merchantId) ? [] : [{ field: `${field}[${place}]`, reason, message }],
  );
  if (violations.length > 0) throw new Failure(reason, { message, violations });
}
