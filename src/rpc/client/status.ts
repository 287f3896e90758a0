import { type Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { Status } from "../../../gen/ts/google/rpc/status.ts";
import { metadataKeys } from "../call.ts";
import { Failure } from "../failure.ts";
import { decodeStatus } from "../status.ts";

/** Returns the failure in the metadata's google.rpc.Status, if it has one from this service. */
function described(metadata: Metadata): Failure | undefined {
  const [details] = metadata.get(metadataKeys.statusDetails);
  if (details === undefined) return undefined;
  try {
    return decodeStatus(Buffer.from(details));
  } catch {
    // The bytes are not a google.rpc.Status, so the gRPC code alone decides.
    return undefined;
  }
}

/**
 * Returns the failure of a failed call: the failure that the core described; UNAVAILABLE or DEADLINE_EXCEEDED for a lost transport or a
 * passed deadline; else INTERNAL. The gRPC error becomes the `cause`, which is logged and never shown to the caller.
 */
export function failureOfServiceError(error: ServiceError): Failure {
  return described(error.metadata) ?? byCode(error.code, error);
}

/** Returns the failure of a call by dispatch, which comes as an encoded google.rpc.Status. */
export function failureOfStatus(bytes: Uint8Array): Failure {
  try {
    const failure = decodeStatus(bytes);
    if (failure) return failure;
    const { code, message } = Status.decode(bytes);
    return byCode(code, Object.assign(new Error(`gRPC code ${code}: ${message}`), { code }));
  } catch (cause) {
    return new Failure("INTERNAL", { cause });
  }
}

/** Tells whether a call failed because the core does not know its method. An older core knows fewer methods. */
export function isUnimplemented(error: unknown): boolean {
  const cause = error instanceof Failure ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === status.UNIMPLEMENTED;
}

function byCode(code: number, cause: Error): Failure {
  if (code === status.UNAVAILABLE) return new Failure("UNAVAILABLE", { cause });
  if (code === status.DEADLINE_EXCEEDED) return new Failure("DEADLINE_EXCEEDED", { cause });
  return new Failure("INTERNAL", { cause });
}
