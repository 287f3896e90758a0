import type {
  ListIdentityIssuersRequest,
  ListIdentityIssuersResponse,
} from "../../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { withAuthority } from "./identity-issuer.ts";
import { requirePublisher } from "./own-publisher.ts";

/** The keys that the publisher signs digital identities with, newest first. */
export const listIdentityIssuers =
  (trust: TrustAuthority): Handler<ListIdentityIssuersRequest, ListIdentityIssuersResponse> =>
  async ({ request, read }) => {
    const binding = { list: "identity_issuers", publisherId: request.publisherId };
    const page = pageRequest(request, binding);
    const { publisherId } = await requirePublisher(read.publishers, request.publisherId);
    const { items, next } = await read.identityIssuers.list(publisherId, page);
    return {
      items: await Promise.all(
        items.map((stored) => withAuthority(stored, read.publisherCertificates, trust)),
      ),
      nextPageToken: pageToken(next, binding),
    };
  };
