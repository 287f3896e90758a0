// Every failure of the core must have a code that its method declares in the contract, so that the published errors are complete.
import { errorsOf } from "../../src/codegen/openapi/errors.ts";
import { operationAt } from "../../src/rpc/operation.ts";
import { Failure } from "../../src/rpc/failure.ts";

/** Returns the error of a call. @throws Error when the error is a failure that the method does not declare */
export function declared(path: string, error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const operation = operationAt(path);
  const internal = operation.access.kind === "peer" && error.entry === "PERMISSION_DENIED";
  if (internal || errorsOf(operation).includes(error.entry)) return error;
  throw new Error(`${operation.method} does not declare ${error.entry} (${error.reason})`, { cause: error });
}
