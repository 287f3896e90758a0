import { HttpSignatureError, type RequestSignature } from "./read.ts";

/** The parts of an HTTP request that a signature can cover. */
export interface SignableRequest {
  readonly method: string;
  /** Absolute URI of the request (RFC 9110 section 7.1), as the signer wrote it. */
  readonly targetUri: string;
  /** Returns the combined value of a field (RFC 9421 section 2.1); undefined when the request lacks it. @param name in lower case */
  readonly field: (name: string) => string | undefined;
}

/** An absolute URI of HTTP: scheme, authority, path, query with its question mark. */
const TARGET = /^([a-z]+):\/\/([^/?#]+)([^?#]*)(\?[^#]*)?$/i;
/** A value in one line of visible ASCII, so that it cannot look like a line of its own in the base. */
const LINE = /^[\x20-\x7e]*$/;
const FIELD_NAME = /^[!#$%&'*+\-.^_`|~\da-z]+$/;

/**
 * Returns the signature base (RFC 9421 section 2.5): a line for each covered component with its value in this request, and the signature's
 * parameters.
 * @throws {HttpSignatureError} REQUEST_SIGNATURE_INCOMPLETE for a component that the request lacks, REQUEST_SIGNATURE_MALFORMED for one that
 * cannot be covered
 */
export function signatureBase(
  { components, params }: Pick<RequestSignature, "components" | "params">,
  request: SignableRequest,
): string {
  const lines = components.map((name) => {
    const value = name.startsWith("@") ? derived(name, request) : field(name, request);
    if (value === undefined)
      throw new HttpSignatureError(
        "REQUEST_SIGNATURE_INCOMPLETE",
        `The signature covers ${name}, which the request lacks.`,
      );
    if (!LINE.test(value)) throw uncoverable(name);
    return `"${name}": ${value}`;
  });
  return [...lines, `"@signature-params": ${params}`].join("\n");
}

/** Returns the value of a component that is derived from the request (RFC 9421 section 2.2). */
function derived(name: string, { method, targetUri }: SignableRequest): string {
  if (name === "@method") return method;
  if (name === "@target-uri") return targetUri;
  const [, scheme = "", authority = "", path = "", query = ""] = TARGET.exec(targetUri) ?? [];
  switch (name) {
    case "@scheme":
      return scheme.toLowerCase();
    case "@authority":
      return authority.toLowerCase();
    case "@path":
      return path === "" ? "/" : path;
    case "@query":
      return query === "" ? "?" : query;
    default:
      throw uncoverable(name);
  }
}

function field(name: string, request: SignableRequest): string | undefined {
  if (!FIELD_NAME.test(name)) throw uncoverable(name);
  return request.field(name);
}

/** The name may be any text, so it is shown only when it is a plain one. */
function uncoverable(name: string): HttpSignatureError {
  const shown = /^[@a-z-]{1,40}$/.test(name) ? name : "one of its components";
  return new HttpSignatureError(
    "REQUEST_SIGNATURE_MALFORMED",
    `The signature cannot cover ${shown}: use derived components of requests, and fields in lower case with ASCII values.`,
  );
}
