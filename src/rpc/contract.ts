// The contract as the core sees it: every RPC by its gRPC path, and the descriptors that field rules are read from.
import { readFileSync } from "node:fs";
import {
  createFileRegistry,
  type DescMessage,
  type FileRegistry,
  fromBinary,
  toBinary,
} from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import type { PackageDefinition } from "@grpc/proto-loader";
import { type Operation, operations } from "../../gen/rest/operations.ts";

const file = new URL("../../gen/descriptor.binpb", import.meta.url);

const contract = fromBinary(FileDescriptorSetSchema, readFileSync(file));

/**
 * The contract as gRPC reflection wants it: its files as they are. proto-loader would put the files of a package together under
 * the name of one of them, and clients that know `google/protobuf/any.proto` would then miss every other well-known type.
 */
export function packageDefinition(): PackageDefinition {
  const definitions = contract.file.map((each) => {
    const fileDescriptorProtos = [Buffer.from(toBinary(FileDescriptorProtoSchema, each))];
    return [each.name, { fileDescriptorProtos }] as const;
  });
  // Reflection reads nothing else of a definition.
  return Object.fromEntries(definitions) as unknown as PackageDefinition;
}

/** Descriptors of the whole contract. */
export const registry: FileRegistry = createFileRegistry(contract);

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
