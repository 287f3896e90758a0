import { type Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { metadataKeys } from "../call.ts";
import { Failure } from "../failure.ts";
import { decodeStatus } from "../status.ts";

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
export function failureOf(error: ServiceError): Failure {
  const failure = described(error.metadata);
  if (failure) return failure;
  if (error.code === status.UNAVAILABLE) return new Failure("UNAVAILABLE", { cause: error });
  if (error.code === status.DEADLINE_EXCEEDED) return new Failure("DEADLINE_EXCEEDED", { cause: error });
  return new Failure("INTERNAL", { cause: error });
}
