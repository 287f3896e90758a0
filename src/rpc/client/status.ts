import { type Metadata, type ServiceError, status } from "@grpc/grpc-js";
import type { Status } from "../../../gen/ts/google/rpc/status.ts";
import { metadataKeys } from "../call.ts";
import { Failure } from "../failure.ts";
import { decodeStatus, failureIn } from "../status.ts";

/** The failure that a google.rpc.Status of ours describes, if the metadata carry one that can be read. */
function described(metadata: Metadata): Failure | undefined {
  const [details] = metadata.get(metadataKeys.statusDetails);
  if (details === undefined) return undefined;
  try {
    return decodeStatus(Buffer.from(details));
  } catch {
    // Not a google.rpc.Status: the error is then judged by its gRPC code alone.
    return undefined;
  }
}

/**
 * What a failed call means. One that the core described is that failure; a transport that is down or a deadline that passed is
 * UNAVAILABLE or DEADLINE_EXCEEDED; anything else is INTERNAL. The gRPC error stays as `cause`, for the log and never for the caller.
 */
export function failureOfServiceError(error: ServiceError): Failure {
  return described(error.metadata) ?? byCode(error.code, error);
}

/** Returns the failure of a call by dispatch. */
export function failureOfStatus(status: Status): Failure {
  try {
    const { code, message } = status;
    return failureIn(status) ?? byCode(code, new Error(`gRPC code ${code}: ${message}`));
  } catch (cause) {
    return new Failure("INTERNAL", { cause });
  }
}

function byCode(code: number, cause: Error): Failure {
  if (code === status.UNAVAILABLE) return new Failure("UNAVAILABLE", { cause });
  if (code === status.DEADLINE_EXCEEDED) return new Failure("DEADLINE_EXCEEDED", { cause });
  return new Failure("INTERNAL", { cause });
}
