import type { AssetServiceService, ListAssetsRequest } from "../../../gen/ts/pda/asset/v1/asset_service.ts";
import type { Tenant } from "../../domain/access/principal.ts";
import { assetKinds, publicKinds } from "../../domain/asset/asset.ts";
import { lifecycleStatuses, publicStatuses } from "../../domain/asset/lifecycle.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { AssetFilter } from "../../store/asset/list.ts";
import type { Readers } from "../../store/store.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { requireAssetType } from "./asset-types.ts";
import { assetToProto, kindOf, lifecycleStatusOf } from "./convert.ts";

type Service = Handlers<typeof AssetServiceService>;

/** Returns the public information on an asset to any caller. */
export const getAsset: Service["getAsset"] = async ({ request, read }) => {
  const asset = requireFound(await read.assets.get(request.assetId));
  return { asset: assetToProto(asset) };
};

/** Lists the assets of a publisher or of an asset type, newest first. The public sees only assets of public kinds and statuses. */
export const listAssets: Service["listAssets"] = async ({ request, tenant, principal, read }) => {
  const { publisher, assetType, kind, lifecycleStatus } = request;
  const binding = {
    list: "assets",
    tenant: principal.tenantId,
    all: tenant.kind === "all" ? 1 : 0,
    publisher,
    assetType,
    kind,
    lifecycleStatus,
  };
  const page = pageRequest(request, binding, "asset");
  const filter = await filterOf(request, tenant, read);
  if (!filter) return { items: [], nextPageToken: "" };
  return pageToProto(await read.assets.list(filter, page), binding, assetToProto);
};

/** @returns undefined when no asset can match. @throws Failure UNKNOWN_REFERENCE about the asset type */
async function filterOf(
  { publisher, assetType, kind, lifecycleStatus }: ListAssetsRequest,
  tenant: Tenant,
  read: Pick<Readers, "assetTypes">,
): Promise<AssetFilter | undefined> {
  const type = assetType === undefined ? undefined : await requireAssetType(read.assetTypes, assetType);
  if (type && publisher !== undefined && type.publisherId !== publisher) return undefined;
  const owner = type?.publisherId ?? publisher;
  const own = tenant.kind === "all" || (tenant.kind === "publisher" && tenant.publisherId === owner);
  const only = <T>(shown: readonly T[], asked: T | undefined) =>
    asked === undefined ? shown : shown.filter((one) => one === asked);
  return {
    ...(type ? { assetTypeId: type.assetTypeId } : { publisherId: owner as string }),
    kinds: only(own ? assetKinds : publicKinds, kindOf(kind)),
    statuses: only(own ? lifecycleStatuses : publicStatuses, lifecycleStatusOf(lifecycleStatus)),
  };
}
