import type { PublisherServiceService } from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { requirePrintableName } from "../../domain/name/name.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireVersion } from "../contract/precondition.ts";
import { changesOf } from "../contract/update.ts";
import { requireFound } from "../contract/require-found.ts";
import { publisherStatusOf, publisherToProto } from "./convert.ts";

type Service = Handlers<typeof PublisherServiceService>;

/** Registers a new publisher, which is active. */
export const registerPublisher: Service["registerPublisher"] = async ({ request, transact }) => {
  const name = aboutField("name", () => requirePrintableName(request.name));
  return transact(async (tx) => ({
    publisher: publisherToProto(await tx.publishers.insert({ publisherId: newId("publisher"), name })),
  }));
};

export const getPublisher: Service["getPublisher"] = async ({ request, read }) => ({
  publisher: publisherToProto(requireFound(await read.publishers.get(request.publisherId))),
});

/** Lists publishers, newest first. */
export const listPublishers: Service["listPublishers"] = async ({ request, read }) => {
  const status = publisherStatusOf(request.status);
  const binding = { list: "publishers", status };
  const page = pageRequest(request, binding, "publisher");
  return pageToProto(await read.publishers.list(status ? { status } : {}, page), binding, publisherToProto);
};

/** Renames a publisher. */
export const updatePublisher: Service["updatePublisher"] = async ({ request, transact }) => {
  const { publisherId } = request;
  const name = changesOf(request)("name") ? request.name : undefined;
  if (name !== undefined) aboutField("name", () => requirePrintableName(name));
  return transact(async (tx) => {
    const publisher = requireVersion(requireFound(await tx.publishers.lock(publisherId)), request.ifMatch);
    const renamed = name === undefined ? publisher : await tx.publishers.rename(publisherId, name);
    return { publisher: publisherToProto(renamed) };
  });
};

export const suspendPublisher = changeStanding("suspended");

export const resumePublisher = changeStanding("active");

/**
 * Returns a handler that sets a publisher's status. Setting the present status changes nothing.
 *
 * @returns a handler that throws Failure NOT_FOUND, PRECONDITION_FAILED
 */
function changeStanding(status: Publisher["status"]): Service["suspendPublisher"] {
  return async ({ request, transact }) =>
    transact(async (tx) => {
      const { publisherId, reason, ifMatch } = request;
      requireVersion(requireFound(await tx.publishers.lock(publisherId)), ifMatch);
      await tx.publishers.setStatus(publisherId, status, reason);
      return { publisher: publisherToProto(requireFound(await tx.publishers.get(publisherId))) };
    });
}
