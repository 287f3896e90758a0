import type {
  SuspendPublisherRequest,
  SuspendPublisherResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import type { Handler } from "../../rpc/handler.ts";
import { publisherToProto } from "./convert.ts";
import { lockPublisher, requirePublisher } from "./own-publisher.ts";

/** Puts a publisher out of business for a time. */
export const suspendPublisher = changeStanding("suspended");

/** Puts a suspended publisher back into business. */
export const resumePublisher = changeStanding("active");

/**
 * Puts a publisher into a state. A state that is reached already changes nothing.
 *
 * @returns a handler that throws Failure NOT_FOUND, PRECONDITION_FAILED
 */
function changeStanding(
  status: Publisher["status"],
): Handler<SuspendPublisherRequest, SuspendPublisherResponse> {
  return async ({ request, transact }) =>
    transact(async (tx) => {
      const { publisherId, reason } = request;
      await lockPublisher(tx.publishers, request);
      await tx.publishers.setStatus(publisherId, status, reason);
      return { publisher: publisherToProto(await requirePublisher(tx.publishers, publisherId)) };
    });
}
