import { Metadata, type StatusObject } from "@grpc/grpc-js";
import { catalogue } from "../../gen/errors/catalogue.ts";
import { metadataKeys } from "./call.ts";
import type { Failure } from "./failure.ts";
import { encodeStatus } from "./status.ts";

/** Returns the gRPC end of a failed call: the code, and in the trailers the request id and the encoded failure. */
export function grpcErrorOf(failure: Failure, requestId: string): StatusObject {
  const metadata = new Metadata();
  metadata.set(metadataKeys.requestId, requestId);
  metadata.set(metadataKeys.statusDetails, Buffer.from(encodeStatus(failure)));
  if (failure.dpopNonce !== undefined) metadata.set(metadataKeys.dpopNonce, failure.dpopNonce);
  return { code: catalogue[failure.entry].grpcCode, details: failure.message, metadata };
}
