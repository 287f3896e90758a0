import type { GetAssetRequest, GetAssetResponse } from "../../../gen/ts/pda/asset/v1/asset_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetToProto } from "./convert.ts";

/** Public information on an asset, for anyone. */
export const getAsset: Handler<GetAssetRequest, GetAssetResponse> = async ({ request, read }) => {
  const asset = await read.assets.get(request.assetId);
  if (!asset) throw new Failure("NOT_FOUND");
  return { asset: assetToProto(asset) };
};
