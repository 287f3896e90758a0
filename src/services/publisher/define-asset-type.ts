import type {
  DefineAssetTypeRequest,
  DefineAssetTypeResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { requireOneAssetPerNetwork } from "../../domain/asset/networks.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import type { Networks } from "../networks.ts";
import { assetTypeToProto, refundPolicyOf } from "./convert.ts";
import { requireIssuing, requirePublisher } from "./own-publisher.ts";

/** A new asset type of the publisher. */
export const defineAssetType =
  (networks: Networks): Handler<DefineAssetTypeRequest, DefineAssetTypeResponse> =>
  async ({ request, read, transact }) => {
    aboutField("networks", () => requireOneAssetPerNetwork(request.networks));
    // Networks are asked outside the transaction, but not for a publisher that does not exist.
    const before = async () => {
      await requirePublisher(read.publishers, request.publisherId);
      await requireServed(networks, request);
    };

    const define = async (tx: Transaction): Promise<DefineAssetTypeResponse> => {
      const publisher = await requireIssuing(tx.publishers, request.publisherId);
      const assetType = await tx.assetTypes.insert({
        assetTypeId: newId("assetType"),
        publisherId: publisher.publisherId,
        code: request.assetType,
        name: request.name,
        decimals: request.decimals,
        refundPolicy: refundPolicyOf(request.refundPolicy),
        networks: request.networks,
      });
      return { assetType: assetTypeToProto(assetType) };
    };
    return transact(define, { before });
  };

/** @throws Failure UNKNOWN_REFERENCE naming the first asset that its network does not have as described */
async function requireServed(
  networks: Networks,
  { networks: assets, decimals }: DefineAssetTypeRequest,
): Promise<void> {
  const problems = await Promise.all(assets.map((asset) => networks.assetProblem(asset, decimals)));
  const index = problems.findIndex((problem) => problem !== undefined);
  if (index < 0) return;
  throw Failure.ofField(
    "UNKNOWN_REFERENCE",
    "networks",
    "NETWORK_ASSET_NOT_USABLE",
    `${assets[index]}: ${problems[index]}`,
  );
}
