import { createHash, createPublicKey, ECDH, type KeyObject } from "node:crypto";
import { TrustInputError } from "./error.ts";

/** The public key of a chip without a certificate: a point of secp256k1. */
export interface RawKey {
  readonly key: KeyObject;
  /** `02` or `03` and x, 33 bytes (SEC 1 §2.3.3). The only form that identifies a key. */
  readonly compressed: Buffer;
  /** SHA-256 of `compressed`. Signed messages contain it in place of a certificate's SHA-256. */
  readonly digest: Buffer;
}

export type RawKeyReason = "PUBLIC_KEY_MALFORMED" | "PUBLIC_KEY_NOT_ON_CURVE";

/** Thrown by `parseRawKey`. */
class RawKeyError extends TrustInputError<RawKeyReason> {
  override readonly name = "RawKeyError";
}

const CURVE = "secp256k1";
/** SubjectPublicKeyInfo of an uncompressed point of secp256k1, up to the point (RFC 5480 §2). */
const SPKI_START = Buffer.from("3056301006072a8648ce3d020106052b8104000a034200", "hex");
const HEX = /^(?:0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{44}|[A-Za-z0-9+/]{87}=)$/;
/** Length by first byte: compressed with even or odd y, or uncompressed. The hybrid form and the point at infinity are refused. */
const POINT_BYTES: ReadonlyMap<number | undefined, number> = new Map([
  [0x02, 33],
  [0x03, 33],
  [0x04, 65],
]);

/**
 * Reads a point of secp256k1 (SEC 1 §2.3.4), compressed or uncompressed, in hexadecimal or base64.
 * @throws {RawKeyError}
 */
export function parseRawKey(text: string): RawKey {
  const point = decode(text);
  if (point === undefined || POINT_BYTES.get(point[0]) !== point.length)
    throw new RawKeyError("PUBLIC_KEY_MALFORMED");
  const uncompressed = onCurve(point, "uncompressed");
  const compressed = onCurve(point, "compressed");
  return {
    key: createPublicKey({ key: Buffer.concat([SPKI_START, uncompressed]), format: "der", type: "spki" }),
    compressed,
    digest: createHash("sha256").update(compressed).digest(),
  };
}

function decode(text: string): Buffer | undefined {
  if (HEX.test(text)) return Buffer.from(text, "hex");
  if (!BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  // Each key must have one text, so the unused bits of the last character must be zero.
  return bytes.toString("base64") === text ? bytes : undefined;
}

/** Converts a point. The library refuses coordinates outside the field and points that are not on the curve. */
function onCurve(point: Buffer, form: "compressed" | "uncompressed"): Buffer {
  try {
    return ECDH.convertKey(point, CURVE, undefined, undefined, form) as Buffer;
  } catch {
    throw new RawKeyError("PUBLIC_KEY_NOT_ON_CURVE");
  }
}
