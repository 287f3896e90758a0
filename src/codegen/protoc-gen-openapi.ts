// buf plugin: generates openapi/pda.v1.yaml from every operation that is on REST.
import { create, createFileRegistry } from "@bufbuild/protobuf";
import {
  CodeGeneratorResponse_Feature,
  CodeGeneratorResponseSchema,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";
import { runNodeJs } from "@bufbuild/protoplugin";

import { readDecisions } from "./decisions.ts";
import { buildDocument } from "./openapi/document.ts";
import { readExamples } from "./openapi/examples.ts";
import { layOut } from "./openapi/layout.ts";

const preamble = "# Generated from proto/ by protoc-gen-openapi. Do not edit.\n";

runNodeJs({
  name: "protoc-gen-openapi",
  version: "v1",
  run(request) {
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: request.protoFile }));
    const document = buildDocument([...registry.files], readExamples(), readDecisions());
    const content = preamble + layOut(document);
    return create(CodeGeneratorResponseSchema, {
      supportedFeatures: BigInt(CodeGeneratorResponse_Feature.PROTO3_OPTIONAL),
      file: [{ name: "pda.v1.yaml", content }],
    });
  },
});
