// The contract as the core sees it: every RPC by its gRPC path, and the descriptors that field rules are read from.
import { readFileSync } from "node:fs";
import { createFileRegistry, type DescMessage, type FileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { loadFileDescriptorSetFromBuffer, type PackageDefinition } from "@grpc/proto-loader";
import { type Operation, operations } from "../../gen/rest/operations.ts";

const file = new URL("../../gen/descriptor.binpb", import.meta.url);

/** The contract as gRPC reflection wants it. */
export function packageDefinition(): PackageDefinition {
  return loadFileDescriptorSetFromBuffer(readFileSync(file));
}

/** Descriptors of the whole contract. */
export const registry: FileRegistry = createFileRegistry(
  fromBinary(FileDescriptorSetSchema, readFileSync(file)),
);

const byPath = new Map(operations.map((operation) => [operation.path, operation]));

/** The RPC of a gRPC path; throws when the contract has none, so that nothing unlisted is served. */
export function operationAt(path: string): Operation {
  const operation = byPath.get(path);
  if (!operation) throw new Error(`${path} is not in the contract; run make generate`);
  return operation;
}

/** The descriptor of a message. */
export function messageOf(typeName: string): DescMessage {
  const message = registry.getMessage(typeName);
  if (!message) throw new Error(`${typeName} is not in gen/descriptor.binpb; run make generate`);
  return message;
}
