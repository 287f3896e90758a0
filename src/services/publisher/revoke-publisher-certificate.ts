import type {
  RevokePublisherCertificateRequest,
  RevokePublisherCertificateResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { revocationReasonOf } from "./certificate-reason.ts";
import { certificateToProto } from "./convert.ts";

/** Withdraws a CA certificate of the publisher, a suspended one's too. One that is revoked keeps its time and reason. */
export const revokePublisherCertificate =
  (trust: TrustAuthority): Handler<RevokePublisherCertificateRequest, RevokePublisherCertificateResponse> =>
  async ({ request, transact }) => {
    const { publisherId, certificateId } = request;
    const reason = revocationReasonOf(request.reason);
    return transact(async (tx) => {
      // Issuing holds the publisher: what it has made by now is there, and goes along with a compromised key.
      await tx.publishers.lock(publisherId);
      const revoked = await tx.publisherCertificates.revoke(publisherId, certificateId, reason);
      if (!revoked) throw new Failure("NOT_FOUND");
      return { publisherCertificate: certificateToProto(revoked, trust) };
    });
  };
