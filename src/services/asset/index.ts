import { AssetServiceService } from "../../../gen/ts/pda/asset/v1/asset_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import { getAsset, listAssets } from "./read-assets.ts";

export function assetService(): ServedMethod[] {
  return implement(AssetServiceService, { getAsset, listAssets });
}
