import { type Disclosure, readDisclosure } from "./disclosure.ts";
import { SdJwtError } from "./error.ts";
import { isObject, type JsonValue, type JsonObject, member } from "../../json/value.ts";
import { JSON_DEPTH_MAX } from "../json.ts";

const DIGESTS = "_sd";
const ELEMENT_DIGEST = "...";
const HASH_NAME = "_sd_alg";

/** The places that the elements of a processed array have in what the issuer signed. Only for arrays that lost elements. */
const signedPlaces = new WeakMap<readonly JsonValue[], readonly number[]>();

/**
 * Returns the element of a processed array by its place in what the issuer signed, where undisclosed elements and decoys count. So a holder
 * cannot move an element to another place by hiding those before it.
 */
export function elementAt(array: readonly JsonValue[], place: number): JsonValue | undefined {
  return array[signedPlaces.get(array)?.indexOf(place) ?? place];
}

/**
 * Replaces digests by their disclosures: the processed payload of RFC 9901 §7.1, steps 3 to 5.
 * Every disclosure must be referenced exactly once. A digest without a disclosure is a decoy or an undisclosed claim.
 *
 * @param payload of the issuer-signed JWT, whose signature is already verified
 * @param undisclosable claims of the top level that the issuer must disclose to everyone, with all their content
 * @throws {SdJwtError}
 */
export function processedPayload(
  payload: JsonObject,
  texts: readonly string[],
  undisclosable: readonly string[] = [],
): JsonObject {
  const hashName = member(payload, HASH_NAME);
  if (hashName !== undefined && hashName !== "sha-256") throw new SdJwtError("HASH_NOT_ALLOWED");
  const disclosures = byDigest(texts);
  const seen = new Set<string>();

  const resolve = (digest: string): Disclosure | undefined => {
    if (seen.has(digest)) throw new SdJwtError("DIGEST_REPEATED");
    seen.add(digest);
    const found = disclosures.get(digest);
    disclosures.delete(digest);
    return found;
  };
  const valueOf = (value: JsonValue, depth: number): JsonValue => {
    if (depth > JSON_DEPTH_MAX) throw new SdJwtError("NESTED_TOO_DEEP");
    if (Array.isArray(value)) return elementsOf(value, depth);
    return isObject(value) ? objectOf(value, depth) : value;
  };
  const elementsOf = (elements: readonly JsonValue[], depth: number): JsonValue[] => {
    const places: number[] = [];
    const shown: JsonValue[] = [];
    for (const [place, element] of elements.entries()) {
      const digest = elementDigest(element);
      const disclosure = digest === undefined ? undefined : resolve(digest);
      if (digest !== undefined && disclosure === undefined) continue;
      if (disclosure?.name !== undefined) throw new SdJwtError("DISCLOSURE_MALFORMED");
      places.push(place);
      shown.push(valueOf(disclosure ? disclosure.value : element, depth + 1));
    }
    if (shown.length < elements.length) signedPlaces.set(shown, places);
    return shown;
  };
  const objectOf = (object: JsonObject, depth: number): JsonObject => {
    if (Object.hasOwn(object, ELEMENT_DIGEST)) throw new SdJwtError("CLAIM_NAME_NOT_ALLOWED");
    const members = new Map<string, JsonValue>();
    for (const [name, value] of Object.entries(object)) {
      if (name === DIGESTS || (depth === 1 && name === HASH_NAME)) continue;
      if (depth === 1 && undisclosable.includes(name)) requirePlain(value);
      members.set(name, valueOf(value, depth + 1));
    }
    for (const digest of digestsOf(object)) {
      const disclosure = resolve(digest);
      if (disclosure === undefined) continue;
      const { name, value } = disclosure;
      if (name === undefined) throw new SdJwtError("DISCLOSURE_MALFORMED");
      if (name === DIGESTS || name === ELEMENT_DIGEST) throw new SdJwtError("CLAIM_NAME_NOT_ALLOWED");
      if (members.has(name)) throw new SdJwtError("CLAIM_REPEATED");
      if (depth === 1 && (name === HASH_NAME || undisclosable.includes(name)))
        throw new SdJwtError("CLAIM_NOT_DISCLOSABLE");
      members.set(name, valueOf(value, depth + 1));
    }
    // Defines each member under its own name, also `__proto__`.
    return Object.fromEntries(members);
  };

  const processed = objectOf(payload, 1);
  if (disclosures.size > 0) throw new SdJwtError("DISCLOSURE_UNREFERENCED");
  return processed;
}

function byDigest(texts: readonly string[]): Map<string, Disclosure> {
  const disclosures = new Map(texts.map(readDisclosure).map((disclosure) => [disclosure.digest, disclosure]));
  if (disclosures.size < texts.length) throw new SdJwtError("DISCLOSURE_REPEATED");
  return disclosures;
}

/** Returns the digests of an object (§4.2.4.1). */
function digestsOf(object: JsonObject): readonly string[] {
  const digests = member(object, DIGESTS);
  if (digests === undefined) return [];
  if (!Array.isArray(digests) || !digests.every((digest) => typeof digest === "string"))
    throw new SdJwtError("DIGEST_MALFORMED");
  return digests;
}

/** Returns the digest of an array element (§4.2.4.2): an object whose only member is `...`. */
function elementDigest(element: JsonValue): string | undefined {
  if (!isObject(element) || !Object.hasOwn(element, ELEMENT_DIGEST)) return undefined;
  const digest = element[ELEMENT_DIGEST];
  if (Object.keys(element).length !== 1 || typeof digest !== "string")
    throw new SdJwtError("DIGEST_MALFORMED");
  return digest;
}

/** Checks that nothing in a value is selectively disclosable. */
function requirePlain(value: JsonValue): void {
  if (Array.isArray(value)) value.forEach(requirePlain);
  if (!isObject(value)) return;
  if (Object.hasOwn(value, DIGESTS) || Object.hasOwn(value, ELEMENT_DIGEST))
    throw new SdJwtError("CLAIM_NOT_DISCLOSABLE");
  Object.values(value).forEach(requirePlain);
}
