import type {
  GetAssetTypeRequest,
  GetAssetTypeResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypeToProto } from "./convert.ts";

/** One asset type of the publisher. */
export const getAssetType: Handler<GetAssetTypeRequest, GetAssetTypeResponse> = async ({ request, read }) => {
  const assetType = (await read.assetTypes.byIds([request.assetTypeId])).get(request.assetTypeId);
  if (assetType?.publisherId !== request.publisherId) throw new Failure("NOT_FOUND");
  return { assetType: assetTypeToProto(assetType) };
};
