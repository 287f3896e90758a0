import type {
  UpdatePublisherRequest,
  UpdatePublisherResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { requirePrintableName } from "../../domain/name/name.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { publisherToProto } from "./convert.ts";

/** Renames a publisher. */
export const updatePublisher: Handler<UpdatePublisherRequest, UpdatePublisherResponse> = async ({
  request,
  transact,
}) => {
  const { publisherId, name } = request;
  if (name !== undefined) aboutField("name", () => requirePrintableName(name));
  return transact(async (tx) => {
    const publisher =
      name === undefined
        ? await tx.publishers.get(publisherId)
        : await tx.publishers.rename(publisherId, name);
    if (!publisher) throw new Failure("NOT_FOUND");
    return { publisher: publisherToProto(publisher) };
  });
};
