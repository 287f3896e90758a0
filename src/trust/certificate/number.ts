import type { Certificate } from "../certificate.ts";
import { integer } from "../der/writer.ts";

/**
 * What identifies a certificate (RFC 5280 §4.1.2.2): the authority that signed it, by its key, and the serial number. Its bytes do
 * not: whoever holds an ECDSA signature (r, s) can write (r, n − s) in its place, and the certificate verifies as before.
 *
 * @returns lower-case hexadecimal: the authorityKeyIdentifier, empty where there is none, then the serial number as in the DER
 */
export function certificateNumber({
  extensions,
  serial,
}: Pick<Certificate, "extensions" | "serial">): string {
  const authority = extensions.authorityKeyIdentifier?.keyIdentifier ?? new Uint8Array();
  // At most 20 octets (checked as it was read), so identifier and length are one octet each.
  return Buffer.concat([authority, integer(serial).subarray(2)]).toString("hex");
}
