import type { Authentication, Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { AuditMechanism } from "../../../gen/ts/pda/audit/v1/audit.ts";
import type { PresentedCertificate } from "../../domain/access/certificate.ts";
import type { Logger } from "../../logger.ts";
import { CERTIFICATE_OF_NOBODY } from "../../rpc/client-certificate.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Store } from "../../store/store.ts";
import { type Certificate, parseCertificate } from "../../trust/certificate.ts";
import { clientCertificateProblem } from "../../trust/client-certificate.ts";
import { TrustInputError } from "../../trust/error.ts";
import { keyIdentifierOfBits } from "../../trust/issue/extensions.ts";
import { limitsToProto } from "../credentials/limits.ts";
import { principalOf } from "./principal.ts";

/** The trust roots that lead to callers' certificates. */
export interface Anchors {
  readonly anchors: readonly Certificate[];
}

interface Deps {
  readonly store: Pick<Store, "reserved">;
  readonly trust: Anchors;
  readonly log: Logger;
}

/**
 * Returns the principal of a TLS client's certificate: the merchant, terminal or publisher that it was issued to, with the certificate's
 * scopes. The TLS handshake has proved that the client has the key. Returns undefined for a certificate that was issued to nobody here.
 *
 * @param der the client's own certificate
 * @throws Failure INVALID_PUBLISHER_CERTIFICATE for a certificate of a publisher that is expired, revoked or not under the trust root.
 * UNAUTHENTICATED for one of a merchant that is not in force or whose terminal is not active.
 */
export async function principalOfCertificate(
  { store, trust, log }: Deps,
  der: Uint8Array,
): Promise<Principal | undefined> {
  const leaf = readable(der);
  const found =
    leaf &&
    (await store.reserved.accessCertificates.presented(keyIdentifierOfBits(leaf.publicKey.keyBits), der));
  // Strangers can make any number of certificates, so the log tells only of registered ones.
  if (!found) return undefined;
  const problem = certificateProblem(found, leaf, trust);
  if (problem) {
    const { holder, certificateId } = found;
    log.info({ certificateId, ...holder, problem }, "a client certificate was refused");
    throw holder.kind === "publisher" ? notValid() : refused();
  }
  return principalOfPresented(found, byCertificate(found));
}

/** Returns how the TLS client with a certificate was authenticated. */
export const byCertificate = ({ holder }: Pick<PresentedCertificate, "holder">): Authentication => ({
  mechanism:
    holder.kind === "publisher"
      ? AuditMechanism.AUDIT_MECHANISM_PUBLISHER_CERTIFICATE
      : AuditMechanism.AUDIT_MECHANISM_MERCHANT_CERTIFICATE,
});

/** Returns the principal of a certificate that was checked. @param authentication how the caller was authenticated */
export function principalOfPresented(
  { holder, certificateId, scopes, limits, requestSigningOfOwner }: PresentedCertificate,
  authentication: Authentication,
): Principal {
  const deviceId = holder.kind === "merchant" ? holder.deviceId : undefined;
  const credential = {
    credentialId: certificateId,
    scopes: [...scopes],
    deviceId,
    limits: limitsToProto(limits),
    authentication,
  };
  return principalOf(holder, credential, requestSigningOfOwner);
}

function readable(der: Uint8Array): Certificate | undefined {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (error instanceof TrustInputError) return undefined;
    throw error;
  }
}

/** Returns why a certificate does not authenticate its holder; undefined for one that is in force. */
export function certificateProblem(
  { status, deviceStatus = "active", issuer }: PresentedCertificate,
  leaf: Certificate,
  { anchors }: Anchors,
): string | undefined {
  if (status === "revoked") return "REVOKED";
  if (deviceStatus !== "active") return "TERMINAL_NOT_ACTIVE";
  return clientCertificateProblem(leaf, { issuer: parseCertificate(issuer), anchors }, new Date());
}

const refused = (): Failure => new Failure("CLIENT_CERTIFICATE_REFUSED", { message: CERTIFICATE_OF_NOBODY });

const notValid = (): Failure =>
  new Failure("ACCESS_CERTIFICATE_NOT_VALID", {
    message:
      "The publisher's access certificate of the connection is expired or revoked. Connect with one that is in force.",
  });
