import type {
  IssueAssetRequest,
  IssueAssetResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import { assetToProto, kindOf } from "../asset/convert.ts";
import type { Networks } from "../networks.ts";
import { requireIssuing } from "./own-publisher.ts";

/** A new asset of the publisher, `issued`. */
export const issueAsset =
  (networks: Networks): Handler<IssueAssetRequest, IssueAssetResponse> =>
  async ({ request, transact }) => {
    const kind = request.assetProfile && kindOf(request.assetProfile.kind);
    if (!request.assetProfile || !kind)
      throw new Error("the field rules let an asset without a kind through");
    const { name, description } = request.assetProfile;
    const issue = async (tx: Transaction): Promise<IssueAssetResponse> => {
      const { publisherId } = await requireIssuing(tx.publishers, request.publisherId);
      const asset = await tx.assets.insert({
        assetId: newId("asset"),
        publisherId,
        kind,
        name,
        description,
        networks: request.supportedNetworks,
        metadata: request.metadata,
      });
      return { asset: assetToProto(asset) };
    };
    return transact(issue, { before: () => requireServed(networks, request.supportedNetworks) });
  };

/** @throws Failure UNKNOWN_REFERENCE naming the first network that is not served */
async function requireServed(networks: Networks, named: readonly string[]): Promise<void> {
  if (named.length === 0) return;
  const served = await networks.list();
  const unknown = named.find((network) => !served.includes(network));
  if (unknown === undefined) return;
  throw Failure.ofField(
    "UNKNOWN_REFERENCE",
    "supported_networks",
    "UNKNOWN_NETWORK",
    `The network ${unknown} is not served.`,
  );
}
