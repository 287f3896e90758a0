import type {
  AssetTypeServiceService,
  UpdateAssetTypeRequest,
  UpdateAssetTypeResponse,
} from "../../../../gen/ts/pda/publisher/v1/asset_type_service.ts";
import { type AssetType, type AssetTypeChange, changed } from "../../../domain/asset/asset-type.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import { aboutField } from "../../../rpc/refusal.ts";
import type { Transaction } from "../../../store/store.ts";
import { requireVersion } from "../../contract/precondition.ts";
import { changesOf } from "../../contract/update.ts";
import { requireFound } from "../../contract/require-found.ts";
import type { ServiceDeps } from "../../deps.ts";
import { requireNetworkAssets } from "../../networks/networks.ts";
import { assetTypeToProto } from "../convert.ts";
import { requireIssuing } from "../require-publisher.ts";
import { requireNotOfOthers } from "./network-asset-owner.ts";
import { policyOf, refundPolicyOf } from "./policy.ts";
import { requireOwnAssetType } from "./read-asset-types.ts";

/** Changes an asset type's name and policies, and adds networks. */
export const updateAssetType =
  (
    deps: Pick<ServiceDeps, "networks" | "networkAssetsShared">,
  ): Handlers<typeof AssetTypeServiceService>["updateAssetType"] =>
  async ({ request, read, transact }) => {
    const { publisherId, assetTypeId } = request;
    const change = changeOf(request);
    // The networks are asked outside the transaction. Their assets do not change, so the answer still holds inside it.
    const before = async (): Promise<void> => {
      const present = await requireOwnAssetType(read.assetTypes, publisherId, assetTypeId);
      const { networks: wanted } = aboutField("networks", () => changed(present, change));
      await requireNetworkAssets(deps.networks, added(present, wanted), present.decimals);
    };
    const update = async (tx: Transaction): Promise<UpdateAssetTypeResponse> => {
      await requireIssuing(tx.publishers, publisherId);
      const locked = requireVersion(
        requireFound(await tx.assetTypes.lock(publisherId, assetTypeId)),
        request.ifMatch,
      );
      const next = aboutField("networks", () => changed(locked, change));
      // Those that the type has already are not judged again.
      await requireNotOfOthers(tx, deps, publisherId, added(locked, next.networks));
      if (next !== locked) await tx.assetTypes.save(next);
      return { assetType: assetTypeToProto(next) };
    };
    return transact(update, { before });
  };

/** Returns the assets on networks that a type does not have yet. */
const added = (type: Pick<AssetType, "networks">, wanted: readonly string[]): string[] =>
  wanted.filter((networkAsset) => !type.networks.includes(networkAsset));

function changeOf(request: UpdateAssetTypeRequest): AssetTypeChange {
  const { name, refundPolicy, policy, networks } = request;
  const changes = changesOf(request);
  return {
    ...(changes("name") && name !== undefined ? { name } : {}),
    ...(changes("refundPolicy") ? { refundPolicy: refundPolicyOf(refundPolicy) } : {}),
    ...(changes("policy") ? { policy: policyOf(policy) } : {}),
    ...(changes("networks") ? { networks } : {}),
  };
}
