import { Metadata, type StatusObject } from "@grpc/grpc-js";
import { catalogue } from "../../gen/errors/catalogue.ts";
import { metadataKeys } from "./call.ts";
import type { Failure } from "./failure.ts";
import { encodeStatus } from "./status.ts";

/** How a call that failed ends on gRPC: the code, and in the trailers who asked and what was wrong. */
export function grpcErrorOf(failure: Failure, requestId: string): StatusObject {
  const metadata = new Metadata();
  metadata.set(metadataKeys.requestId, requestId);
  metadata.set(metadataKeys.statusDetails, Buffer.from(encodeStatus(failure)));
  return { code: catalogue[failure.entry].grpcCode, details: failure.message, metadata };
}
