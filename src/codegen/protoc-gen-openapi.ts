// buf plugin: generates openapi/pda.<version>.yaml for each major version, from every operation of it that is on REST.
import { create, createFileRegistry, type DescFile } from "@bufbuild/protobuf";
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

/** The major version of a package, e.g. `v1` of `pda.payment.v1`. */
const majorOf = ({ proto }: DescFile): string | undefined => /^pda\..*\.(v\d+)$/.exec(proto.package)?.[1];

/** Returns the document of a major version: the services of this version, and the messages of all. */
function contentOf(major: string, files: readonly DescFile[]): string {
  const own = files.filter((file) => file.services.length === 0 || majorOf(file) === major);
  return preamble + layOut(buildDocument(own, readExamples(), readDecisions()));
}

runNodeJs({
  name: "protoc-gen-openapi",
  version: "v1",
  run(request) {
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: request.protoFile }));
    const files = [...registry.files];
    const majors = new Set(
      files.filter(({ services }) => services.length > 0).flatMap((file) => majorOf(file) ?? []),
    );
    return create(CodeGeneratorResponseSchema, {
      supportedFeatures: BigInt(CodeGeneratorResponse_Feature.PROTO3_OPTIONAL),
      file: [...majors].map((major) => ({ name: `pda.${major}.yaml`, content: contentOf(major, files) })),
    });
  },
});
