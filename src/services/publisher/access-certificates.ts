import type {
  IssuePublisherAccessCertificateResponse,
  PublisherAccessCertificate,
} from "../../../gen/ts/pda/publisher/v1/access_certificate_service.ts";
import { CertificateRevocationReason as Reason } from "../../../gen/ts/pda/publisher/v1/publisher.ts";
import type { AccessCertificate } from "../../domain/access/certificate.ts";
import { requireActivePublisher } from "../../domain/publisher/publisher.ts";
import { parseCertificate } from "../../trust/certificate.ts";
import { accessCertificateOperations } from "../access-certificates/operations.ts";
import { limitsToProto } from "../credentials/limits.ts";
import type { TrustAuthority } from "../authority/trust-authority.ts";
import { registeredToProto } from "../contract/registered-certificate.ts";
import { requireFound } from "../contract/require-found.ts";
import { reasons, revocationReasonOf, statuses } from "./certificates/convert.ts";

/** The certificates with which a publisher proves who it is as TLS client. */
export const {
  issue: issuePublisherAccessCertificate,
  get: getPublisherAccessCertificate,
  list: listPublisherAccessCertificates,
  revoke: revokePublisherAccessCertificate,
} = accessCertificateOperations({
  list: "publisher_access_certificates",
  holderOf: ({ publisherId }: { readonly publisherId: string }) => ({ kind: "publisher", publisherId }),
  requireTenant: (read, { publisherId }) => read.publishers.get(publisherId).then(requireFound),
  requireActive: requireActivePublisher,
  reasonOf: (reason: Reason | undefined) => {
    const word = revocationReasonOf(reason);
    // The contract refuses this reason before.
    return word === "ca_compromise" ? "key_compromise" : word;
  },
  toProto: accessCertificateToProto,
  answer: (publisherAccessCertificate): IssuePublisherAccessCertificateResponse => ({
    publisherAccessCertificate,
  }),
});

function accessCertificateToProto(
  stored: AccessCertificate,
  trust: TrustAuthority,
): PublisherAccessCertificate {
  const { holder } = stored;
  const above = trust.chainOf(parseCertificate(stored.issuer));
  return {
    publisherId: holder.kind === "publisher" ? holder.publisherId : "",
    scopes: [...stored.scopes],
    role: stored.role,
    limits: limitsToProto(stored.limits),
    ...registeredToProto(stored, [parseCertificate(stored.certificate), ...above], { statuses, reasons }),
  };
}
