import { hash, type KeyObject, sign } from "node:crypto";
import { isInnerList, parseDictionary, serializeItem } from "structured-headers";

/** Value of the parameter `tag` of every signed answer (RFC 9421 section 2.3), so that no other signature counts as one. */
const TAG = "pda-answer";
const ALGORITHM = "ecdsa-p256-sha256";
const HEADER_CHARACTERS_MAX = 1_024;
/** A nonce of the caller: visible ASCII without quotation marks and backslashes. */
const NONCE = /^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/;
/** A value in one line of visible ASCII, so that it cannot look like a line of its own in the base. */
const LINE = /^[\x20-\x7e]*$/;

/** The signature that a caller asks for in `Accept-Signature` (RFC 9421 section 5.1). */
export interface WantedSignature {
  readonly label: string;
  /** Covered components as the caller has written them. */
  readonly components: readonly string[];
  readonly keyId?: string;
  /** Goes into the signature, so that the answer is one to this request and no other. */
  readonly nonce?: string;
}

/** A request, as its answer is bound to it. */
export interface AnsweredRequest {
  readonly method: string;
  readonly targetUri: string;
  /** Returns the combined value of a field. @param name in lower case */
  readonly field: (name: string) => string | undefined;
}

/** An answer that is to be signed. */
export interface SignableAnswer {
  readonly httpStatus: number;
  readonly contentType?: string;
  /** The content as it is sent. */
  readonly content: string | Uint8Array;
}

/** A P-256 key with its identifier. */
export interface AnswerKey {
  readonly keyId: string;
  readonly key: KeyObject;
}

/** Reads `Accept-Signature`. Returns undefined for one that this service cannot fulfil: it then sends no signature (section 5.2). */
export function readWantedSignature(header: string | undefined): WantedSignature | undefined {
  const member = header === undefined ? undefined : onlyMember(header);
  if (!member) return undefined;
  const [label, [items, parameters]] = member;
  const {
    created = true,
    alg = ALGORITHM,
    tag = TAG,
    keyid,
    nonce,
    ...others
  } = Object.fromEntries(parameters);
  if (created !== true || alg !== ALGORITHM || tag !== TAG || Object.keys(others).length > 0)
    return undefined;
  // A parameter without a value asks for the parameter, whatever its value: so does the service when it asks for a signed request.
  const keyId = keyid === true ? undefined : keyid;
  if (keyId !== undefined && typeof keyId !== "string") return undefined;
  if (nonce !== undefined && (typeof nonce !== "string" || !NONCE.test(nonce))) return undefined;
  return {
    label,
    components: items.map((item) => serializeItem(item)),
    ...(keyId === undefined ? {} : { keyId }),
    ...(nonce === undefined ? {} : { nonce }),
  };
}

function onlyMember(header: string) {
  if (header.length > HEADER_CHARACTERS_MAX) return undefined;
  try {
    const [[label, value] = [], ...others] = parseDictionary(header);
    return label !== undefined && value && isInnerList(value) && others.length === 0
      ? ([label, value] as const)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Fields of a request that bind its answer to it, where the request has them. */
const BINDING = ["signature", "x-request-id"] as const;

/**
 * Signs an answer (RFC 9421 section 2.4): its status, its content and its media type, and the method, the target URI, the signature and the
 * identifier of the request that it answers.
 *
 * @returns the headers `Content-Digest`, `Signature-Input` and `Signature`, names and values in turn. Undefined when the caller wants
 * something else to be covered, or another key.
 */
export function signedAnswer(
  wanted: WantedSignature,
  { method, targetUri, field }: AnsweredRequest,
  { httpStatus, contentType, content }: SignableAnswer,
  { keyId, key }: AnswerKey,
): string[] | undefined {
  if (wanted.keyId !== undefined && wanted.keyId !== keyId) return undefined;
  const digest = `sha-256=:${hash("sha256", content, "base64")}:`;
  const components: (readonly [identifier: string, value: string | undefined])[] = [
    ['"@status"', String(httpStatus)],
    ['"content-digest"', digest],
    ['"content-type"', contentType],
    ['"@method";req', method],
    ['"@target-uri";req', targetUri],
    ...BINDING.map((name) => [`"${name}";req`, field(name)] as const),
  ];
  const covered = components.flatMap(([identifier, value]) =>
    value === undefined ? [] : [[identifier, value] as const],
  );
  const names = covered.map(([identifier]) => identifier);
  if (!wanted.components.every((name) => names.includes(name))) return undefined;
  if (!covered.every(([, value]) => LINE.test(value))) return undefined;
  const nonce = wanted.nonce === undefined ? "" : `;nonce="${wanted.nonce}"`;
  const created = Math.floor(Date.now() / 1000);
  const params = `(${names.join(" ")});created=${created}${nonce};keyid="${keyId}";tag="${TAG}"`;
  const base = [...covered, ['"@signature-params"', params] as const]
    .map(([identifier, value]) => `${identifier}: ${value}`)
    .join("\n");
  const signature = sign("sha256", Buffer.from(base), { key, dsaEncoding: "ieee-p1363" });
  return [
    "Content-Digest",
    digest,
    "Signature-Input",
    `${wanted.label}=${params}`,
    "Signature",
    `${wanted.label}=:${signature.toString("base64")}:`,
  ];
}
