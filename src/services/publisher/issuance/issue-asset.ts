import type {
  IssueAssetResponse,
  IssuanceServiceService,
} from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import type { Transaction } from "../../../store/store.ts";
import { assetToProto } from "../../asset/convert.ts";
import type { Networks } from "../../networks/networks.ts";
import { namedIn, newAsset, requireServed, termsOf } from "./new-asset.ts";
import { requireIssuing } from "../require-publisher.ts";

/** Issues a new asset of the publisher, with status `issued`. */
export const issueAsset =
  (networks: Networks): Handlers<typeof IssuanceServiceService>["issueAsset"] =>
  async ({ request, transact }) => {
    // The terms are checked first, because the same error must be returned for every publisher.
    termsOf(request);
    const before = async (): Promise<void> => {
      if (request.supportedNetworks.length > 0) requireServed(await networks.list(), request);
    };
    const issue = async (tx: Transaction): Promise<IssueAssetResponse> => {
      const { publisherId } = await requireIssuing(tx.publishers, request.publisherId);
      const named = await namedIn(tx, publisherId, [request]);
      const asset = await tx.assets.insert(newAsset(publisherId, request, named));
      return { asset: assetToProto(asset) };
    };
    return transact(issue, { before });
  };
