import type { KeyObject } from "node:crypto";
import { encodePem } from "../armour.ts";
import { bitString, context, integer, sequence } from "../der/writer.ts";
import { commonName, distinguishedName } from "./name.ts";
import { signerOf } from "./signer.ts";

/**
 * A certification request (RFC 2986) for the key's owner to send: PEM. The common name only tells requests
 * apart: issuers here take names from their registry.
 * @throws {IssueError} for a key that is not P-256 or P-384, or an unusable name
 */
export function createCsr(key: KeyObject, name: string): string {
  const signer = signerOf(key);
  const info = sequence(integer(0), distinguishedName(commonName(name)), signer.spki, context(0));
  return encodePem("CERTIFICATE REQUEST", sequence(info, signer.algorithm, bitString(signer.sign(info))));
}
