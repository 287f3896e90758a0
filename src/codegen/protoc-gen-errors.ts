// buf plugin: generates gen/errors/catalogue.ts from the error catalogue of proto/pda/api/v1: the codes and the reasons of each.
import { createEcmaScriptPlugin, runNodeJs, type Schema } from "@bufbuild/protoplugin";
import { readCatalogue, readReasons } from "./openapi/catalogue.ts";
import { Options } from "./options.ts";

function generateTs(schema: Schema): void {
  const options = new Options(schema.allFiles);
  const catalogue = readCatalogue(schema.allFiles, options);
  const grpc = schema.allFiles.flatMap((f) => f.enums).find((e) => e.typeName === "google.rpc.Code");
  if (!grpc) throw new Error("google/rpc/code.proto is missing");
  const seen = new Set<string>();
  const f = schema.generateFile("catalogue.ts");
  f.print("// Generated from proto/pda/api/v1 by protoc-gen-errors. Do not edit.");
  f.print("");
  f.print("/** The error catalogue by name. */");
  f.print("export const catalogue = {");
  for (const { name, code, httpStatus, status, message, retryable } of catalogue.values()) {
    if (seen.has(code) || code.slice(4, 7) !== String(httpStatus))
      throw new Error(`${name}: code ${code} is used twice or does not start with its HTTP status`);
    seen.add(code);
    const grpcCode = grpc.values.find((v) => v.name === status.toUpperCase())?.number;
    f.print("  ", name, ": ", JSON.stringify({ code, httpStatus, grpcCode, message, retryable }), ",");
  }
  f.print("} as const;");
  f.print("");
  f.print("/** Name of a catalogue entry. */");
  f.print("export type ErrorName = keyof typeof catalogue;");
  f.print("");
  f.print("/** The catalogue entry of each reason: the code follows from the reason. */");
  f.print("export const reasons = {");
  for (const { reason, entry } of readReasons(schema.allFiles, options))
    f.print("  ", reason, ": ", JSON.stringify(entry), ",");
  f.print("} as const satisfies Record<string, ErrorName>;");
  f.print("");
  f.print("/** Why a request is refused. The list is closed. */");
  f.print("export type ErrorReason = keyof typeof reasons;");
}

runNodeJs(createEcmaScriptPlugin({ name: "protoc-gen-errors", version: "v1", generateTs }));
