// Prints buf/validate/validate.proto from its descriptor in @bufbuild/protovalidate, because no npm package contains the file.
import {
  type DescEnum,
  type DescExtension,
  type DescField,
  type DescMessage,
  ScalarType,
} from "@bufbuild/protobuf";
import { file_buf_validate_validate as file } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";

const LABEL_REQUIRED = 2;

/** Returns the text of validate.proto without comments and CEL rules, which buf does not need. */
export function printValidateProto(): string {
  return [
    `syntax = "${file.proto.syntax || "proto2"}";`,
    `package ${file.proto.package};`,
    ...file.proto.dependency.map((path) => `import "${path}";`),
    ...file.enums.flatMap((e) => enumeration(e, "")),
    ...file.messages.flatMap((m) => message(m, "")),
    ...file.extensions.flatMap((x) => extension(x, "")),
    "",
  ].join("\n");
}

function message(m: DescMessage, indent: string): string[] {
  const inner = `${indent}  `;
  return [
    `${indent}message ${m.name} {`,
    ...m.nestedEnums.flatMap((e) => enumeration(e, inner)),
    ...m.nestedMessages.flatMap((n) => message(n, inner)),
    ...m.members.flatMap((member) =>
      member.kind === "oneof"
        ? [
            `${inner}oneof ${member.name} {`,
            ...member.fields.map((f) => field(f, `${inner}  `, true)),
            `${inner}}`,
          ]
        : [field(member, inner, false)],
    ),
    ...m.proto.extensionRange.map(
      ({ start, end }) => `${inner}extensions ${start} to ${end - 1 >= 536870911 ? "max" : end - 1};`,
    ),
    ...reserved(
      m.proto.reservedRange.map((r) => [r.start, r.end - 1]),
      m.proto.reservedName,
      inner,
    ),
    ...m.nestedExtensions.flatMap((x) => extension(x, inner)),
    `${indent}}`,
  ];
}

function enumeration(e: DescEnum, indent: string): string[] {
  return [
    `${indent}enum ${e.name} {`,
    ...(e.proto.options?.allowAlias ? [`${indent}  option allow_alias = true;`] : []),
    ...e.values.map((v) => `${indent}  ${v.name} = ${v.number};`),
    ...reserved(
      e.proto.reservedRange.map((r) => [r.start, r.end]),
      e.proto.reservedName,
      `${indent}  `,
    ),
    `${indent}}`,
  ];
}

function reserved(ranges: [number, number][], names: string[], indent: string): string[] {
  return [
    ...ranges.map(([from, to]) => `${indent}reserved ${from === to ? from : `${from} to ${to}`};`),
    ...(names.length > 0 ? [`${indent}reserved ${names.map((n) => JSON.stringify(n)).join(", ")};`] : []),
  ];
}

function extension(x: DescExtension, indent: string): string[] {
  return [`${indent}extend .${x.extendee.typeName} {`, field(x, `${indent}  `, false), `${indent}}`];
}

function field(f: DescField | DescExtension, indent: string, inOneof: boolean): string {
  return `${indent}${label(f, inOneof)}${typeName(f)} ${f.name} = ${f.number};`;
}

function label(f: DescField | DescExtension, inOneof: boolean): string {
  if (f.fieldKind === "map" || inOneof) return "";
  if (f.fieldKind === "list") return "repeated ";
  return f.proto.label === LABEL_REQUIRED ? "required " : "optional ";
}

function typeName(f: DescField | DescExtension): string {
  const scalar = (type: ScalarType): string => ScalarType[type].toLowerCase();
  switch (f.fieldKind) {
    case "scalar":
      return scalar(f.scalar);
    case "enum":
      return `.${f.enum.typeName}`;
    case "message":
      return `.${f.message.typeName}`;
    case "list":
      if (f.listKind === "scalar") return scalar(f.scalar);
      return `.${f.listKind === "enum" ? f.enum.typeName : f.message.typeName}`;
    case "map": {
      const value =
        f.mapKind === "scalar"
          ? scalar(f.scalar)
          : `.${f.mapKind === "enum" ? f.enum.typeName : f.message.typeName}`;
      return `map<${scalar(f.mapKey)}, ${value}>`;
    }
  }
}
