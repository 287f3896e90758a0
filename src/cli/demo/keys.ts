// Keys, signing requests, signatures and certificates that callers of the service create themselves.
import "reflect-metadata";
import { randomBytes } from "node:crypto";
import * as x509 from "@peculiar/x509";
import type { components } from "../../../clients/typescript/src/index.ts";
import { type KeyPair, newKeyPair } from "../../../clients/typescript/src/sandbox/keys.ts";

export {
  holderKey,
  type KeyPair,
  newKeyPair,
  signPayment,
} from "../../../clients/typescript/src/sandbox/keys.ts";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const dayMs = 86_400_000;

/** Returns a PKCS#10 signing request (RFC 2986), PEM; its signature proves possession of the key. */
export async function signingRequest(keys: KeyPair, name: string): Promise<string> {
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
  });
  return request.toString("pem");
}

/** Signs a challenge as the device does, over the bytes that `ChallengeSignature` of the contract defines. */
export async function signChallenge(
  keys: KeyPair,
  certificate: string,
  { nonce, assetId, audience }: components["schemas"]["Challenge"],
): Promise<components["schemas"]["ChallengeSignature"]> {
  const [leaf] = certificatesOf(certificate);
  if (!leaf) throw new Error("the text holds no certificate");
  const message = Buffer.concat([
    Buffer.from("PDA-POP-v1"),
    Buffer.from(nonce, "base64url"),
    Buffer.from(assetId),
    Buffer.from(await crypto.subtle.digest("SHA-256", leaf.rawData)),
    Buffer.of(audience.length),
    Buffer.from(audience),
  ]);
  const signature = await crypto.subtle.sign(algorithm, keys.privateKey, message);
  return { nonce, signature: Buffer.from(signature).toString("base64url") };
}

/** A certificate authority: a certificate with its key. */
export interface Authority {
  readonly certificate: x509.X509Certificate;
  readonly keys: KeyPair;
}

/** Creates a CA that the service does not trust. */
export async function foreignAuthority(): Promise<Authority> {
  const keys = await newKeyPair();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: "O=Somebody else",
    keys,
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + 365 * dayMs),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate, keys };
}

/** Names in a device certificate. */
export interface DeviceNames {
  readonly assetId: string;
  readonly serialNumber: string;
}

/**
 * Creates a device certificate under this authority for another asset, chip and key. Its form is copied from `pattern`, a certificate
 * that the service issued. PEM, leaf first.
 */
export async function deviceCertificate(
  authority: Authority,
  pattern: string,
  names: DeviceNames,
): Promise<string> {
  const [sample] = certificatesOf(pattern);
  if (!sample) throw new Error("the pattern holds no certificate");
  const { certificate: ca, keys: caKeys } = authority;
  const keys = await newKeyPair();
  const subject = sample.subjectName
    .toJSON()
    .map((part) => ("2.5.4.5" in part ? { "2.5.4.5": [names.serialNumber] } : part));
  const uri = sample.getExtension(x509.SubjectAlternativeNameExtension)?.names.items[0]?.value ?? "";
  const keyIdentifier = ca.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId ?? "";
  const kept = ["2.5.29.19", "2.5.29.15", "2.5.29.37", "2.5.29.32"].flatMap(
    (oid) => sample.getExtension(oid) ?? [],
  );
  const leaf = await x509.X509CertificateGenerator.create({
    serialNumber: `4${randomBytes(15).toString("hex").slice(1)}`,
    subject,
    issuer: ca.subjectName,
    notBefore: ca.notBefore > sample.notBefore ? ca.notBefore : sample.notBefore,
    notAfter: ca.notAfter < sample.notAfter ? ca.notAfter : sample.notAfter,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      ...kept,
      new x509.SubjectAlternativeNameExtension([
        { type: "url", value: uri.replace(/ast_[0-9a-z]{26}/, names.assetId) },
      ]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      new x509.AuthorityKeyIdentifierExtension(keyIdentifier),
    ],
  });
  return [leaf, ca].map((certificate) => certificate.toString("pem")).join("\n");
}

/** Returns the certificates of a PEM text, in the order of the text. */
export function certificatesOf(pem: string): x509.X509Certificate[] {
  return x509.PemConverter.decode(pem).map((der) => new x509.X509Certificate(der));
}
