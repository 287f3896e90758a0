import type { IssueAssetRequest } from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import type { TicketTerms } from "../../domain/ticket/ticket.ts";
import { Failure } from "../../rpc/failure.ts";
import type { NewAsset } from "../../store/asset/assets.ts";
import { kindOf } from "../asset/convert.ts";
import { unknownAssetType } from "../asset-types.ts";
import { termsOfRequest } from "../ticket/terms.ts";
import { type Named, requireMerchants } from "./named.ts";

/** What a request says of an asset that is to be issued. */
export type AssetDescription = Pick<
  IssueAssetRequest,
  "assetProfile" | "supportedNetworks" | "metadata" | "assetType" | "ticket"
>;

/**
 * A new asset of the publisher as it is described.
 *
 * @param named what there is of all that it names
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

/** The terms of an asset that is a ticket. @throws Failure INVALID_ARGUMENT about the field `ticket` or a member of it */
export function termsOf(described: AssetDescription): TicketTerms | undefined {
  return termsOfRequest(profileOf(described).kind, described.ticket);
}

function profileOf({ assetProfile }: AssetDescription) {
  const kind = assetProfile && kindOf(assetProfile.kind);
  if (!kind) throw new Error("the field rules let an asset without a kind through");
  return { ...assetProfile, kind };
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
