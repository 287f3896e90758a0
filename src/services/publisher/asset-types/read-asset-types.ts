import type { AssetTypeServiceService } from "../../../../gen/ts/pda/publisher/v1/asset_type_service.ts";
import type { AssetType } from "../../../domain/asset/asset-type.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import type { AssetTypeReader } from "../../../store/asset-type/asset-types.ts";
import { pageRequest, pageToProto } from "../../contract/page-token.ts";
import { requireFound } from "../../contract/require-found.ts";
import { assetTypeToProto } from "../convert.ts";

type Service = Handlers<typeof AssetTypeServiceService>;

export const getAssetType: Service["getAssetType"] = async ({ request, read }) => ({
  assetType: assetTypeToProto(
    await requireOwnAssetType(read.assetTypes, request.publisherId, request.assetTypeId),
  ),
});

/**
 * Returns the publisher's asset type.
 * @throws Failure NOT_FOUND, the same for an unknown asset type and for another publisher's asset type
 */
export async function requireOwnAssetType(
  assetTypes: AssetTypeReader,
  publisherId: string,
  assetTypeId: string,
): Promise<AssetType> {
  const assetType = (await assetTypes.byIds([assetTypeId])).get(assetTypeId);
  if (assetType?.publisherId !== publisherId) throw new Failure("NOT_FOUND");
  return assetType;
}

/** Lists the publisher's asset types, newest first. */
export const listAssetTypes: Service["listAssetTypes"] = async ({ request, read }) => {
  const binding = { list: "asset_types", publisherId: request.publisherId };
  const page = pageRequest(request, binding, "assetType");
  const { publisherId } = requireFound(await read.publishers.get(request.publisherId));
  return pageToProto(await read.assetTypes.list(publisherId, page), binding, assetTypeToProto);
};
