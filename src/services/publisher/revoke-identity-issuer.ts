import type {
  RevokeIdentityIssuerRequest,
  RevokeIdentityIssuerResponse,
} from "../../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { withAuthority } from "./identity-issuer.ts";

/** Withdraws a key that the publisher signs digital identities with, a suspended publisher's too. */
export const revokeIdentityIssuer =
  (trust: TrustAuthority): Handler<RevokeIdentityIssuerRequest, RevokeIdentityIssuerResponse> =>
  async ({ request: { publisherId, certificateId }, transact }) =>
    transact(async (tx) => {
      const revoked = await tx.identityIssuers.revoke(publisherId, certificateId);
      if (!revoked) throw new Failure("NOT_FOUND");
      return { identityIssuer: await withAuthority(revoked, tx.publisherCertificates, trust) };
    });
