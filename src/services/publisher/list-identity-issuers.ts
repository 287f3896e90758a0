import type {
  ListIdentityIssuersRequest,
  ListIdentityIssuersResponse,
} from "../../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { withAuthority } from "./identity-issuer.ts";

/** The keys that the publisher signs digital identities with, newest first. */
export const listIdentityIssuers =
  (trust: TrustAuthority): Handler<ListIdentityIssuersRequest, ListIdentityIssuersResponse> =>
  async ({ request, read }) => {
    const { publisherId } = request;
    const binding = { list: "identity_issuers", publisherId };
    const { items, next } = await read.identityIssuers.list(publisherId, pageRequest(request, binding));
    return {
      items: await Promise.all(
        items.map((stored) => withAuthority(stored, read.publisherCertificates, trust)),
      ),
      nextPageToken: pageToken(next, binding),
    };
  };
