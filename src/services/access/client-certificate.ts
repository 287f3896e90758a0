import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import type { PresentedCertificate } from "../../domain/merchant/certificate.ts";
import { Failure } from "../../rpc/failure.ts";
import { type Certificate, parseCertificate } from "../../trust/certificate.ts";
import { clientCertificateProblem } from "../../trust/client-certificate.ts";
import { TrustInputError } from "../../trust/error.ts";
import { keyIdentifierOfBits } from "../../trust/issue/extensions.ts";
import type { ServiceDeps } from "../deps.ts";

type Deps = Pick<ServiceDeps, "store" | "trust" | "log">;

/**
 * Returns the principal of a TLS client's certificate: the merchant or terminal that it was issued to, with the certificate's scopes.
 * The TLS handshake has proved that the client has the key.
 *
 * @param der the client's own certificate
 * @throws Failure UNAUTHENTICATED unless the certificate was issued to a merchant, is valid now and not revoked, and its terminal, if it
 * has one, is active. All these cases get the same error; the log tells them apart.
 */
export async function principalOfCertificate(
  { store, trust, log }: Deps,
  der: Uint8Array,
): Promise<Principal> {
  const leaf = readable(der);
  const found =
    leaf &&
    (await store.reserved.merchantCertificates.presented(keyIdentifierOfBits(leaf.publicKey.keyBits), der));
  // Strangers can make any number of certificates, so the log tells only of registered ones.
  if (!found) throw refused();
  const { merchantId, certificateId, deviceId, scopes } = found;
  const problem = problemOf(found, leaf, trust);
  if (problem) {
    log.info({ certificateId, merchantId, problem }, "a merchant's client certificate was refused");
    throw refused();
  }
  const kind = PrincipalKind.PRINCIPAL_KIND_MERCHANT;
  return { kind, tenantId: merchantId, credentialId: certificateId, scopes: [...scopes], deviceId };
}

function readable(der: Uint8Array): Certificate | undefined {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (error instanceof TrustInputError) return undefined;
    throw error;
  }
}

function problemOf(
  { status, deviceStatus = "active", issuer }: PresentedCertificate,
  leaf: Certificate,
  { anchors }: ServiceDeps["trust"],
): string | undefined {
  if (status === "revoked") return "REVOKED";
  if (deviceStatus !== "active") return "TERMINAL_NOT_ACTIVE";
  return clientCertificateProblem(leaf, { issuer: parseCertificate(issuer), anchors }, new Date());
}

const refused = (): Failure =>
  new Failure("CLIENT_CERTIFICATE_REFUSED", {
    message: "The client certificate of the connection is not one of this service in force.",
  });
