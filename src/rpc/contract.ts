// The contract in the core: the descriptors with the field rules.
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

/** Returns the descriptor of a message. @throws Error when the contract has no such message. */
export function messageOf(typeName: string): DescMessage {
  const message = registry.getMessage(typeName);
  if (!message) throw new Error(`${typeName} is not in gen/descriptor.binpb; run make generate`);
  return message;
}
