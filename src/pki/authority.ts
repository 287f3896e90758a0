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
