import type { ResponseCodec } from "./codec/codec.ts";
import type { JsonObject, JsonValue } from "./json/value.ts";

/** Makes the relative URI of what was created from the data of the answer and the request's path parameters. */
export type Location = (data: JsonObject, values: readonly string[]) => string;

/**
 * Compiles a Location template (RFC 9110 section 10.2.2). A name in braces is a path of proto names in the data, or else a path parameter
 * of the request.
 * @throws Error when a name is neither.
 */
export function compileLocation(
  template: string,
  params: readonly string[],
  response: ResponseCodec,
): Location {
  const parts = template.split(/\{([a-z0-9_.]+)\}/).map((text, index): Location => {
    if (index % 2 === 0) return () => text;
    const path = response.dataPath(text);
    if (path) return (data) => encodeURIComponent(textAt(data, path));
    const param = params.indexOf(text);
    if (param === -1)
      throw new Error(`${text} of the Location ${template} is neither data nor a path parameter`);
    return (_data, values) => encodeURIComponent(values[param] as string);
  });
  return (data, values) => parts.map((part) => part(data, values)).join("");
}

function textAt(data: JsonObject, path: readonly string[]): string {
  let value: JsonValue | undefined = data;
  for (const name of path) value = (value as JsonObject | undefined)?.[name];
  if (typeof value !== "string" || value === "") {
    throw new Error(`the answer has no ${path.join(".")} to make its Location of`);
  }
  return value;
}
