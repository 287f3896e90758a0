import type {
  DefineAssetTypeResponse,
  AssetTypeServiceService,
} from "../../../../gen/ts/pda/publisher/v1/asset_type_service.ts";
import { requireOneAssetPerNetwork } from "../../../domain/asset/networks.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import { aboutField } from "../../../rpc/refusal.ts";
import type { Transaction } from "../../../store/store.ts";
import { requireFound } from "../../contract/require-found.ts";
import type { ServiceDeps } from "../../deps.ts";
import { requireNetworkAssets } from "../../networks/networks.ts";
import { assetTypeToProto } from "../convert.ts";
import { requireIssuing } from "../require-publisher.ts";
import { requireNotOfOthers } from "./network-asset-owner.ts";
import { policyOf, refundPolicyOf } from "./policy.ts";

export const defineAssetType =
  (
    deps: Pick<ServiceDeps, "networks" | "networkAssetsShared">,
  ): Handlers<typeof AssetTypeServiceService>["defineAssetType"] =>
  async ({ request, read, transact }) => {
    aboutField("networks", () => requireOneAssetPerNetwork(request.networks));
    // The networks are asked outside the transaction, but not for a publisher that does not exist.
    const before = async () => {
      requireFound(await read.publishers.get(request.publisherId));
      await requireNetworkAssets(deps.networks, request.networks, request.decimals);
    };

    const define = async (tx: Transaction): Promise<DefineAssetTypeResponse> => {
      const publisher = await requireIssuing(tx.publishers, request.publisherId);
      await requireNotOfOthers(tx, deps, publisher.publisherId, request.networks);
      const assetType = await tx.assetTypes.insert({
        assetTypeId: newId("assetType"),
        publisherId: publisher.publisherId,
        code: request.assetType,
        name: request.name,
        decimals: request.decimals,
        refundPolicy: refundPolicyOf(request.refundPolicy),
        policy: policyOf(request.policy),
        networks: request.networks,
      });
      return { assetType: assetTypeToProto(assetType) };
    };
    return transact(define, { before });
  };
