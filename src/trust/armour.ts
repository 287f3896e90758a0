/** Strict text forms of DER: PEM (RFC 7468 §3, strict grammar) and base64 (RFC 4648 §4). */

/** Reason that a text is neither PEM nor base64. */
export type ArmourReason = "TEXT_TOO_LARGE" | "TEXT_NOT_PEM_OR_BASE64" | "TEXT_PEM_LABEL";

export type ArmourResult =
  | { readonly ok: true; readonly documents: readonly Uint8Array[] }
  | { readonly ok: false; readonly reason: ArmourReason };

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?\n([A-Za-z0-9+/=\r\n \t]*)-----END \1-----/y;
const WHITE_SPACE = /[ \t\r\n]+/y;
/** Limit of the text, with room for white space and boundaries. Base64 itself takes 4/3 of the bytes. */
const TEXT_PER_BYTE = 2;
const TEXT_MARGIN = 1024;

/**
 * Decodes PEM blocks with one of `labels` and only white space between them, or one base64 text.
 * The text's length is checked against `bytesMax` before decoding. The caller checks the decoded bytes.
 */
export function decodeArmour(text: string, labels: readonly string[], bytesMax: number): ArmourResult {
  if (text.length > bytesMax * TEXT_PER_BYTE + TEXT_MARGIN) return { ok: false, reason: "TEXT_TOO_LARGE" };
  if (text.includes("-----")) return decodePem(text, labels);
  const bytes = decodeBase64(text);
  return bytes === undefined || bytes.length === 0
    ? { ok: false, reason: "TEXT_NOT_PEM_OR_BASE64" }
    : { ok: true, documents: [bytes] };
}

/** Encodes bytes as one PEM block with lines of 64 characters. */
export function encodePem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

function decodePem(text: string, labels: readonly string[]): ArmourResult {
  const documents: Uint8Array[] = [];
  let position = skip(WHITE_SPACE, text, 0);
  while (position < text.length) {
    PEM_BLOCK.lastIndex = position;
    const [block = "", label = "", body = ""] = PEM_BLOCK.exec(text) ?? [];
    const bytes = block === "" ? undefined : decodeBase64(body);
    if (bytes === undefined) return { ok: false, reason: "TEXT_NOT_PEM_OR_BASE64" };
    if (!labels.includes(label)) return { ok: false, reason: "TEXT_PEM_LABEL" };
    documents.push(bytes);
    position = skip(WHITE_SPACE, text, position + block.length);
  }
  return { ok: true, documents };
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/**
 * Decodes canonical base64 with padding, and white space anywhere.
 * Returns undefined for every other text, so that each text has one reading.
 */
function decodeBase64(text: string): Uint8Array | undefined {
  const compact = text.replace(/[ \t\r\n]/g, "");
  const bytes = Buffer.from(compact, "base64");
  return bytes.toString("base64") === compact ? bytes : undefined;
}
