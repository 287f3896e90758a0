import { isInnerList, parseDictionary, serializeDictionary } from "structured-headers";
import { TrustInputError } from "../error.ts";

/** The signature of an HTTP request (RFC 9421), as its two fields state it. Nothing is verified. */
export interface RequestSignature {
  /** Names of the covered components, in their order. */
  readonly components: readonly string[];
  /** Value of `@signature-params`, the last line of the signature base. */
  readonly params: string;
  readonly parameters: SignatureParameters;
  readonly signature: Uint8Array;
}

/** Parameters of a signature (RFC 9421 section 2.3). Times are in seconds since the epoch. */
interface SignatureParameters {
  readonly created?: number;
  readonly expires?: number;
  readonly nonce?: string;
  readonly alg?: string;
  readonly keyid?: string;
  readonly tag?: string;
}

export type HttpSignatureReason = "REQUEST_SIGNATURE_MALFORMED" | "REQUEST_SIGNATURE_INCOMPLETE";

/** Thrown for a signature that cannot be read, or that does not cover what it must. The text is for the caller. */
export class HttpSignatureError extends TrustInputError<HttpSignatureReason> {
  override readonly name = "HttpSignatureError";
  readonly problem: string;

  constructor(reason: HttpSignatureReason, problem: string) {
    super(reason, problem);
    this.problem = problem;
  }
}

const malformed = (problem: string): HttpSignatureError =>
  new HttpSignatureError("REQUEST_SIGNATURE_MALFORMED", problem);

const types: ReadonlyMap<string, "number" | "string"> = new Map(
  Object.entries({
    created: "number",
    expires: "number",
    nonce: "string",
    alg: "string",
    keyid: "string",
    tag: "string",
  } as const satisfies Record<keyof SignatureParameters, "number" | "string">),
);

/**
 * Reads the fields `Signature-Input` and `Signature` (RFC 9421 section 4). They must hold exactly one signature: of two, a verifier and the
 * service behind it might look at different ones. Both must be written as RFC 8941 section 4.1 serialises them, so that only one text
 * means this signature, and a label that is given twice is seen. Components with parameters, and unknown parameters of the signature, are
 * refused.
 * @throws {HttpSignatureError} REQUEST_SIGNATURE_MALFORMED
 */
export function readRequestSignature(
  signatureInput: string | undefined,
  signature: string | undefined,
): RequestSignature {
  if (signatureInput === undefined || signature === undefined)
    throw malformed("The headers Signature-Input and Signature must be sent together.");
  const { label, components, given } = inputIn(signatureInput);
  const [signedLabel, bytes] = signatureIn(signature);
  if (label !== signedLabel)
    throw malformed("The headers Signature-Input and Signature have different labels.");
  if (bytes.length === 0) throw malformed("The signature is empty.");
  if (new Set(components).size !== components.length) throw malformed("A component is covered twice.");
  return {
    components,
    // The text is canonical, so it has the parameters as the signature base needs them.
    params: signatureInput.trim().slice(label.length + 1),
    parameters: parametersOf(given),
    signature: bytes,
  };
}

/** The field `Signature-Input` in its parts. */
interface Input {
  readonly label: string;
  readonly components: readonly string[];
  readonly given: ReadonlyMap<string, unknown>;
}

/** A dictionary of one inner list of strings, whose parameters are strings and integers. No string has an escape, no parameter a semicolon. */
const ONE_INPUT =
  /^([a-z*][a-z0-9_.*-]*)=\(("[ !#-[\]-~]*"(?: "[ !#-[\]-~]*")*)\)((?:;[a-z*][a-z0-9_.*-]*=(?:"[ !#-:<-[\]-~]*"|0|-?[1-9]\d{0,14}))*)$/;

/** Returns the parts of `Signature-Input`. The usual form is read without the library, which takes several times as long. */
function inputIn(text: string): Input {
  const match = ONE_INPUT.exec(text);
  if (match) {
    const [, label = "", names = "", parameters = ""] = match;
    const given = new Map<string, unknown>();
    const members = parameters.split(";");
    for (let at = 1; at < members.length; at += 1) {
      const member = members[at] as string;
      const equals = member.indexOf("=");
      const value = member.slice(equals + 1);
      given.set(member.slice(0, equals), value.startsWith('"') ? value.slice(1, -1) : Number(value));
    }
    // The library finds the parameter that is given twice.
    if (given.size === members.length - 1)
      return { label, components: names.slice(1, -1).split('" "'), given };
  }
  const [key, input] = only("Signature-Input", text);
  if (!isInnerList(input))
    throw malformed("Signature-Input must list the covered components in parentheses.");
  const components = input[0].map(([name, own]) => {
    if (typeof name !== "string" || own.size > 0)
      throw malformed("Each covered component must be a name in quotation marks without parameters.");
    return name;
  });
  return { label: key, components, given: input[1] };
}

/** A dictionary of one byte sequence in canonical base64: the bits that belong to no byte are 0. The label is as RFC 8941 section 3.1.2 allows. */
const ONE_SIGNATURE =
  /^([a-z*][a-z0-9_.*-]*)=:((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?):$/;

/** Returns the label and the bytes of the field `Signature`. The usual form is read without the library, which takes ten times as long. */
function signatureIn(text: string): readonly [label: string, bytes: Uint8Array] {
  const [, label, base64] = ONE_SIGNATURE.exec(text) ?? [];
  if (label !== undefined && base64 !== undefined) return [label, Buffer.from(base64, "base64")];
  const [key, [bytes, more]] = only("Signature", text);
  if (!(bytes instanceof ArrayBuffer) || more.size > 0)
    throw malformed("Signature must be a byte sequence: base64 between colons.");
  return [key, new Uint8Array(bytes)];
}

/** Returns the only member of a dictionary. */
function only(header: string, text: string) {
  const [member, ...others] = dictionaryOf(header, text);
  if (!member || others.length > 0) throw malformed(`${header} must hold exactly one signature.`);
  return member;
}

function dictionaryOf(header: string, text: string): ReturnType<typeof parseDictionary> {
  try {
    const dictionary = parseDictionary(text);
    if (serializeDictionary(dictionary) === text.trim()) return dictionary;
  } catch {
    // The library's message speaks of offsets.
  }
  throw malformed(`${header} is not a structured field in canonical form (RFC 8941), or has a label twice.`);
}

function parametersOf(given: ReadonlyMap<string, unknown>): SignatureParameters {
  const parameters: Record<string, unknown> = {};
  for (const [name, value] of given) {
    const type = types.get(name);
    if (typeof value !== type || (type === "number" && !Number.isSafeInteger(value)))
      throw malformed(`The signature has a parameter ${name} that is unknown or of the wrong type.`);
    parameters[name] = value;
  }
  return parameters;
}
