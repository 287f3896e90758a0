import { createPublicKey, type KeyObject } from "node:crypto";
import type { KeyMaterial } from "../domain/access/public-key.ts";
import { decodeArmour, encodePem } from "./armour.ts";
import { readSubjectPublicKey } from "./certificate/public-key.ts";
import { DerError } from "./der/error.ts";
import { DerReader } from "./der/reader.ts";
import { TrustInputError } from "./error.ts";
import { algorithmOf } from "./jws.ts";

const LABEL = "PUBLIC KEY";
/** Of RSA with 4,096 bits it is 550. */
const SPKI_BYTES_MAX = 1024;
const RSA_BITS_MAX = 4096;
/** SubjectPublicKeyInfo of Ed25519, up to the 32 bytes of the key (RFC 8410 §4, §10.1). */
const ED25519_START = Buffer.from("302a300506032b6570032100", "hex");
const ED25519_BYTES = ED25519_START.length + 32;

/** Reason that a text is not a public key that can be registered. */
export type RegisteredKeyReason = "PUBLIC_KEY_UNREADABLE" | "PUBLIC_KEY_TYPE_NOT_ALLOWED";

/** Thrown by `parseRegisteredKey`. */
class RegisteredKeyError extends TrustInputError<RegisteredKeyReason> {
  override readonly name = "RegisteredKeyError";
}

/**
 * Reads a public key, SubjectPublicKeyInfo in PEM (RFC 7468 §13): P-256, Ed25519, or RSA with 2,048 to 4,096 bits.
 * @throws {RegisteredKeyError}
 */
export function parseRegisteredKey(pem: string): KeyMaterial & { readonly key: KeyObject } {
  const decoded = decodeArmour(pem, [LABEL], SPKI_BYTES_MAX);
  const [spki, second] = decoded.ok ? decoded.documents : [];
  if (!pem.includes("-----") || spki === undefined || second !== undefined)
    throw new RegisteredKeyError("PUBLIC_KEY_UNREADABLE");
  const key = isEd25519(spki) ? keyOfSpki(spki) : certifiable(spki);
  const algorithm = key && algorithmOf(key);
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  if (!key || !algorithm || bits > RSA_BITS_MAX) throw new RegisteredKeyError("PUBLIC_KEY_TYPE_NOT_ALLOWED");
  return { key, algorithm, spki };
}

/** Returns the key of a SubjectPublicKeyInfo that `parseRegisteredKey` has accepted. */
export function keyOfSpki(spki: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
}

/** Returns a key as `parseRegisteredKey` reads it. */
export const registeredKeyToPem = (spki: Uint8Array): string => encodePem(LABEL, spki);

const isEd25519 = (spki: Uint8Array): boolean =>
  spki.length === ED25519_BYTES && ED25519_START.equals(spki.subarray(0, ED25519_START.length));

/** Reads a key of a type that certificates may have. */
function certifiable(spki: Uint8Array): KeyObject | undefined {
  try {
    const document = DerReader.document(spki);
    const { usable } = readSubjectPublicKey(document);
    document.end();
    return usable?.key;
  } catch (error) {
    if (error instanceof DerError) throw new RegisteredKeyError("PUBLIC_KEY_UNREADABLE");
    throw error;
  }
}
