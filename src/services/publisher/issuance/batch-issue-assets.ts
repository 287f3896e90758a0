import type {
  BatchIssueAssetsResponse,
  IssuanceServiceService,
} from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { countOutcomes } from "../../../domain/asset/issuance.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import type { Transaction } from "../../../store/store.ts";
import type { Networks } from "../../networks/networks.ts";
import { requireIssuing } from "../require-publisher.ts";
import { itemToProto } from "./convert.ts";
import { issueItems } from "./issue-items.ts";
import { type JudgedItem, judgeItems } from "./specification.ts";

/** Issues many new assets of the publisher. A wrong item fails alone. */
export const batchIssueAssets =
  (networks: Networks): Handlers<typeof IssuanceServiceService>["batchIssueAssets"] =>
  async ({ request, transact }) => {
    let items: readonly JudgedItem[] = [];
    const before = async (): Promise<void> => {
      items = await judgeItems(request.items, networks);
    };
    const issue = async (tx: Transaction): Promise<BatchIssueAssetsResponse> => {
      const { publisherId } = await requireIssuing(tx.publishers, request.publisherId);
      const outcomes = await issueItems(tx, publisherId, items);
      const counts = countOutcomes(outcomes);
      return {
        items: outcomes.map((outcome, index) => {
          const reference = items[index]?.reference;
          return itemToProto({ index, outcome, ...(reference === undefined ? {} : { reference }) });
        }),
        issuedCount: counts.issued,
        alreadyIssuedCount: counts.already_issued,
        failedCount: counts.failed,
      };
    };
    return transact(issue, { before });
  };
