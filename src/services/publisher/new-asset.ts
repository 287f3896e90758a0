import type { IssueAssetRequest } from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { AssetType } from "../../domain/asset/asset-type.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import type { TicketTerms } from "../../domain/ticket/ticket.ts";
import { Failure } from "../../rpc/failure.ts";
import type { NewAsset } from "../../store/asset/store.ts";
import type { AssetTypeReader } from "../../store/asset-type/store.ts";
import { kindOf } from "../asset/convert.ts";
import { unknownAssetType } from "../asset-types.ts";
import { termsOfRequest } from "../ticket/terms.ts";

/** What a request says of an asset that is to be issued. */
export type AssetDescription = Pick<
  IssueAssetRequest,
  "assetProfile" | "supportedNetworks" | "metadata" | "assetType" | "ticket"
>;

/**
 * A new asset of the publisher as it is described.
 *
 * @param types the publisher's asset types by code, among them the one that is named
 * @throws Failure UNKNOWN_REFERENCE, INVALID_ARGUMENT about the field
 */
export function newAsset(
  publisherId: string,
  described: AssetDescription,
  types: ReadonlyMap<string, AssetType>,
): NewAsset {
  const { supportedNetworks, metadata, assetType } = described;
  const { kind, name, description } = profileOf(described);
  const ticket = termsOf(described);
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
  const type = types.get(assetType);
  if (!type) throw unknownAssetType(assetType);
  return { ...asset, assetTypeId: type.assetTypeId };
}

/** The terms of an asset that is a ticket. @throws Failure INVALID_ARGUMENT about the field `ticket` or a member of it */
export function termsOf(described: AssetDescription): TicketTerms | undefined {
  return termsOfRequest(profileOf(described).kind, described.ticket);
}

function profileOf({ assetProfile }: AssetDescription) {
  const kind = assetProfile && kindOf(assetProfile.kind);
  if (!kind) throw new Error("the field rules let an asset without a kind through");
  return { ...assetProfile, kind };
}

/** The publisher's own asset types of those that are named; others' are as unknown as those that there are not. */
export async function namedTypes(
  assetTypes: AssetTypeReader,
  publisherId: string,
  described: readonly AssetDescription[],
): Promise<Map<string, AssetType>> {
  const codes = new Set(described.flatMap(({ assetType }) => assetType ?? []));
  if (codes.size === 0) return new Map();
  const found = await assetTypes.byCodes([...codes]);
  return new Map([...found].filter(([, type]) => type.publisherId === publisherId));
}

/**
 * @param served the networks that are served, CAIP-2
 * @throws Failure UNKNOWN_REFERENCE naming the first network that is not served
 */
export function requireServed(served: readonly string[], { supportedNetworks }: AssetDescription): void {
  const unknown = supportedNetworks.find((network) => !served.includes(network));
  if (unknown === undefined) return;
  throw Failure.ofField(
    "UNKNOWN_REFERENCE",
    "supported_networks",
    "UNKNOWN_NETWORK",
    `The network ${unknown} is not served.`,
  );
}
