import { DerReader } from "../der/reader.ts";
import { contextConstructed, contextPrimitive, TAG } from "../der/tags.ts";
import { CertificateError } from "./error.ts";
import { type GeneralName, readGeneralName } from "./general-name.ts";

/** NameConstraints (RFC 5280 §4.2.1.10). An absent list constrains nothing. */
export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

/** Reads the value of the extension. Refuses `minimum` and `maximum`, because RFC 5280 defines only their default. */
export function readNameConstraints(reader: DerReader): NameConstraints {
  const body = reader.enter();
  const permitted = readSubtrees(body, 0);
  const excluded = readSubtrees(body, 1);
  body.end();
  if (permitted.length + excluded.length === 0) throw malformed("nameConstraints without subtrees");
  return { permitted, excluded };
}

function readSubtrees(body: DerReader, number: number): GeneralName[] {
  const inside = body.enterOptional(contextConstructed(number));
  if (inside === undefined) return [];
  const bases = inside.list(readSubtree);
  if (bases.length === 0) throw malformed("an empty list of subtrees");
  return bases;
}

function readSubtree(reader: DerReader): GeneralName {
  const body = reader.enter(TAG.sequence);
  const base = readGeneralName(body);
  const next = body.peekTag();
  if (next === contextPrimitive(0) || next === contextPrimitive(1))
    throw malformed("minimum or maximum in a subtree");
  body.end();
  return base;
}

function malformed(detail: string): CertificateError {
  return new CertificateError("CERTIFICATE_EXTENSION_MALFORMED", detail);
}
