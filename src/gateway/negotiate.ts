/** The kinds of answer that a caller accepts. */
export interface Acceptance {
  /** The envelope, `application/json`. */
  readonly json: boolean;
  /** The caller names `application/problem+json` and prefers it for errors at least as much as the envelope. */
  readonly problem: boolean;
}

const ANYTHING: Acceptance = { json: true, problem: false };
const RANGE = /^\s*([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)\s*((?:;.*)?)$/;
const QUALITY = /;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*(?:;|$)/i;

/**
 * Reads an Accept header (RFC 9110 section 12.5.1). The most specific range decides, and q=0 refuses. A malformed range is ignored. An
 * absent or empty header accepts anything.
 */
export function acceptance(header: string | undefined): Acceptance {
  if (header === undefined || header === "application/json" || header === "*/*" || header.trim() === "")
    return ANYTHING;
  const qualities = qualitiesOf(header);
  const json = qualityOf("application/json", qualities);
  const problem = qualities.get("application/problem+json") ?? 0;
  return { json: json > 0, problem: problem > 0 && problem >= json };
}

/**
 * Tells whether a caller gets a document of this media type instead of the envelope. The Accept header's higher quality decides; with equal
 * qualities, `preferred` decides.
 */
export function takesDocument(
  header: string | undefined,
  document: { readonly mediaType: string; readonly preferred: boolean },
): boolean {
  if (header === undefined || header.trim() === "") return document.preferred;
  const qualities = qualitiesOf(header);
  const asDocument = qualityOf(document.mediaType, qualities);
  const asEnvelope = qualityOf("application/json", qualities);
  return asDocument === asEnvelope ? document.preferred && asDocument > 0 : asDocument > asEnvelope;
}

/** Tells whether a caller says that it takes one media type rather than another one, as browsers say of HTML. */
export function prefers(header: string | undefined, mediaType: string, other: string): boolean {
  const qualities = qualitiesOf(header ?? "");
  return qualityOf(mediaType, qualities) > qualityOf(other, qualities);
}

/** Tells whether a caller accepts answers of this media type. */
export function takes(header: string | undefined, mediaType: string): boolean {
  return header === undefined || header.trim() === "" || qualityOf(mediaType, qualitiesOf(header)) > 0;
}

function qualitiesOf(header: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const part of header.split(",")) {
    const [, type = "", subtype = "", parameters = ""] = RANGE.exec(part) ?? [];
    const range = `${type}/${subtype}`.toLowerCase();
    const quality = Number(QUALITY.exec(parameters)?.[1] ?? 1);
    qualities.set(range, Math.max(quality, qualities.get(range) ?? 0));
  }
  return qualities;
}

function qualityOf(mediaType: string, qualities: ReadonlyMap<string, number>): number {
  const anySubtype = `${mediaType.split("/")[0]}/*`;
  return qualities.get(mediaType) ?? qualities.get(anySubtype) ?? qualities.get("*/*") ?? 0;
}

/** A content coding of a document that is kept compressed. */
export type Coding = "br" | "gzip";

/** Returns the coding that a caller prefers of those we have (RFC 9110 section 12.5.3); undefined for none. At equal quality, br. */
export function contentCoding(header: string | undefined): Coding | undefined {
  const given = (header ?? "").split(",").map((part) => {
    const [name = "", ...parameters] = part.toLowerCase().split(";");
    return [name.trim(), Number(QUALITY.exec(`;${parameters.join(";")}`)?.[1] ?? 1)] as const;
  });
  const qualities = new Map(given);
  const qualityOfCoding = (name: string, otherwise: number): number =>
    qualities.get(name) ?? qualities.get("*") ?? otherwise;
  const [best] = (["br", "gzip"] as const)
    .map((coding) => ({ coding, quality: qualityOfCoding(coding, 0) }))
    .sort((a, b) => b.quality - a.quality);
  return best && best.quality > 0 && best.quality >= qualityOfCoding("identity", 0) ? best.coding : undefined;
}

/** Tells whether a Content-Type is JSON in UTF-8 (RFC 8259 section 8.1). */
export function isJsonInUtf8(header: string | undefined): boolean {
  if (header === "application/json") return true;
  const [type = "", ...parameters] = (header ?? "").split(";").map((part) => part.trim().toLowerCase());
  if (type !== "application/json") return false;
  return parameters.every(
    (parameter) => !parameter.startsWith("charset") || /^charset="?utf-8"?$/.test(parameter),
  );
}
