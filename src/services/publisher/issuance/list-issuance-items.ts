import type {
  ListIssuanceItemsRequest,
  ListIssuanceItemsResponse,
} from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { pageRequest, pageToken } from "../../page-token.ts";
import { itemStatusOf, itemToProto } from "./convert.ts";
import { requireJob } from "./get-issuance-job.ts";

/** Results of the items of a job, by index. */
export const listIssuanceItems: Handler<ListIssuanceItemsRequest, ListIssuanceItemsResponse> = async ({
  request,
  read,
}) => {
  const { publisherId, issuanceJobId, status } = request;
  const binding = { list: "issuance_items", publisherId, issuanceJobId, status };
  const page = pageRequest(request, binding);
  const job = requireJob(await read.issuanceJobs.get(publisherId, issuanceJobId));
  const { items, next } = await read.issuanceJobs.listItems(job, itemStatusOf(status), page);
  return { items: items.map(itemToProto), nextPageToken: pageToken(next, binding) };
};
