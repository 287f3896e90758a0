// buf plugin: generates gen/errors/catalogue.ts from the error catalogue of proto/pda/api/v1/error.proto.
import { createEcmaScriptPlugin, runNodeJs, type Schema } from "@bufbuild/protoplugin";
import { Options } from "./options.ts";

interface Entry {
  code: string;
  httpStatus: number;
  grpcCode: string;
  message: string;
  retryable?: boolean;
}

function generateTs(schema: Schema): void {
  const options = new Options(schema.allFiles);
  const file = schema.allFiles.find((f) => f.name === "pda/api/v1/error");
  const codes = file?.enums.find((e) => e.name === "ErrorCode");
  const grpc = schema.allFiles.flatMap((f) => f.enums).find((e) => e.typeName === "google.rpc.Code");
  if (!codes || !grpc) throw new Error("pda/api/v1/error.proto is missing");
  const seen = new Set<string>();
  const f = schema.generateFile("catalogue.ts");
  f.print("// Generated from proto/pda/api/v1/error.proto by protoc-gen-errors. Do not edit.");
  f.print("");
  f.print("/** The error catalogue by name. */");
  f.print("export const catalogue = {");
  for (const value of codes.values.slice(1)) {
    const entry = options.read<Entry>(value, "pda.api.v1.error");
    if (!entry) throw new Error(`${value.name} has no (pda.api.v1.error)`);
    if (seen.has(entry.code) || entry.code.slice(4, 7) !== String(entry.httpStatus))
      throw new Error(
        `${value.name}: code ${entry.code} is used twice or does not start with its HTTP status`,
      );
    seen.add(entry.code);
    const number = grpc.values.find((v) => v.name === entry.grpcCode)?.number;
    const { code, httpStatus, message, retryable = false } = entry;
    f.print(
      "  ",
      value.localName.toUpperCase(),
      ": ",
      JSON.stringify({ code, httpStatus, grpcCode: number, message, retryable }),
      ",",
    );
  }
  f.print("} as const;");
  f.print("");
  f.print("/** Name of a catalogue entry. */");
  f.print("export type ErrorName = keyof typeof catalogue;");
}

runNodeJs(createEcmaScriptPlugin({ name: "protoc-gen-errors", version: "v1", generateTs }));
