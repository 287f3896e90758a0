// Writes the OpenAPI document as the generator of clients/java reads it: `node src/codegen/java-client.ts <file>`. The transport of that
// client reads the envelope, turns errors into exceptions and sends the headers that do not depend on an operation, so the generator need
// not know them. Descriptions become HTML, as javadoc expects.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { htmlOf } from "./java-client/html.ts";

interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  enum?: string[];
  const?: string;
  default?: string;
  items?: Schema;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  "x-enum-varnames"?: string[];
  "x-implements"?: string[];
  "x-reasons"?: Record<string, string[]>;
  "x-members"?: Record<string, string>;
}
interface Parameter {
  $ref?: string;
  name?: string;
}
interface Answer {
  description: string;
  content: { "application/json": { schema: Schema } };
}
interface Operation {
  requestBody?: unknown;
  "x-codegen-request-body-name"?: string;
  "x-stream"?: true;
  parameters?: Parameter[];
  responses: Record<string, Answer>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown> & {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
  };
}

const [, , target = ""] = process.argv;
const source = join(import.meta.dirname, "../../gen/openapi/pda.v1.json");
const document = JSON.parse(readFileSync(source, "utf8")) as Document;
const { schemas, parameters } = document.components;
const nameOf = ($ref = ""): string => $ref.slice($ref.lastIndexOf("/") + 1);
const schemaOf = ({ $ref }: Schema): Schema => schemas[nameOf($ref)] ?? {};

// The library has no streams.
for (const [path, item] of Object.entries(document.paths))
  if (Object.values(item).some((operation) => operation["x-stream"])) delete document.paths[path];
for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
  // The options of every call have the idempotency key.
  operation.parameters = operation.parameters?.filter(
    ({ $ref }) => parameters[nameOf($ref)]?.name !== "Idempotency-Key",
  );
  if (operation.requestBody) operation["x-codegen-request-body-name"] = "request";
  const [status, answer] = Object.entries(operation.responses).find(([code]) => code.startsWith("2")) ?? [];
  const data = answer && schemaOf(answer.content["application/json"].schema).properties?.data;
  if (!status || !data) throw new Error("an operation has no answer in the envelope");
  const content = { "application/json": { schema: { $ref: data.$ref ?? "" } } };
  operation.responses = { [status]: { description: answer.description, content } };
}

for (const name of [
  ...Object.keys(schemas).filter((each) => each.endsWith("Answer")),
  "Failure",
  "FailureStatus",
  "AnswerStatus",
])
  delete schemas[name];
for (const [name, schema] of Object.entries(schemas)) adapt(name, schema);
const used = ["schemas", "parameters", "securitySchemes"];
for (const name of Object.keys(document.components))
  if (!used.includes(name)) delete document.components[name];
describeAsHtml(document);
writeFileSync(target, JSON.stringify(document));

function adapt(name: string, schema: Schema): void {
  const { properties = {} } = schema;
  // Java's lists of words grow without breaking a reader, so reasons and types of events have constants.
  if (schema["x-reasons"]) schema.enum = [...new Set(Object.values(schema["x-reasons"]).flat())];
  if (schema["x-members"]) schema.enum = Object.keys(schema["x-members"]);
  // A Java constant stands in its class, so it needs no prefix.
  const prefix = `${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase()}_`;
  if (schema["x-enum-varnames"])
    schema["x-enum-varnames"] = schema["x-enum-varnames"].map((each) => each.replace(prefix, ""));
  if (properties.cursor) schema["x-implements"] = ["example.pda.client.Positioned"];
  if (properties.nextPageToken && properties.items?.items)
    schema["x-implements"] = [`example.pda.client.Page<${nameOf(properties.items.items.$ref)}>`];
  for (const property of Object.values(properties)) {
    property.description ??= schemaOf(property).description?.split("\n\n", 1)[0];
    if (property.const !== undefined) property.default = property.const;
    delete property.const;
    // A java.util.Set has no order, so a repeated request could differ from the first.
    delete property.uniqueItems;
    // Some of the words of a list: in Java the type is that of the whole list.
    const words = property.enum;
    const whole =
      words &&
      Object.keys(schemas).find((each) => words.every((word) => schemas[each]?.enum?.includes(word)));
    if (!whole) continue;
    delete property.enum;
    delete property.type;
    property.$ref = `#/components/schemas/${whole}`;
  }
}

function describeAsHtml(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  for (const [name, value] of Object.entries(node)) {
    if ((name === "description" || name === "summary") && typeof value === "string")
      (node as Record<string, unknown>)[name] = htmlOf(value);
    else describeAsHtml(value);
  }
}
