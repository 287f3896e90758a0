// The errors of the catalogue that an operation can return on REST. The document and the tests share this definition.

/** Facts about an operation that decide its errors; the operations of gen/rest have this form. */
export interface OperationFacts {
  readonly readOnly: boolean;
  readonly access: { readonly kind: string };
  readonly sandbox: boolean;
  readonly errors: readonly string[];
  readonly http?: { readonly verb: string };
}

const always = [
  "INVALID_ARGUMENT",
  "NOT_ACCEPTABLE",
  "RATE_LIMITED",
  "INTERNAL",
  "UNAVAILABLE",
  "DEADLINE_EXCEEDED",
];
/** Errors of every operation about the caller's credential. */
const ofCredentials = ["INVALID_PUBLISHER_CERTIFICATE", "UNAUTHENTICATED", "PERMISSION_DENIED"];
const withBody = ["MALFORMED_JSON", "PAYLOAD_TOO_LARGE", "REQUEST_TIMEOUT", "UNSUPPORTED_MEDIA_TYPE"];
const withEffect = [
  "INVALID_IDEMPOTENCY_KEY",
  "IDEMPOTENCY_KEY_IN_FLIGHT",
  "IDEMPOTENCY_KEY_REUSED",
  "CONCURRENT_UPDATE",
];

/** Errors of requests that match no operation. The document lists them once, not with each operation. */
export const errorsBesideOperations = [
  "ROUTE_NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "REQUEST_TIMEOUT",
  "URI_TOO_LONG",
  "EXPECTATION_FAILED",
  "MISDIRECTED_REQUEST",
  "HEADERS_TOO_LARGE",
  "METHOD_NOT_IMPLEMENTED",
];

/**
 * Returns the sorted names of the catalogue entries that an operation can return. A public operation still refuses an invalid
 * credential, and a credential from an address outside its networks. A sandbox operation does not exist outside sandbox mode.
 */
export function errorsOf(operation: OperationFacts): string[] {
  const names = new Set([...operation.errors, ...always, ...ofCredentials]);
  const add = (list: readonly string[]) => list.forEach((name) => names.add(name));
  // An operation with an effect and without input reads a body, too: it has to be empty or {}.
  if (operation.http && operation.http.verb !== "GET") add(withBody);
  if (!operation.readOnly) add(withEffect);
  if (operation.sandbox) add(["ROUTE_NOT_FOUND"]);
  return [...names].sort();
}
