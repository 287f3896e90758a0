// Failure ↔ google.rpc.Status, the only form of an error between tiers.
import { BadRequest, ErrorInfo, RetryInfo } from "../../gen/ts/google/rpc/error_details.ts";
import { Status } from "../../gen/ts/google/rpc/status.ts";
import { catalogue, type ErrorName, type ErrorReason } from "../../gen/errors/catalogue.ts";
import { Failure } from "./failure.ts";

/** `domain` of every ErrorInfo of this service. */
const errorDomain = "pda";

const typeUrl = (name: string): string => `type.googleapis.com/google.rpc.${name}`;
const byCode = new Map<string, ErrorName>(
  (Object.keys(catalogue) as ErrorName[]).map((name) => [catalogue[name].code, name]),
);

/** Encodes a failure as google.rpc.Status with ErrorInfo, BadRequest and RetryInfo (AIP-193). */
export function encodeStatus(failure: Failure): Uint8Array {
  const { code, grpcCode } = catalogue[failure.entry];
  const { reason, dpopNonce } = failure;
  const metadata: Record<string, string> = dpopNonce === undefined ? { code } : { code, dpopNonce };
  const info = ErrorInfo.fromPartial({ reason, domain: errorDomain, metadata });
  const details = [{ typeUrl: typeUrl("ErrorInfo"), value: Buffer.from(ErrorInfo.encode(info).finish()) }];
  if (failure.violations.length > 0) {
    const bad = BadRequest.fromPartial({
      fieldViolations: failure.violations.map((v) => ({
        field: v.field,
        description: v.message,
        reason: v.reason,
      })),
    });
    details.push({ typeUrl: typeUrl("BadRequest"), value: Buffer.from(BadRequest.encode(bad).finish()) });
  }
  if (failure.retryAfterSeconds !== undefined) {
    const retry = RetryInfo.fromPartial({
      retryDelay: { seconds: BigInt(failure.retryAfterSeconds), nanos: 0 },
    });
    details.push({ typeUrl: typeUrl("RetryInfo"), value: Buffer.from(RetryInfo.encode(retry).finish()) });
  }
  return Status.encode(Status.fromPartial({ code: grpcCode, message: failure.message, details })).finish();
}

/** Decodes the failure of a Status, or returns undefined when it is not from this service. */
export function decodeStatus(bytes: Uint8Array): Failure | undefined {
  const status = Status.decode(bytes);
  const detail = (name: string): Uint8Array | undefined =>
    status.details.find((d) => d.typeUrl === typeUrl(name))?.value;
  const infoBytes = detail("ErrorInfo");
  if (!infoBytes) return undefined;
  const info = ErrorInfo.decode(infoBytes);
  const entry = byCode.get(info.metadata.code ?? "");
  if (info.domain !== errorDomain || !entry) return undefined;
  const bad = detail("BadRequest");
  const retry = detail("RetryInfo");
  const delay = retry && RetryInfo.decode(retry).retryDelay;
  const violations = bad
    ? BadRequest.decode(bad).fieldViolations.map((v) => ({
        field: v.field,
        message: v.description,
        reason: v.reason as ErrorReason,
      }))
    : [];
  const details = {
    message: status.message,
    violations,
    ...(delay ? { retryAfterSeconds: Number(delay.seconds) } : {}),
    ...(info.metadata.dpopNonce === undefined ? {} : { dpopNonce: info.metadata.dpopNonce }),
  };
  // A sender of another version may know more reasons, so the code is taken from the message too.
  return new Failure(info.reason as ErrorReason, details, entry);
}
