import { STATUS_CODES } from "node:http";
import { catalogue } from "../../gen/errors/catalogue.ts";
import { codeWord } from "../rpc/code-word.ts";
import type { Failure } from "../rpc/failure.ts";
import { rfc3339Now } from "./json/rfc3339.ts";

/** An answer before it is written. */
export interface EncodedAnswer {
  readonly httpStatus: number;
  readonly contentType: string;
  /** Bytes are those of a document that all callers share. */
  readonly body: string | Buffer;
}

/** One that is text. */
export interface TextAnswer extends EncodedAnswer {
  readonly body: string;
}

/** One entry of `errors`. */
interface ErrorEntry {
  readonly code: string;
  readonly message: string;
  /** Path of JSON names, when one field is at fault. */
  readonly field?: string;
  readonly reason: string;
}

const JSON_TYPE = "application/json; charset=utf-8";
const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

const messages = { ok: "The request succeeded.", created: "The resource was created." } as const;

/** Success envelope around data that is JSON text: 200, or 201 when a resource was created. */
export function success(requestId: string, data: string, created: boolean): TextAnswer {
  const status = created ? "created" : "ok";
  const head = `{"success":true,"status":"${status}","requestId":${JSON.stringify(requestId)},"timestamp":"${rfc3339Now()}"`;
  const body = `${head},"message":"${messages[status]}","data":${data},"errors":[]}`;
  return { httpStatus: created ? 201 : 200, contentType: JSON_TYPE, body };
}

/** Entries of a failure: one for each field at fault, else one for the whole. */
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

/** Failure envelope with the HTTP status of its catalogue entry. Paths of violations are shown as they are. */
export function failed(requestId: string, failure: Failure): TextAnswer {
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

/** The same failure as problem details (RFC 9457); the members of the envelope that it lacks are extension members. */
export function problem(requestId: string, failure: Failure): TextAnswer {
  const { code, httpStatus } = catalogue[failure.entry];
  const details = {
    type: "about:blank",
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
