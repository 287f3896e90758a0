import { isDeepStrictEqual } from "node:util";
import { PdaError } from "../../../clients/typescript/src/index.ts";

/** A result differs from the expected one. */
export class DemoFailure extends Error {
  override readonly name = "DemoFailure";
}

/** Throws unless both are deeply equal. */
export function expectEqual<T>(what: string, actual: T, expected: T): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new DemoFailure(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
}

/** Throws unless the text has this form. */
export function expectForm(what: string, actual: string | undefined, form: RegExp): void {
  if (actual === undefined || !form.test(actual))
    throw new DemoFailure(`${what}: ${actual ?? "nothing"} does not look like ${form}`);
}

/** Returns the value. @throws DemoFailure that names the missing value */
export function required<T>(what: string, value: T | undefined): T {
  if (value === undefined) throw new DemoFailure(`${what} is missing`);
  return value;
}

/** Returns the refusal of a call that must fail with this code and, if given, this reason. */
export async function expectRefused(
  call: Promise<unknown>,
  errorCode: string,
  reason?: string,
): Promise<PdaError> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof PdaError)) throw error;
    expectEqual("errorCode", error.errorCode, errorCode);
    if (reason) expectEqual("reason", error.reason, reason);
    return error;
  }
  throw new DemoFailure(`expected a refusal with ${errorCode}, but the call succeeded`);
}
