// The contract in the core: every RPC by its gRPC path, and the descriptors with the field rules.
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
 * Returns the contract for gRPC reflection, file by file. proto-loader would merge the files of a package under the name of one file.
 * Clients that already know `google/protobuf/any.proto` would then lack all other well-known types.
 */
export function packageDefinition(): PackageDefinition {
  const definitions = contract.file.map((each) => {
    const fileDescriptorProtos = [Buffer.from(toBinary(FileDescriptorProtoSchema, each))];
    return [each.name, { fileDescriptorProtos }] as const;
  });
  // Reflection reads only this member of a definition.
  return Object.fromEntries(definitions) as unknown as PackageDefinition;
}

/** Descriptors of the whole contract. */
export const registry: FileRegistry = createFileRegistry(contract);

const byPath = new Map(operations.map((operation) => [operation.path, operation]));

/** Returns the RPC at a gRPC path. @throws Error when the contract has no such RPC, so that only listed RPCs are served. */
export function operationAt(path: string): Operation {
  const operation = byPath.get(path);
  if (!operation) throw new Error(`${path} is not in the contract; run make generate`);
  return operation;
}

/** Returns the path under which the idempotency keys of an operation are stored. It stays when the operation moves to another service. */
export function keyPathOf({ keyPath, path }: Operation): string {
  return keyPath ?? path;
}

/** Returns the descriptor of a message. @throws Error when the contract has no such message. */
export function messageOf(typeName: string): DescMessage {
  const message = registry.getMessage(typeName);
  if (!message) throw new Error(`${typeName} is not in gen/descriptor.binpb; run make generate`);
  return message;
}
