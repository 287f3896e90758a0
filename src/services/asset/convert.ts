import * as proto from "../../../gen/ts/pda/asset/v1/asset.ts";
import type { Asset, AssetKind } from "../../domain/asset/asset.ts";
import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import { wordOf } from "../contract/enum.ts";

const kinds: Record<AssetKind, proto.AssetKind> = {
  good: proto.AssetKind.ASSET_KIND_GOOD,
  ticket: proto.AssetKind.ASSET_KIND_TICKET,
  identity: proto.AssetKind.ASSET_KIND_IDENTITY,
  value: proto.AssetKind.ASSET_KIND_VALUE,
};

const statuses: Record<LifecycleStatus, proto.LifecycleStatus> = {
  issued: proto.LifecycleStatus.LIFECYCLE_STATUS_ISSUED,
  active: proto.LifecycleStatus.LIFECYCLE_STATUS_ACTIVE,
  suspended: proto.LifecycleStatus.LIFECYCLE_STATUS_SUSPENDED,
  revoked: proto.LifecycleStatus.LIFECYCLE_STATUS_REVOKED,
  retired: proto.LifecycleStatus.LIFECYCLE_STATUS_RETIRED,
};

/** Converts the contract's kind to the domain's; undefined for unspecified. */
export const kindOf = wordOf(kinds);

/** Converts the contract's lifecycle status to the domain's; undefined for unspecified. */
export const lifecycleStatusOf = wordOf(statuses);

export function lifecycleStatusToProto(status: LifecycleStatus): proto.LifecycleStatus {
  return statuses[status];
}

/** Returns an asset as the contract shows it: its six published members, but never its owner. */
export function assetToProto(asset: Asset): proto.Asset {
  return {
    assetIdentifier: asset.assetId,
    assetProfile: { kind: kinds[asset.kind], name: asset.name, description: asset.description },
    publisher: asset.publisherId,
    supportedNetworks: [...asset.networks],
    metadata: { ...asset.metadata },
    lifecycleStatus: statuses[asset.status],
  };
}
