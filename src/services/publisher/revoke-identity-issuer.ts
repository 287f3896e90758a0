import type {
  RevokeIdentityIssuerRequest,
  RevokeIdentityIssuerResponse,
} from "../../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { parseCertificate } from "../../trust/certificate.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { withAuthority } from "./identity-issuer.ts";

/** Withdraws a key that the publisher signs digital identities with, by all of its certificates; a suspended publisher's too. */
export const revokeIdentityIssuer =
  (trust: TrustAuthority): Handler<RevokeIdentityIssuerRequest, RevokeIdentityIssuerResponse> =>
  async ({ request: { publisherId, certificateId }, transact }) =>
    transact(async (tx) => {
      // Registering waits for the publisher too: no certificate of this key comes in beside the revocation.
      await tx.publishers.lock(publisherId);
      const named = await tx.identityIssuers.get(publisherId, certificateId);
      if (!named) throw new Failure("NOT_FOUND");
      const { publicKey } = parseCertificate(named.certificate);
      await tx.identityIssuers.revokeKey(publisherId, publicKey.encoding);
      const revoked = await tx.identityIssuers.get(publisherId, certificateId);
      if (!revoked) throw new Error("a revoked certificate is missing from the store");
      return { identityIssuer: await withAuthority(revoked, tx.publisherCertificates, trust) };
    });
