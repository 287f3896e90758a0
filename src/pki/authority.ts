import "reflect-metadata";
import { randomBytes, webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

/** ECDSA P-256 with SHA-256, for the root and for every certificate under it. */
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const DAY_MS = 86_400_000;
/** Certificates are good from a minute before they are made, for callers whose clock is behind. */
const SKEW_MS = 60_000;

/** A certificate and its private key (PKCS #8), both PEM. */
export interface Credential {
  cert: string;
  key: string;
}

/** What a certificate under the tier root is for. */
export interface LeafRequest {
  commonName: string;
  /** SPIFFE id; a certificate without one (public HTTPS) is nobody between tiers. */
  spiffeId?: string;
  dns: readonly string[];
  ip: readonly string[];
  usages: readonly ("client" | "server")[];
  days: number;
  /** When it is made; now unless given. */
  now?: Date;
}

/** 16 random bytes, positive and without a leading zero (RFC 5280 §4.1.2.2 asks for a positive number of at most 20 octets). */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] as number) & 0x7f) | 0x40;
  return bytes.toString("hex");
}

async function newKey(): Promise<{ keys: webcrypto.CryptoKeyPair; pem: string }> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
  return { keys, pem: x509.PemConverter.encode(der, "PRIVATE KEY").concat("\n") };
}

function validity(now: Date, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now.getTime() - SKEW_MS), notAfter: new Date(now.getTime() + days * DAY_MS) };
}

/** Makes a self-signed root that may sign end-entity certificates only (path length 0). */
export async function createRoot(commonName: string, days: number, now = new Date()): Promise<Credential> {
  const { keys, pem } = await newKey();
  const cert = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(),
      name: [{ CN: [commonName] }],
      ...validity(now, days),
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return { cert: `${cert.toString("pem")}\n`, key: pem };
}

async function signingKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = x509.PemConverter.decodeFirst(pem);
  return webcrypto.subtle.importKey("pkcs8", der, ALGORITHM, false, ["sign"]);
}

/** Makes a key and its end-entity certificate under a root. The names come from the request only. */
export async function issueLeaf(root: Credential, request: LeafRequest): Promise<Credential> {
  const issuer = new x509.X509Certificate(root.cert);
  const { keys, pem } = await newKey();
  const names: x509.JsonGeneralNames = [
    ...(request.spiffeId ? [{ type: "url" as const, value: request.spiffeId }] : []),
    ...request.dns.map((value) => ({ type: "dns" as const, value })),
    ...request.ip.map((value) => ({ type: "ip" as const, value })),
  ];
  const usages = request.usages.map((usage) => x509.ExtendedKeyUsage[`${usage}Auth`]);
  const cert = await x509.X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: [{ CN: [request.commonName] }],
      issuer: issuer.subjectName.toJSON(),
      ...validity(request.now ?? new Date(), request.days),
      publicKey: keys.publicKey,
      signingKey: await signingKey(root.key),
      signingAlgorithm: ALGORITHM,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension(usages, false),
        new x509.SubjectAlternativeNameExtension(names, false),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
        await x509.AuthorityKeyIdentifierExtension.create(issuer, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return { cert: `${cert.toString("pem")}\n`, key: pem };
}
