import type {
  ListPublisherCertificatesRequest,
  ListPublisherCertificatesResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { certificateToProto } from "./convert.ts";
import { requirePublisher } from "./own-publisher.ts";

/** CA certificates of the publisher, newest first. */
export const listPublisherCertificates =
  (trust: TrustAuthority): Handler<ListPublisherCertificatesRequest, ListPublisherCertificatesResponse> =>
  async ({ request, read }) => {
    const binding = { list: "publisher_certificates", publisherId: request.publisherId };
    const page = pageRequest(request, binding);
    const { publisherId } = await requirePublisher(read.publishers, request.publisherId);
    const { items, next } = await read.publisherCertificates.list(publisherId, page);
    return {
      items: items.map((stored) => certificateToProto(stored, trust)),
      nextPageToken: pageToken(next, binding),
    };
  };
