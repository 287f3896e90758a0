import { STATUS_CODES } from "node:http";
import { catalogue } from "../../gen/errors/catalogue.ts";
import { codeWord } from "../rpc/code-word.ts";
import type { Failure } from "../rpc/failure.ts";
import { rfc3339Now } from "../json/rfc3339.ts";

/** An answer before it is written. */
export interface EncodedAnswer {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly body: string;
}

/** One entry of `errors`. */
interface ErrorEntry {
  readonly code: string;
  readonly message: string;
  /** Path of JSON names, when the entry concerns one field. */
  readonly field?: string;
  readonly reason: string;
}

const JSON_TYPE = "application/json; charset=utf-8";
const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

const messages = { ok: "The request succeeded.", created: "The resource was created." } as const;

/** Returns the success envelope around data that is JSON text: 200, or 201 when a resource was created. */
export function success(requestId: string, data: string, created: boolean): EncodedAnswer {
  const status = created ? "created" : "ok";
  const head = `{"success":true,"status":"${status}","requestId":${JSON.stringify(requestId)},"timestamp":"${rfc3339Now()}"`;
  const body = `${head},"message":"${messages[status]}","data":${data},"errors":[]}`;
  return { httpStatus: created ? 201 : 200, contentType: JSON_TYPE, body };
}

/** Returns the entries of a failure: one for each violation, else one for the whole request. */
function errorEntries(failure: Failure): ErrorEntry[] {
  const { code } = catalogue[failure.entry];
  const { message, reason, violations } = failure;
  if (violations.length === 0) return [{ code, message, reason }];
  return violations.map(({ field, ...violation }) => ({
    code,
    message: violation.message,
    ...(field === "" ? {} : { field }),
    reason: violation.reason,
  }));
}

/** Returns the failure envelope with the HTTP status of its catalogue entry. The paths of violations must be JSON names already. */
export function failed(requestId: string, failure: Failure): EncodedAnswer {
  const { code, httpStatus, grpcCode } = catalogue[failure.entry];
  const envelope = {
    success: false,
    status: codeWord(grpcCode),
    requestId,
    timestamp: rfc3339Now(),
    errorCode: code,
    message: failure.message,
    data: {},
    errors: errorEntries(failure),
  };
  return { httpStatus, contentType: JSON_TYPE, body: JSON.stringify(envelope) };
}

/** Returns the page that explains an error code, as a reference relative to the service. */
export function errorPage(code: string): string {
  return `/docs/reference/errors.md#${code.toLowerCase()}`;
}

/** Returns a failure as problem details (RFC 9457). Members of the envelope that RFC 9457 lacks are extension members. */
export function problem(requestId: string, failure: Failure): EncodedAnswer {
  const { code, httpStatus } = catalogue[failure.entry];
  const details = {
    type: errorPage(code),
    title: STATUS_CODES[httpStatus],
    status: httpStatus,
    detail: failure.message,
    success: false,
    requestId,
    timestamp: rfc3339Now(),
    errorCode: code,
    errors: errorEntries(failure),
  };
  return { httpStatus, contentType: PROBLEM_TYPE, body: JSON.stringify(details) };
}
