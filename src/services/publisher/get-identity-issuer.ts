import type {
  GetIdentityIssuerRequest,
  GetIdentityIssuerResponse,
} from "../../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { withAuthority } from "./identity-issuer.ts";

/** A key that the publisher signs digital identities with. */
export const getIdentityIssuer =
  (trust: TrustAuthority): Handler<GetIdentityIssuerRequest, GetIdentityIssuerResponse> =>
  async ({ request: { publisherId, certificateId }, read }) => {
    const stored = await read.identityIssuers.get(publisherId, certificateId);
    if (!stored) throw new Failure("NOT_FOUND");
    return { identityIssuer: await withAuthority(stored, read.publisherCertificates, trust) };
  };
