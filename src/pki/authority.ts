import { createHash, createPrivateKey, generateKeyPair, type KeyObject, X509Certificate } from "node:crypto";
import { isIPv4 } from "node:net";
import { promisify } from "node:util";
import { encodePem } from "../trust/armour.ts";
import { parseCertificate } from "../trust/certificate.ts";
import { selfSigned, certificateSignedBy } from "../trust/issue/certificate.ts";
import {
  caConstraints,
  dnsName,
  extendedKeyUsage,
  ipName,
  keyUsage,
  leafConstraints,
  permittedServers,
  subjectAltName,
  uriName,
} from "../trust/issue/extensions.ts";
import { anyCommonName, distinguishedName } from "../trust/issue/name.ts";
import { EKU_CLIENT_AUTH, EKU_SERVER_AUTH } from "../trust/oids.ts";
import { daysAfter } from "../trust/profile.ts";

const newKeyPair = promisify(generateKeyPair);
/** Length of an uncompressed P-256 point, which ends a SubjectPublicKeyInfo. */
const POINT_BYTES = 65;
const USAGES = { client: EKU_CLIENT_AUTH, server: EKU_SERVER_AUTH };

/** A certificate and its private key (PKCS #8), both PEM. */
export interface Credential {
  cert: string;
  key: string;
}

/** The names, usages and lifetime of a certificate under the tier root. */
export interface LeafRequest {
  commonName: string;
  /** SPIFFE id. Absent for public HTTPS, whose certificate identifies no peer between tiers. */
  spiffeId?: string;
  dns: readonly string[];
  ip: readonly string[];
  usages: readonly ("client" | "server")[];
  days: number;
  /** Issue time. Default: now. */
  now?: Date;
}

/** Makes a self-signed root (P-256) that may sign end-entity certificates only (path length 0). */
export async function createRoot(commonName: string, days: number, now = new Date()): Promise<Credential> {
  const { privateKey, publicKey } = await newKeyPair("ec", { namedCurve: "P-256" });
  const point = publicKey.export({ format: "der", type: "spki" }).subarray(-POINT_BYTES);
  const root = selfSigned(privateKey, {
    subject: distinguishedName(anyCommonName(commonName)),
    issuedAt: now,
    notAfter: daysAfter(now, days),
    // RFC 5280 §4.2.1.2 (1). Earlier versions of pda name this key identifier when they renew certificates under this root.
    keyIdentifier: createHash("sha1").update(point).digest(),
    extensions: [caConstraints(0), keyUsage("keyCertSign", "cRLSign")],
  });
  return credential(root, privateKey);
}

/** Encodes the limit of a root to servers with these names and addresses. */
export function serverLimits({ dns, ip }: Pick<LeafRequest, "dns" | "ip">): Uint8Array {
  const exactly = (octets: Uint8Array) => Buffer.concat([octets, Buffer.alloc(octets.length, 0xff)]);
  return permittedServers(
    dns,
    ip.map((address) => exactly(octetsOf(address))),
  );
}

/**
 * Makes another certificate of a root, for programs that are not part of the product: with the root's name and key, so that they find it
 * above the certificates that the root issued, and limited to servers with these names (RFC 5280 section 4.2.1.10). Whoever gets the
 * root's key cannot pose to such a program as any other server.
 */
export function constrainedRoot(
  root: Credential,
  { dns, ip, now = new Date() }: Pick<LeafRequest, "dns" | "ip" | "now">,
): string {
  const { extensions, subject, notAfter } = parseCertificate(new X509Certificate(root.cert).raw);
  const certificate = selfSigned(createPrivateKey(root.key), {
    subject: subject.encoding,
    issuedAt: now,
    notAfter,
    ...(extensions.subjectKeyIdentifier ? { keyIdentifier: extensions.subjectKeyIdentifier } : {}),
    extensions: [
      caConstraints(0),
      keyUsage("keyCertSign"),
      extendedKeyUsage(EKU_SERVER_AUTH),
      serverLimits({ dns, ip }),
    ],
  });
  return encodePem("CERTIFICATE", certificate);
}

/** Makes a P-256 key and its end-entity certificate under a root. All names come from `request`. */
export async function issueLeaf(root: Credential, request: LeafRequest): Promise<Credential> {
  const { commonName, spiffeId, dns, ip, usages, days, now = new Date() } = request;
  const { privateKey, publicKey } = await newKeyPair("ec", { namedCurve: "P-256" });
  const issuer = {
    certificate: parseCertificate(new X509Certificate(root.cert).raw),
    key: createPrivateKey(root.key),
  };
  const ids = spiffeId ? [uriName(spiffeId)] : [];
  const leaf = certificateSignedBy(issuer, {
    subject: distinguishedName(anyCommonName(commonName)),
    spki: publicKey.export({ format: "der", type: "spki" }),
    issuedAt: now,
    notAfter: daysAfter(now, days),
    extensions: [
      leafConstraints(),
      keyUsage("digitalSignature"),
      extendedKeyUsage(...usages.map((usage) => USAGES[usage])),
      subjectAltName(...ids, ...dns.map(dnsName), ...ip.map((address) => ipName(octetsOf(address)))),
    ],
  });
  return credential(leaf, privateKey);
}

function credential(der: Uint8Array, key: KeyObject): Credential {
  return {
    cert: encodePem("CERTIFICATE", der),
    key: key.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** Returns the 4 or 16 octets of an address. An IPv6 address must be in hexadecimal groups. */
function octetsOf(address: string): Uint8Array {
  if (isIPv4(address)) return Uint8Array.from(address.split("."), Number);
  const [before = [], after = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, "0")).join(""), "hex");
}
