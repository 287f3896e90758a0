import { type Publisher, requireActivePublisher } from "../../domain/publisher/publisher.ts";
import type { PublisherReader } from "../../store/publisher/publishers.ts";
import { requireFound } from "../contract/require-found.ts";

/** Returns the publisher that a request names, if the publisher may issue. @throws Failure NOT_FOUND, Refused PUBLISHER_NOT_ACTIVE */
export async function requireIssuing(publishers: PublisherReader, publisherId: string): Promise<Publisher> {
  const publisher = requireFound(await publishers.get(publisherId));
  requireActivePublisher(publisher);
  return publisher;
}
