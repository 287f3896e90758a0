// Builds the parameters of an operation from the fields of its request message.
import type { DescField, DescMethod } from "@bufbuild/protobuf";
import { type HttpBinding, type OperationOption, queryFieldsOf } from "../options.ts";
import type { Example } from "./examples.ts";
import { compact, type Json, ref } from "./json.ts";
import type { Schemas } from "./schemas.ts";

/** Returns the path template with JSON names, e.g. `/api/v1/payments/{paymentId}`. */
export function pathOf(method: DescMethod, http: HttpBinding): string {
  return http.template.replace(
    /\{([a-z0-9_]+)\}/g,
    (_all, name: string) => `{${fieldOf(method, name).jsonName}}`,
  );
}

/** Returns the parameters in path, query and headers. @param example source of the example values */
export function parametersOf(
  method: DescMethod,
  http: HttpBinding,
  option: OperationOption,
  schemas: Schemas,
  readOnly: boolean,
  example: Example | undefined,
): Json[] {
  const path = http.params.map((name) => {
    const field = fieldOf(method, name);
    return parameter(field, "path", schemas, true, example?.request.path);
  });
  const { ifMatch, document } = option;
  const query = queryFieldsOf(method, http, option).map((field) =>
    parameter(field, "query", schemas, schemas.isRequired(field), example?.request.query),
  );
  // X-Request-ID and Request-Timeout are not here (D-090): every operation has them, so a client sets them once.
  const headers = [
    ...(readOnly ? [] : ["IdempotencyKey"]),
    ...(ifMatch ? ["IfMatch"] : []),
    ...(document?.entityTagField ? ["IfNoneMatch"] : []),
  ];
  return [...path, ...query, ...headers.map((name) => ref("parameters", name))];
}

function parameter(
  field: DescField,
  where: "path" | "query",
  schemas: Schemas,
  required: boolean,
  values?: Json,
): Json {
  const { description, "x-label": label, "x-decision": decision, ...schema } = schemas.field(field, "input");
  return compact({
    name: field.jsonName,
    in: where,
    description: where === "path" ? `${description as string}${encodingNote(schema)}` : description,
    required: required || undefined,
    schema,
    example: values?.[field.jsonName],
    "x-label": label,
    "x-decision": decision,
  });
}

/** Returns a note for a parameter of a path whose value may have characters that end a step of the path. */
function encodingNote({ pattern }: { readonly pattern?: string }): string {
  return pattern && new RegExp(pattern).test("/") ? " Percent-encode it." : "";
}

function fieldOf(method: DescMethod, name: string): DescField {
  const field = method.input.fields.find((f) => f.name === name);
  if (!field) throw new Error(`${method.toString()}: ${name} is not a field of ${method.input.typeName}`);
  return field;
}
