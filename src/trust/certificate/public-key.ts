import { createPublicKey, type KeyObject } from "node:crypto";
import { decodeOid } from "../der/oid.ts";
import { type DerElement, DerReader } from "../der/reader.ts";
import { TAG } from "../der/tags.ts";
import { assertDer, decodeInteger, decodeOctetAlignedBits, integerOctets, readOid } from "../der/values.ts";
import { CURVE, KEY_ALGORITHM } from "../oids.ts";

/** The allowed kinds of key. */
export type KeyKind = "P-256" | "P-384" | "RSA";

/** A SubjectPublicKeyInfo (RFC 5280 §4.1.2.7). */
export interface SubjectPublicKey {
  /** The whole SubjectPublicKeyInfo. */
  readonly encoding: Uint8Array;
  /** The bits of the key itself. Key identifiers are hashes of them. */
  readonly keyBits: Uint8Array;
  /** Undefined for a kind, curve, size or point that is not allowed. */
  readonly usable: { readonly kind: KeyKind; readonly key: KeyObject } | undefined;
}

const RSA_BITS_MIN = 2048;
/** A larger modulus would only cost the verifier time. */
const RSA_BITS_MAX = 8192;
const RSA_EXPONENT_MIN = 65537n;
const RSA_EXPONENT_MAX = 2n ** 32n;

const CURVES: ReadonlyMap<string, { readonly kind: KeyKind; readonly pointBytes: number }> = new Map([
  [CURVE.p256, { kind: "P-256", pointBytes: 65 }],
  [CURVE.p384, { kind: "P-384", pointBytes: 97 }],
]);

/** Reads the next element as a SubjectPublicKeyInfo. */
export function readSubjectPublicKey(reader: DerReader): SubjectPublicKey {
  const element = reader.read(TAG.sequence);
  const inside = DerReader.inside(element);
  const algorithm = inside.enter();
  const keyBits = decodeOctetAlignedBits(inside.read(TAG.bitString).contents);
  inside.end();
  const oid = readOid(algorithm);
  const parameters = algorithm.atEnd ? undefined : algorithm.readAny();
  algorithm.end();
  if (parameters !== undefined) assertDer(parameters);
  const kind = keyKind(oid, parameters, keyBits);
  const key = kind === undefined ? undefined : importKey(element.encoding);
  return {
    encoding: element.encoding,
    keyBits,
    usable: kind === undefined || key === undefined ? undefined : { kind, key },
  };
}

function keyKind(oid: string, parameters: DerElement | undefined, keyBits: Uint8Array): KeyKind | undefined {
  if (oid === KEY_ALGORITHM.ecPublicKey) return ecKind(parameters, keyBits);
  if (oid === KEY_ALGORITHM.rsaEncryption && parameters?.tag === TAG.null) return rsaKind(keyBits);
  return undefined;
}

/**
 * Returns the kind of an EC key. Allows named curves and uncompressed points only (RFC 5480 §2.1.1, §2.2).
 * Explicit parameters and the point at infinity are refused.
 */
function ecKind(parameters: DerElement | undefined, point: Uint8Array): KeyKind | undefined {
  if (parameters?.tag !== TAG.objectIdentifier) return undefined;
  const curve = CURVES.get(decodeOid(parameters.contents));
  return curve !== undefined && point.length === curve.pointBytes && point[0] === 0x04
    ? curve.kind
    : undefined;
}

/** Checks an RSAPublicKey (RFC 8017 §A.1.1): its size and exponent must be safe to compute with. */
function rsaKind(keyBits: Uint8Array): KeyKind | undefined {
  const document = DerReader.document(keyBits);
  // Checked here because the importer of Node is more lenient with bytes that are no RSAPublicKey.
  const body = document.enter();
  document.end();
  const modulus = integerOctets(body.read(TAG.integer).contents);
  const exponent = decodeInteger(body.read(TAG.integer).contents);
  body.end();
  const first = modulus[0] ?? 0;
  if (first >= 0x80) return undefined;
  const bits = first === 0 ? (modulus.length - 1) * 8 : (modulus.length - 1) * 8 + (32 - Math.clz32(first));
  const sizeAllowed = bits >= RSA_BITS_MIN && bits <= RSA_BITS_MAX;
  // A product of two odd primes is odd. Anybody can factor an even modulus.
  const isOdd = (modulus.at(-1) ?? 0) % 2 === 1;
  const exponentAllowed = exponent >= RSA_EXPONENT_MIN && exponent < RSA_EXPONENT_MAX && exponent % 2n === 1n;
  return sizeAllowed && isOdd && exponentAllowed ? "RSA" : undefined;
}

/** Imports a key. Returns undefined when the numbers are no key, such as a point off its curve. */
function importKey(encoding: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(encoding), format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}
