// Converts between ChainError and gRPC status with google.rpc.ErrorInfo.
import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ErrorInfo } from "../../gen/ts/google/rpc/error_details.ts";
import { Status } from "../../gen/ts/google/rpc/status.ts";
import { type ChainCode, ChainError, type ChainReason, codeOfReason } from "./error.ts";

/** `domain` of the ErrorInfo that an adapter sends. */
const chainErrorDomain = "chain.pda";
const detailsKey = "grpc-status-details-bin";
const errorInfoType = "type.googleapis.com/google.rpc.ErrorInfo";

/** Returns the gRPC status for a failed call. Any error other than a ChainError becomes INTERNAL without the error's text. */
export function toStatus(error: unknown): { code: status; details: string; metadata: Metadata } {
  const known =
    error instanceof ChainError ? error : new ChainError("INTERNAL", "the adapter failed unexpectedly");
  const metadata = new Metadata();
  const code = status[known.code];
  if (known.reason) {
    const info = ErrorInfo.fromPartial({ reason: known.reason, domain: chainErrorDomain });
    const value = Buffer.from(ErrorInfo.encode(info).finish());
    const details = [{ typeUrl: errorInfoType, value }];
    const body = Status.encode(Status.fromPartial({ code, message: known.message, details })).finish();
    metadata.set(detailsKey, Buffer.from(body));
  }
  return { code, details: known.message, metadata };
}

const reasonIn = (metadata: Metadata): ChainReason | undefined => {
  const bytes = metadata.get(detailsKey)[0];
  if (!(bytes instanceof Buffer)) return undefined;
  const detail = Status.decode(bytes).details.find(({ typeUrl }) => typeUrl === errorInfoType);
  const info = detail && ErrorInfo.decode(detail.value);
  return info?.domain === chainErrorDomain && Object.hasOwn(codeOfReason, info.reason)
    ? (info.reason as ChainReason)
    : undefined;
};

const passedOn: readonly ChainCode[] = [
  "INVALID_ARGUMENT",
  "FAILED_PRECONDITION",
  "UNAVAILABLE",
  "CANCELLED",
  "DEADLINE_EXCEEDED",
  "PERMISSION_DENIED",
  "INTERNAL",
];

/** Returns the ChainError that a failed gRPC call carries. */
export function fromServiceError(error: ServiceError): ChainError {
  const code = passedOn.find((each) => status[each] === error.code) ?? "UNKNOWN";
  const reason = reasonIn(error.metadata);
  return new ChainError(code, error.details, reason ? { reason, cause: error } : { cause: error });
}
