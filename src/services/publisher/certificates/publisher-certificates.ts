import type { PublisherCertificateServiceService } from "../../../../gen/ts/pda/publisher/v1/certificate_service.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import { certificatesOfKeyMax } from "../../../domain/certificate/registered.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import type { Transaction } from "../../../store/store.ts";
import { type Certificate, parseCertificate } from "../../../trust/certificate.ts";
import { keyIdentifierOf } from "../../../trust/issue/certificate.ts";
import type { TrustAuthority } from "../../authority/trust-authority.ts";
import {
  certificatesOfKey,
  keyCompromised,
  keyOfOtherUse,
  keyRefused,
  requireSigningRequest,
} from "../../contract/credential.ts";
import { pageRequest, pageToProto } from "../../contract/page-token.ts";
import { requireFound } from "../../contract/require-found.ts";
import { requireIssuing } from "../require-publisher.ts";
import { publisherCertificateToProto, registryEntry, revocationReasonOf } from "./convert.ts";

type Service = Handlers<typeof PublisherCertificateServiceService>;

/** Issues a CA certificate for the publisher's own key, constrained to the publisher's names. */
export const issuePublisherCertificate =
  (trust: TrustAuthority): Service["issuePublisherCertificate"] =>
  async ({ request, transact }) => {
    const { spki } = requireSigningRequest(request.certificateSigningRequest);
    return transact(async (tx) => {
      const publisher = await requireIssuing(tx.publishers, request.publisherId);
      // A revocation takes the same lock, so that no certificate for a compromised key is issued during its revocation.
      await tx.publishers.lock(publisher.publisherId);
      const former = await requireCertifiable(tx, publisher.publisherId, spki);
      const stored = await tx.publisherCertificates.insert({
        certificateId: newId("certificate"),
        publisherId: publisher.publisherId,
        ...registryEntry(trust.issuePublisherCa(publisher, spki, former)),
      });
      return { publisherCertificate: publisherCertificateToProto(stored, trust) };
    });
  };

/**
 * A key belongs to the publisher that had it certified first. A signing request proves that somebody has the key, but not that the sender
 * has it. A sender who has only seen the request could take over the key's certificates or report the key as compromised. It could also
 * keep a revoked key in force by a certificate of its own.
 *
 * @returns the publisher's first certificate of the key, if it has one
 * @throws Failure EVIDENCE_REFUSED for a compromised key, another publisher's key or the key of an access certificate, LIMIT_REACHED for a key that has enough
 * certificates
 */
async function requireCertifiable(
  tx: Transaction,
  publisherId: string,
  spki: Uint8Array,
): Promise<Certificate | undefined> {
  const { active, compromised, foreign, access, first } = await tx.publisherCertificates.standingOfKey(
    publisherId,
    keyIdentifierOf(spki),
  );
  if (compromised) throw keyCompromised();
  if (foreign)
    throw keyRefused(
      "KEY_OF_OTHER_PUBLISHER",
      "Another publisher has a certificate of this key; use a new key.",
    );
  if (access) throw keyOfOtherUse();
  if (active >= certificatesOfKeyMax) throw certificatesOfKey(active);
  return first ? parseCertificate(first) : undefined;
}

export const getPublisherCertificate =
  (trust: TrustAuthority): Service["getPublisherCertificate"] =>
  async ({ request, read }) => {
    const stored = requireFound(
      await read.publisherCertificates.get(request.publisherId, request.certificateId),
    );
    return { publisherCertificate: publisherCertificateToProto(stored, trust) };
  };

/** Lists the publisher's CA certificates, newest first. */
export const listPublisherCertificates =
  (trust: TrustAuthority): Service["listPublisherCertificates"] =>
  async ({ request, read }) => {
    const binding = { list: "publisher_certificates", publisherId: request.publisherId };
    const page = pageRequest(request, binding, "certificate");
    const { publisherId } = requireFound(await read.publishers.get(request.publisherId));
    const found = await read.publisherCertificates.list(publisherId, page);
    return pageToProto(found, binding, (stored) => publisherCertificateToProto(stored, trust));
  };

/** Revokes a CA certificate of the publisher, also of a suspended publisher. A revoked certificate keeps its time and reason. */
export const revokePublisherCertificate =
  (trust: TrustAuthority): Service["revokePublisherCertificate"] =>
  async ({ request, transact }) => {
    const { publisherId, certificateId } = request;
    const reason = revocationReasonOf(request.reason);
    return transact(async (tx) => {
      // Issuing takes the same lock. So every certificate issued before is visible here, and is revoked with its compromised key.
      await tx.publishers.lock(publisherId);
      const revoked = requireFound(await tx.publisherCertificates.revoke(publisherId, certificateId, reason));
      return { publisherCertificate: publisherCertificateToProto(revoked, trust) };
    });
  };
