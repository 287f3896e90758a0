// Samples with the TypeScript client.
import { SAMPLE_KEY, type SampleRequest } from "./request.ts";

/** Longer lists and objects have a line for each item. */
const LINE = 60;
const NAME = /^[A-Za-z_$][\w$]*$/;

/** Returns a value as TypeScript writes it. */
function literal(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((each) => literal(each, inner));
    const line = `[${items.join(", ")}]`;
    return line.length < LINE && !line.includes("\n")
      ? line
      : `[\n${inner}${items.join(`,\n${inner}`)},\n${indent}]`;
  }
  const members = Object.entries(value).map(
    ([name, each]) => `${NAME.test(name) ? name : JSON.stringify(name)}: ${literal(each, inner)}`,
  );
  if (members.length === 0) return "{}";
  const line = `{ ${members.join(", ")} }`;
  return line.length < LINE && !line.includes("\n")
    ? line
    : `{\n${inner}${members.join(`,\n${inner}`)},\n${indent}}`;
}

/** Returns the sample of a request. `api` is a client: `createPdaClient()`. */
export function typescriptSample({ operation, path, query, hasKey, body }: SampleRequest): string {
  if (operation.answer.data === undefined)
    return "for await (const event of api.streamEvents()) {\n  console.log(event.type, event.cursor);\n}";
  const params = {
    ...(Object.keys(path).length > 0 ? { path } : {}),
    ...(Object.keys(query).length > 0 ? { query } : {}),
    ...(hasKey ? { header: { "Idempotency-Key": SAMPLE_KEY } } : {}),
  };
  const init = {
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(body === undefined ? {} : { body }),
  };
  const given = Object.keys(init).length > 0 ? `, ${literal(init, "")}` : "";
  return `const { data } = await api.${operation.verb}("${operation.path}"${given});\nconsole.log(data);`;
}
