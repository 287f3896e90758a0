import type {
  RegisterPublisherRequest,
  RegisterPublisherResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { requirePrintableName } from "../../domain/name/name.ts";
import type { Handler } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { publisherToProto } from "./convert.ts";

/** A new publisher, active. */
export const registerPublisher: Handler<RegisterPublisherRequest, RegisterPublisherResponse> = async ({
  request,
  transact,
}) => {
  const name = aboutField("name", () => requirePrintableName(request.name));
  return transact(async (tx) => ({
    publisher: publisherToProto(await tx.publishers.insert({ publisherId: newId("publisher"), name })),
  }));
};
