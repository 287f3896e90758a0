// buf plugin: generates openapi/pda.v1.yaml from every operation that is on REST.
import { create, createFileRegistry } from "@bufbuild/protobuf";
import {
  CodeGeneratorResponse_Feature,
  CodeGeneratorResponseSchema,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";
import { runNodeJs } from "@bufbuild/protoplugin";
import { stringify } from "yaml";
import { release } from "../config/release.ts";
import { buildDocument } from "./openapi/document.ts";
import { readExamples } from "./openapi/examples.ts";

const preamble = "# Generated from proto/ by protoc-gen-openapi. Do not edit.\n";

runNodeJs({
  name: "protoc-gen-openapi",
  version: "v1",
  run(request) {
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: request.protoFile }));
    const built = buildDocument([...registry.files], readExamples());
    const document = { ...built, info: { ...(built.info as object), version: release.version } };
    const content = preamble + stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
    return create(CodeGeneratorResponseSchema, {
      supportedFeatures: BigInt(CodeGeneratorResponse_Feature.PROTO3_OPTIONAL),
      file: [{ name: "pda.v1.yaml", content }],
    });
  },
});
