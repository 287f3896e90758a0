import type {
  GetPublisherRequest,
  GetPublisherResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { publisherToProto } from "./convert.ts";
import { requirePublisher } from "./own-publisher.ts";

/** One publisher. */
export const getPublisher: Handler<GetPublisherRequest, GetPublisherResponse> = async ({
  request,
  read,
}) => ({
  publisher: publisherToProto(await requirePublisher(read.publishers, request.publisherId)),
});
