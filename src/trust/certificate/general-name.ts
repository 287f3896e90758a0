import { decodeOid } from "../der/oid.ts";
import type { DerElement } from "../der/reader.ts";
import { DerReader } from "../der/reader.ts";
import { decodeIa5 } from "../der/strings.ts";
import { contextConstructed, contextPrimitive } from "../der/tags.ts";
import { assertDer, readOid } from "../der/values.ts";
import { CertificateError } from "./error.ts";
import { type Name, readName, sameName } from "./name.ts";

/** Forms of GeneralName (RFC 5280 §4.2.1.6) that are distinguished but not interpreted. */
type OtherForm = "otherName" | "x400Address" | "ediPartyName" | "registeredId";

export type GeneralName =
  | { readonly form: "email" | "dns" | "uri"; readonly value: string }
  | { readonly form: "directory"; readonly name: Name }
  /** An address in network byte order. In a name constraint, the mask follows it. */
  | { readonly form: "ipAddress"; readonly octets: Uint8Array }
  | { readonly form: OtherForm };

export type NameForm = GeneralName["form"];

const DIRECTORY = contextConstructed(4);
const IP_ADDRESS = contextPrimitive(7);
const TEXT_FORMS = new Map<number, "email" | "dns" | "uri">([
  [contextPrimitive(1), "email"],
  [contextPrimitive(2), "dns"],
  [contextPrimitive(6), "uri"],
]);
const OTHER_FORMS = new Map<number, OtherForm>([
  [contextConstructed(0), "otherName"],
  [contextConstructed(3), "x400Address"],
  [contextConstructed(5), "ediPartyName"],
  [contextPrimitive(8), "registeredId"],
]);

/** Reads the next element as a GeneralName. */
export function readGeneralName(reader: DerReader): GeneralName {
  return decodeGeneralName(reader.readAny());
}

function decodeGeneralName(element: DerElement): GeneralName {
  const textForm = TEXT_FORMS.get(element.tag);
  if (textForm !== undefined) return { form: textForm, value: decodeIa5(element.contents) };
  if (element.tag === DIRECTORY) {
    // Name is a CHOICE, so this tag is explicit in spite of the module's default.
    const inside = DerReader.inside(element);
    const name = readName(inside);
    inside.end();
    return { form: "directory", name };
  }
  if (element.tag === IP_ADDRESS) return { form: "ipAddress", octets: element.contents };
  const form = OTHER_FORMS.get(element.tag);
  if (form === undefined)
    throw new CertificateError("CERTIFICATE_NAME_MALFORMED", "an unknown form of GeneralName");
  checkOtherForm(form, element);
  return { form };
}

/** Checks names of other forms. Their values have no effect, but a malformed value makes the certificate malformed. */
function checkOtherForm(form: OtherForm, element: DerElement): void {
  assertDer(element);
  if (form === "x400Address") return;
  if (form === "registeredId") {
    decodeOid(element.contents);
    return;
  }
  const inside = DerReader.inside(element);
  const explicit = (body: DerReader): void => {
    body.readAny();
    body.end();
  };
  if (form === "otherName") {
    readOid(inside);
    explicit(inside.enter(contextConstructed(0)));
  } else {
    const assigner = inside.enterOptional(contextConstructed(0));
    if (assigner !== undefined) explicit(assigner);
    explicit(inside.enter(contextConstructed(1)));
  }
  inside.end();
}

/**
 * Tells whether two names are the same for the choice of a CRL (RFC 5280 §6.3.3 b).
 * Directory names compare by §7.1, texts and addresses exactly. Forms that are not interpreted are never the same.
 */
export function sameGeneralName(a: GeneralName, b: GeneralName): boolean {
  if (a.form === "directory") return b.form === "directory" && sameName(a.name, b.name);
  if (a.form === "ipAddress") return b.form === "ipAddress" && Buffer.compare(a.octets, b.octets) === 0;
  return "value" in a && "value" in b && a.form === b.form && a.value === b.value;
}
