import type {
  UpdatePublisherRequest,
  UpdatePublisherResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { requirePrintableName } from "../../domain/name/name.ts";
import type { Handler } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { publisherToProto } from "./convert.ts";
import { lockPublisher } from "./own-publisher.ts";

/** Renames a publisher. */
export const updatePublisher: Handler<UpdatePublisherRequest, UpdatePublisherResponse> = async ({
  request,
  transact,
}) => {
  const { publisherId, name } = request;
  if (name !== undefined) aboutField("name", () => requirePrintableName(name));
  return transact(async (tx) => {
    const publisher = await lockPublisher(tx.publishers, request);
    const renamed = name === undefined ? publisher : await tx.publishers.rename(publisherId, name);
    return { publisher: publisherToProto(renamed) };
  });
};
