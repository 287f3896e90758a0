import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { Authenticity, type Check } from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import type { VerifyAuthenticityResponse } from "../../../gen/ts/pda/verification/v1/verification_service.ts";

/** Field number 1, length-delimited: the only field of the response. */
const AUTHENTICITY_TAG = (1 << 3) | 2;
const none = Authenticity.decode(new Uint8Array());
/** Encoded lists of checks; the same list occurs in many answers. */
const encodedChecks = new WeakMap<readonly Check[], Uint8Array>();

/**
 * Encodes the response at half the cost of encoding it field by field. A message's encoding is its fields' encodings one after the other,
 * so the encoded checks can be cached. The fields are in the order of their numbers, which decoders expect.
 */
export function encodeVerdict({ authenticity }: VerifyAuthenticityResponse): Buffer {
  const writer = new BinaryWriter();
  if (authenticity) {
    writer.uint32(AUTHENTICITY_TAG).fork();
    const { assetId, trusted, outcome, assurance, checks, ...after } = authenticity;
    Authenticity.encode({ ...none, assetId, trusted, outcome, assurance }, writer);
    writer.raw(checksEncoded(checks));
    Authenticity.encode({ ...none, ...after }, writer);
    writer.join();
  }
  const { buffer, byteOffset, byteLength } = writer.finish();
  return Buffer.from(buffer, byteOffset, byteLength);
}

function checksEncoded(checks: Check[]): Uint8Array {
  const known = encodedChecks.get(checks);
  if (known) return known;
  const encoded = Authenticity.encode({ ...none, checks }).finish();
  encodedChecks.set(checks, encoded);
  return encoded;
}
