// buf plugin: generates for each major version openapi/pda.<version>.yaml, from every operation of it that is on REST, and
// openapi/pda.events.<version>.yaml (AsyncAPI), from its events.
import { create, createFileRegistry, type DescFile } from "@bufbuild/protobuf";
import {
  CodeGeneratorResponse_Feature,
  CodeGeneratorResponseSchema,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";
import { runNodeJs } from "@bufbuild/protoplugin";
import { buildEventsDocument } from "./asyncapi/document.ts";
import { readDeliveries } from "./asyncapi/examples.ts";
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

/** Returns the document of the events of a major version; none for a version that has no events of its own. */
function eventsOf(major: string, files: readonly DescFile[]): string | undefined {
  const document = buildEventsDocument(files, `pda.event.${major}`, readDeliveries(), readDecisions());
  return document && preamble + layOut(document);
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
      file: [...majors].flatMap((major) => {
        const events = eventsOf(major, files);
        return [
          { name: `pda.${major}.yaml`, content: contentOf(major, files) },
          ...(events === undefined ? [] : [{ name: `pda.events.${major}.yaml`, content: events }]),
        ];
      }),
    });
  },
});
