// buf plugin: writes the options of managed mode (buf.gen.options.yaml) into the protos themselves. It reads each proto from the folder
// `proto` and gives the same file with the options of the request; all other text stays as it is.
import { readFileSync } from "node:fs";
import { create, isFieldSet } from "@bufbuild/protobuf";
import {
  CodeGeneratorResponse_Feature,
  CodeGeneratorResponseSchema,
  type FileDescriptorProto,
  FileOptionsSchema,
} from "@bufbuild/protobuf/wkt";
import { runNodeJs } from "@bufbuild/protoplugin";

/** The options of other languages; managed mode sets them all. */
const fields = FileOptionsSchema.fields.filter(
  ({ name }) => /^(csharp|go|java|objc|php|ruby)_/.test(name) && !/_generate_|_services$/.test(name),
);
const written = new RegExp(`^option (?:${fields.map(({ name }) => name).join("|")}) = .*;\\n`, "gm");

/** Returns the lines of a file's options, in alphabetical order. */
function linesOf({ options }: FileDescriptorProto): string[] {
  if (!options) return [];
  return fields
    .filter((field) => isFieldSet(options, field))
    .map((field) => {
      const value = options[field.localName as "goPackage"];
      return `option ${field.name} = ${JSON.stringify(value)};`;
    })
    .sort();
}

/** Returns a proto with these option lines in place of its own, behind its imports. */
function rewrite(proto: string, lines: readonly string[]): string {
  const bare = proto.replace(written, "").replace(/\n{3,}/g, "\n\n");
  const [head] = bare.match(/^[^]*^(?:import|package) .*;\n/m) ?? [];
  if (head === undefined) throw new Error("a proto has no package");
  return `${head}\n${lines.join("\n")}\n${bare.slice(head.length)}`;
}

runNodeJs({
  name: "protoc-gen-file-options",
  version: "v1",
  run(request) {
    const wanted = new Set(request.fileToGenerate);
    return create(CodeGeneratorResponseSchema, {
      supportedFeatures: BigInt(CodeGeneratorResponse_Feature.PROTO3_OPTIONAL),
      file: request.protoFile
        .filter(({ name }) => wanted.has(name))
        .map((file) => ({
          name: file.name,
          content: rewrite(readFileSync(`proto/${file.name}`, "utf8"), linesOf(file)),
        })),
    });
  },
});
