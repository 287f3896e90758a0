import type {
  IssuePublisherCertificateRequest,
  IssuePublisherCertificateResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { certificatesOfKeyMax } from "../../domain/publisher/certificate.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import { keyIdentifierOf } from "../../trust/issue/certificate.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { registryEntry } from "./certificate-index.ts";
import { certificateToProto } from "./convert.ts";
import { requireIssuing } from "./own-publisher.ts";
import { requireSigningRequest } from "../signing-request.ts";

/** A CA certificate for the publisher's own key, constrained to the publisher's names. */
export const issuePublisherCertificate =
  (trust: TrustAuthority): Handler<IssuePublisherCertificateRequest, IssuePublisherCertificateResponse> =>
  async ({ request, transact }) => {
    const { spki } = requireSigningRequest(request.certificateSigningRequest);
    return transact(async (tx) => {
      const publisher = await requireIssuing(tx.publishers, request.publisherId);
      // Requests for the same key take turns, so that each counts those before it.
      await tx.publishers.lock(publisher.publisherId);
      await requireCertifiable(tx, spki);
      const stored = await tx.publisherCertificates.insert({
        certificateId: newId("certificate"),
        publisherId: publisher.publisherId,
        ...registryEntry(trust.issuePublisherCa(publisher, spki)),
      });
      return { publisherCertificate: certificateToProto(stored, trust) };
    });
  };

/** @throws Failure INVALID_CERTIFICATE_REQUEST for a key that others may know, STATE_CONFLICT for one with enough certificates */
async function requireCertifiable(tx: Transaction, spki: Uint8Array): Promise<void> {
  const { active, compromised } = await tx.publisherCertificates.standingOfKey(keyIdentifierOf(spki));
  if (compromised)
    throw Failure.ofField(
      "INVALID_CERTIFICATE_REQUEST",
      "certificate_signing_request",
      "KEY_COMPROMISED",
      "A certificate of this key was revoked as compromised.",
    );
  if (active >= certificatesOfKeyMax)
    throw new Failure("STATE_CONFLICT", {
      reason: "CERTIFICATES_OF_KEY",
      message: `The key has ${active} certificates in force; revoke one, or use another key.`,
    });
}
