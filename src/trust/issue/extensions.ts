import { createHash } from "node:crypto";
import { KEY_USAGES, type KeyUsage } from "../certificate/extension-values.ts";
import { contextPrimitive } from "../der/tags.ts";
import {
  boolean,
  context,
  integer,
  namedBits,
  objectIdentifier,
  octetString,
  sequence,
  tlv,
} from "../der/writer.ts";
import { EXTENSION } from "../oids.ts";

/** Extensions of RFC 5280 §4.2 as DER, each with its criticality in the product's profile. */

/** Encodes a CA with a limit on the intermediate certificates below it; critical. */
export function caConstraints(pathLength: number): Uint8Array {
  return extension(EXTENSION.basicConstraints, true, sequence(boolean(true), integer(pathLength)));
}

/** Encodes an end entity; critical, so that no verifier treats the certificate as a CA. */
export function leafConstraints(): Uint8Array {
  return extension(EXTENSION.basicConstraints, true, sequence());
}

export function keyUsage(...usages: readonly KeyUsage[]): Uint8Array {
  return extension(EXTENSION.keyUsage, true, namedBits(usages.map((usage) => KEY_USAGES.indexOf(usage))));
}

export function extendedKeyUsage(...usages: readonly string[]): Uint8Array {
  return extension(EXTENSION.extendedKeyUsage, false, sequence(...usages.map(objectIdentifier)));
}

export function certificatePolicy(policy: string): Uint8Array {
  return extension(EXTENSION.certificatePolicies, false, sequence(sequence(objectIdentifier(policy))));
}

/** @param names GeneralNames in DER */
export function subjectAltName(...names: readonly Uint8Array[]): Uint8Array {
  return extension(EXTENSION.subjectAltName, false, sequence(...names));
}

/** Permits only URIs of exactly this host and subjects below this name; critical. `name` is a Name in DER. */
export function permittedNames(host: string, name: Uint8Array): Uint8Array {
  const directoryName = context(4, name);
  const permitted = context(0, sequence(uriName(host)), sequence(directoryName));
  return extension(EXTENSION.nameConstraints, true, sequence(permitted));
}

/** Permits only URIs of exactly this host; critical. Names of other forms are not constrained. */
export function permittedHost(host: string): Uint8Array {
  return extension(EXTENSION.nameConstraints, true, sequence(context(0, sequence(uriName(host)))));
}

/** Permits only these host names, with the names below them, and these addresses; critical. An address is followed by its mask. */
export function permittedServers(hosts: readonly string[], addresses: readonly Uint8Array[]): Uint8Array {
  const subtrees = [...hosts.map(dnsName), ...addresses.map(ipName)].map((name) => sequence(name));
  return extension(EXTENSION.nameConstraints, true, sequence(context(0, ...subtrees)));
}

export function subjectKeyIdentifier(keyIdentifier: Uint8Array): Uint8Array {
  return extension(EXTENSION.subjectKeyIdentifier, false, octetString(keyIdentifier));
}

export function authorityKeyIdentifier(keyIdentifier: Uint8Array): Uint8Array {
  return extension(
    EXTENSION.authorityKeyIdentifier,
    false,
    sequence(tlv(contextPrimitive(0), keyIdentifier)),
  );
}

/** Names the issuer's CRL (RFC 5280 §4.2.1.13), which is complete and for all reasons. `uri` must be ASCII. */
export function crlDistributionPoint(uri: string): Uint8Array {
  const point = sequence(context(0, context(0, uriName(uri))));
  return extension(EXTENSION.crlDistributionPoints, false, sequence(point));
}

/** Returns the key identifier of RFC 7093 §2 method 1: the leftmost 160 bits of SHA-256 over the key's bits. */
export function keyIdentifierOfBits(keyBits: Uint8Array): Uint8Array {
  return createHash("sha256").update(keyBits).digest().subarray(0, 20);
}

/** Encodes a GeneralName (RFC 5280 §4.2.1.6) from ASCII text or from the octets of an address. */
export const dnsName = (host: string): Uint8Array => tlv(contextPrimitive(2), Buffer.from(host, "latin1"));
export const uriName = (uri: string): Uint8Array => tlv(contextPrimitive(6), Buffer.from(uri, "latin1"));
export const ipName = (octets: Uint8Array): Uint8Array => tlv(contextPrimitive(7), octets);

function extension(oid: string, critical: boolean, value: Uint8Array): Uint8Array {
  return sequence(objectIdentifier(oid), ...(critical ? [boolean(true)] : []), octetString(value));
}
