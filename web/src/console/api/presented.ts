// Finds out what somebody has presented. Nothing is believed here: the service judges it.

/** The parts of the address that a tag makes at a tap. */
interface SunMessage {
  readonly piccData: string;
  readonly cmac: string;
  readonly encFileData?: string;
}

/** A request of VerifyAuthenticity, of which the service judges the form. */
interface PresentedRequest {
  readonly assetId: string;
}

export type Presented =
  | { readonly kind: "asset"; readonly assetId: string }
  | { readonly kind: "device"; readonly assetId: string | undefined; readonly certificate: string }
  | { readonly kind: "publisher"; readonly certificate: string }
  | {
      readonly kind: "tag";
      readonly assetId: string | undefined;
      readonly message: SunMessage;
    }
  | { readonly kind: "pass"; readonly assetId: string | undefined; readonly pass: string }
  | {
      readonly kind: "identity";
      readonly presentation: string;
      readonly nonce: string;
      /** Type of the credential, as it says itself. */
      readonly type: string;
    }
  | { readonly kind: "request"; readonly body: PresentedRequest }
  /** A request with a private key in it, which is not sent. */
  | { readonly kind: "privateKey" }
  | { readonly kind: "unknown" };

const ASSET = "ast_[0-7][0-9a-hjkmnp-tv-z]{25}";
const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const PEM_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const BASE64_DER = /^MI[A-Za-z0-9+/\s]+={0,2}$/;
/** A SEQUENCE of any length in base64. */
const ANY_DER = /^M[A-P][A-Za-z0-9+/\s]+={0,2}$/;
const JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** First byte of a certificate in DER (a SEQUENCE). */
const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** Returns what a text is; undefined for an empty text. */
export function presentedBy(given: string): Presented | undefined {
  const text = given.trim();
  if (text === "") return undefined;
  if (new RegExp(`^${ASSET}$`).test(text)) return { kind: "asset", assetId: text };
  // Before the certificates: a request can have one.
  const request = requestOf(text);
  if (request) return hasPrivateKey(text) ? { kind: "privateKey" } : request;
  // Only the certificates are taken: a private key beside them never leaves the page.
  const blocks = text.match(PEM);
  if (blocks) {
    const body = blocks[0].replace(/-----[^-]+-----/g, "");
    return certificateOf(`${blocks.join("\n")}\n`, bytesOf(body));
  }
  if (BASE64_DER.test(text)) return certificateOf(text, bytesOf(text));
  return tagOf(text) ?? tokenOf(text) ?? { kind: "unknown" };
}

/**
 * Tells whether a text is a private key or contains one. A private key never leaves the page. The first bytes decide, so that the page also
 * recognises a key that was not copied whole.
 */
export function hasPrivateKey(given: string): boolean {
  const text = given.trim();
  return PEM_KEY.test(text) || holdsPrivateKey(objectOf(text)) || isDerKey(text);
}

/** Tells whether a text is a private key in DER and base64. A signature begins with a number, too, but with a long one. */
function isDerKey(text: string): boolean {
  if (!ANY_DER.test(text)) return false;
  const first = contentOf(bytesOf(text.replace(/\s/g, "").slice(0, 12)));
  return first?.tag === INTEGER && first.length === 1;
}

/**
 * Tells whether a value of JSON has a private key: a block of PEM, DER in base64, or a JWK with its private member (RFC 7517, RFC 7518
 * section 6).
 */
function holdsPrivateKey(value: unknown): boolean {
  if (typeof value === "string") return PEM_KEY.test(value) || isDerKey(value.trim());
  if (typeof value !== "object" || value === null) return false;
  return ("d" in value && typeof value.d === "string") || Object.values(value).some(holdsPrivateKey);
}

/** Returns a file as a text that `presentedBy` reads. */
export function textOfFile(bytes: Uint8Array): string {
  if (bytes[0] !== SEQUENCE) return new TextDecoder().decode(bytes);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The certificate of a device has the address of its asset as its name. */
function certificateOf(certificate: string, binary: string): Presented {
  if (!hasContent(binary)) return { kind: "unknown" };
  const [, assetId] = new RegExp(`/a/(${ASSET})`).exec(binary) ?? [];
  return assetId === undefined
    ? { kind: "publisher", certificate }
    : { kind: "device", assetId, certificate };
}

/** Certificates and signing requests begin with a SEQUENCE, private keys with the number of their version. */
const hasContent = (binary: string): boolean => contentOf(binary)?.tag === SEQUENCE;

/** Returns the tag of the first value in a SEQUENCE, and the byte that follows: a length below 128. Undefined for anything else. */
function contentOf(binary: string): { readonly tag: number; readonly length: number } | undefined {
  if (binary.charCodeAt(0) !== SEQUENCE) return undefined;
  const length = binary.charCodeAt(1);
  const at = length < 0x80 ? 2 : 2 + (length & 0x7f);
  return { tag: binary.charCodeAt(at), length: binary.charCodeAt(at + 1) };
}

/** Returns the bytes of a base64 text as characters; empty when it is none. */
function bytesOf(base64 = ""): string {
  try {
    return atob(base64.replace(/\s/g, ""));
  } catch {
    return "";
  }
}

function requestOf(text: string): Presented | undefined {
  const body = objectOf(text);
  if (typeof body?.assetId !== "string" || (body.deviceCertificate ?? body.proof) === undefined)
    return undefined;
  return { kind: "request", body: { ...body, assetId: body.assetId } };
}

/** The address that a tag has made at a tap. */
function tagOf(text: string): Presented | undefined {
  const [, query] = /^\S*\?(\S+)$/.exec(text) ?? [];
  const given = new URLSearchParams(query);
  const piccData = given.get("picc_data") ?? given.get("piccData");
  const cmac = given.get("cmac");
  if (piccData === null || cmac === null) return undefined;
  const encFileData = given.get("enc") ?? given.get("encFileData");
  const [assetId] = new RegExp(ASSET).exec(text) ?? [];
  return {
    kind: "tag",
    assetId,
    message: { piccData, cmac, ...(encFileData === null ? {} : { encFileData }) },
  };
}

function tokenOf(text: string): Presented | undefined {
  if (text.includes("~")) {
    const parts = text.split("~");
    const credential = partOf(parts[0], 1);
    const binding = partOf(parts.at(-1), 1);
    if (typeof credential?.vct !== "string") return undefined;
    const nonce = typeof binding?.nonce === "string" ? binding.nonce : "";
    return { kind: "identity", presentation: text, nonce, type: credential.vct };
  }
  if (partOf(text, 0)?.typ !== "pda-pass+jwt") return undefined;
  const subject = partOf(text, 1)?.sub;
  const [assetId] = new RegExp(ASSET).exec(typeof subject === "string" ? subject : "") ?? [];
  return { kind: "pass", assetId, pass: text };
}

/** Returns a part of a JWS in compact form: 0 the header, 1 the claims. */
function partOf(token: string | undefined, index: number): Record<string, unknown> | undefined {
  if (token === undefined || !JWS.test(token)) return undefined;
  const binary = bytesOf(token.split(".")[index]?.replaceAll("-", "+").replaceAll("_", "/"));
  return objectOf(new TextDecoder().decode(Uint8Array.from(binary, (each) => each.charCodeAt(0))));
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
