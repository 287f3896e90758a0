import type { Publisher as PublisherMessage } from "../../../gen/ts/pda/publisher/v1/publisher.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import type { Call } from "../../rpc/handler.ts";
import { publisherToProto } from "./convert.ts";
import { lockPublisher, requirePublisher } from "./own-publisher.ts";

/** What both requests name. */
interface StandingRequest {
  readonly publisherId: string;
  /** Why, for the record. */
  readonly reason: string;
  readonly ifMatch: readonly number[];
}

/** What both answer. */
interface StandingResponse {
  publisher?: PublisherMessage | undefined;
}

/**
 * Puts a publisher out of or back into business. A state that is reached already changes nothing.
 *
 * @throws Failure NOT_FOUND, PRECONDITION_FAILED
 */
export async function changeStanding(
  { request, transact }: Pick<Call<StandingRequest, StandingResponse>, "request" | "transact">,
  status: Publisher["status"],
): Promise<StandingResponse> {
  const { publisherId, reason } = request;
  return transact(async (tx) => {
    await lockPublisher(tx.publishers, request);
    await tx.publishers.setStatus(publisherId, status, reason);
    return { publisher: publisherToProto(await requirePublisher(tx.publishers, publisherId)) };
  });
}
