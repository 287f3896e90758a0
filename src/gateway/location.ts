import type { ResponseCodec } from "../codec/codec.ts";

/** Makes the relative URI of a created resource from the encoded answer and the request's path parameters. */
export type Location = (answer: Uint8Array, values: readonly string[]) => string;

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
    const read = response.textAt(text);
    if (read) return (answer) => encodeURIComponent(given(read(answer), text));
    const param = params.indexOf(text);
    if (param === -1)
      throw new Error(`${text} of the Location ${template} is neither data nor a path parameter`);
    return (_answer, values) => encodeURIComponent(values[param] as string);
  });
  return (answer, values) => parts.map((part) => part(answer, values)).join("");
}

function given(text: string, name: string): string {
  if (text === "") throw new Error(`the answer lacks ${name}, which its Location needs`);
  return text;
}
