import type { ErrorReason } from "../../../../gen/errors/catalogue.ts";
import type {
  IdentityIssuerServiceService,
  RegisterIdentityIssuerRequest,
} from "../../../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import type { PublisherCertificate } from "../../../domain/publisher/certificate.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import type { Transaction } from "../../../store/store.ts";
import { type Certificate, certificateNumber, parseCertificate } from "../../../trust/certificate.ts";
import { enrolmentProblem } from "../../../trust/enrolment.ts";
import { type IssuerReason, judgeIssuer } from "../../../trust/identity/issuer.ts";
import { uriOf } from "../../../trust/path/leaf.ts";
import type { CertificateChain } from "../../../trust/pem.ts";
import { identityIssuerUri } from "../../../trust/profile.ts";
import type { TrustAuthority } from "../../authority/trust-authority.ts";
import { requireIssuerCertificate, requireSigningRequest } from "../../contract/credential.ts";
import { hostedCa } from "../certificates/hosted-ca.ts";
import { requireIssuing } from "../require-publisher.ts";
import { identityIssuerToProto } from "./identity-issuers.ts";

type Credential =
  | { readonly kind: "key"; readonly spki: Uint8Array }
  | { readonly kind: "certificate"; readonly chain: CertificateChain };

/** Registers a key that signs digital identities, by a certificate that the service issues or that the publisher has signed. */
export const registerIdentityIssuer =
  (trust: TrustAuthority): Handlers<typeof IdentityIssuerServiceService>["registerIdentityIssuer"] =>
  async ({ request, transact }) => {
    const credential = readCredential(request);
    return transact(async (tx) => {
      await tx.publishers.lock(request.publisherId);
      const publisher = await requireIssuing(tx.publishers, request.publisherId);
      const { publisherId } = publisher;
      let certificate: Certificate;
      let authority: PublisherCertificate;
      if (credential.kind === "key") {
        const hosted = await hostedCa(tx, trust, publisher);
        certificate = trust.issueIdentityIssuer(hosted, credential.spki);
        authority = hosted;
      } else {
        certificate = credential.chain.leaf;
        authority = await acceptIssuer(tx, trust, publisherId, credential.chain);
      }
      await requireNeverRevoked(tx, publisherId, certificate);
      const stored = await tx.identityIssuers.insert({
        certificateId: newId("certificate"),
        publisherId,
        certificate: certificate.der,
        fingerprint: certificate.fingerprint,
        number: certificateNumber(certificate),
        issuerCertificateId: authority.certificateId,
        notAfter: certificate.notAfter,
      });
      return {
        identityIssuer: identityIssuerToProto(stored, parseCertificate(authority.certificate), trust),
      };
    });
  };

/** @throws Failure UNREADABLE_CERTIFICATE about the field */
function readCredential({ credential }: RegisterIdentityIssuerRequest): Credential {
  switch (credential?.$case) {
    case "certificateSigningRequest":
      return { kind: "key", spki: requireSigningRequest(credential.value).spki };
    case "certificate":
      return { kind: "certificate", chain: requireIssuerCertificate(credential.value) };
    default:
      throw new Error("the field rules accepted a request without a credential");
  }
}

/**
 * Returns the publisher's CA certificate that would make the key's credentials acceptable. The judgement is the one that verification
 * applies later.
 *
 * @throws Failure EVIDENCE_REFUSED about the field
 */
async function acceptIssuer(
  tx: Transaction,
  trust: TrustAuthority,
  publisherId: string,
  chain: CertificateChain,
): Promise<PublisherCertificate> {
  const keyIdentifier = chain.leaf.extensions.authorityKeyIdentifier?.keyIdentifier ?? new Uint8Array();
  const stored = await tx.publisherCertificates.byKeyIdentifier(publisherId, keyIdentifier);
  const registered = stored.map((entry) => ({ entry, certificate: parseCertificate(entry.certificate) }));
  const authorities = registered.map(({ entry, certificate }) => ({
    certificate,
    publisherId,
    revoked: entry.status !== "active",
    publisherActive: true,
  }));
  const issuer = { publisherId, revoked: false };
  const result = judgeIssuer(chain, { issuer, authorities, anchors: trust.anchors }, new Date());
  if (!result.trusted) throw refused(issuerReason(result.reason));
  if (uriOf(chain.leaf) !== identityIssuerUri(trust.hostOf(publisherId))) throw refused("NAME_MISMATCH");
  const found = registered.find(
    ({ certificate }) => certificate.fingerprint === result.authority.fingerprint,
  );
  if (!found) throw new Error("an accepted issuer has no registered authority");
  const problem = enrolmentProblem(chain.leaf, found.certificate);
  if (problem) throw refused(problem);
  return found.entry;
}

function issuerReason(reason: IssuerReason): ErrorReason {
  switch (reason) {
    case "CERTIFICATE_MISSING":
    case "CERTIFICATE_MALFORMED":
    case "ISSUER_NOT_REGISTERED":
    case "ISSUER_CERTIFICATE_REVOKED":
      throw new Error(`a certificate that is not registered yet is refused with ${reason}`);
    default:
      return reason;
  }
}

/**
 * Refuses a revoked key. A revocation applies to the key: under a new certificate, a thief of the key could continue to sign.
 *
 * @throws Failure EVIDENCE_REFUSED
 */
async function requireNeverRevoked(
  tx: Transaction,
  publisherId: string,
  { publicKey }: Certificate,
): Promise<void> {
  if (await tx.identityIssuers.isKeyRevoked(publisherId, publicKey.encoding))
    throw new Failure("KEY_REVOKED", {
      message: "The publisher has revoked this key; register another one.",
    });
}

const refused = (reason: ErrorReason): Failure =>
  Failure.ofField(
    "certificate",
    reason,
    "No credential that this certificate's key signs would be accepted.",
  );
