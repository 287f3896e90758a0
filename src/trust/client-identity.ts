import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { decodeArmour } from "./armour.ts";
import { TrustInputError } from "./error.ts";

const CERTIFICATES_MAX = 5;
const CHAIN_BYTES_MAX = 16_384;
const CURVES: readonly string[] = ["prime256v1", "secp384r1", "secp521r1"];
const RSA_BITS = { min: 2_048, max: 8_192 };

/** Reason that a certificate and a key are no identity for a TLS client. */
export type ClientIdentityReason =
  | "CLIENT_CERTIFICATE_UNREADABLE"
  | "CLIENT_CERTIFICATE_CHAIN_BROKEN"
  | "CLIENT_CERTIFICATE_EXPIRED"
  | "CLIENT_KEY_UNREADABLE"
  | "CLIENT_KEY_OF_OTHER_CERTIFICATE";

/** Thrown by `readClientIdentity`. */
export class ClientIdentityError extends TrustInputError<ClientIdentityReason> {
  override readonly name = "ClientIdentityError";
}

/** A certificate with its key, for a TLS client. */
export interface ClientIdentity {
  /** In PEM, the client's certificate first. */
  readonly chain: string;
  readonly expiresAt: Date;
  /** SHA-256 of the client's certificate in lower-case hexadecimal digits. */
  readonly fingerprint: string;
  /** Private key in DER (PKCS#8). */
  readonly key: Buffer;
}

/**
 * Reads a certificate chain and its private key, both in PEM. Whether its last issuer is trusted is not judged: that is for the receiver, which has
 * trust anchors of its own.
 *
 * @throws {ClientIdentityError}
 */
export function readClientIdentity(chain: string, key: string, now: Date): ClientIdentity {
  const [leaf, ...others] = certificatesIn(chain);
  if (!leaf || others.length >= CERTIFICATES_MAX)
    throw new ClientIdentityError("CLIENT_CERTIFICATE_UNREADABLE");
  if (!isChain([leaf, ...others])) throw new ClientIdentityError("CLIENT_CERTIFICATE_CHAIN_BROKEN");
  if (leaf.validToDate <= now) throw new ClientIdentityError("CLIENT_CERTIFICATE_EXPIRED");
  const privateKey = keyIn(key);
  if (!leaf.checkPrivateKey(privateKey)) throw new ClientIdentityError("CLIENT_KEY_OF_OTHER_CERTIFICATE");
  return {
    chain: [leaf, ...others].map(String).join(""),
    expiresAt: leaf.validToDate,
    fingerprint: leaf.fingerprint256.replaceAll(":", "").toLowerCase(),
    key: privateKey.export({ format: "der", type: "pkcs8" }),
  };
}

/** Tells whether each certificate is issued by the next one (RFC 8446 section 4.4.2). */
const isChain = (certificates: readonly X509Certificate[]): boolean =>
  certificates.every((certificate, at) => {
    const issuer = certificates[at + 1];
    return !issuer || (certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey));
  });

function certificatesIn(text: string): X509Certificate[] {
  const decoded = decodeArmour(text, ["CERTIFICATE"], CHAIN_BYTES_MAX);
  if (!decoded.ok) throw new ClientIdentityError("CLIENT_CERTIFICATE_UNREADABLE");
  try {
    return decoded.documents.map((der) => new X509Certificate(der));
  } catch {
    throw new ClientIdentityError("CLIENT_CERTIFICATE_UNREADABLE");
  }
}

/** The cause of a failure is left out, because it could show a part of the key. */
function keyIn(text: string): KeyObject {
  const key = parsed(text);
  const { namedCurve = "", modulusLength = 0 } = key?.asymmetricKeyDetails ?? {};
  const isAllowed =
    key?.asymmetricKeyType === "ed25519" ||
    (key?.asymmetricKeyType === "ec" && CURVES.includes(namedCurve)) ||
    (key?.asymmetricKeyType === "rsa" && modulusLength >= RSA_BITS.min && modulusLength <= RSA_BITS.max);
  if (!key || !isAllowed) throw new ClientIdentityError("CLIENT_KEY_UNREADABLE");
  return key;
}

function parsed(text: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: text, format: "pem" });
  } catch {
    return undefined;
  }
}
