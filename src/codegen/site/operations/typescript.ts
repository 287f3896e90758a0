// Samples with the TypeScript client.
import { bracketed } from "./layout.ts";
import { SAMPLE_KEY, type SampleRequest } from "./request.ts";

const NAME = /^[A-Za-z_$][\w$]*$/;

/** Makes the client of the samples. */
export const typescriptClient =
  'import { createPdaClient } from "@pda/client";\n\nconst api = createPdaClient();';

/** Returns a value as TypeScript writes it. */
function literal(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return bracketed(value.map(literal), { open: "[", close: "]" });
  const members = Object.entries(value).map(
    ([name, each]) => `${NAME.test(name) ? name : JSON.stringify(name)}: ${literal(each)}`,
  );
  return bracketed(members, { open: "{", close: "}", pad: " " });
}

/** Returns the sample of a request. `api` is the client. */
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
  const given = Object.keys(init).length > 0 ? `, ${literal(init)}` : "";
  return `const { data } = await api.${operation.verb}("${operation.path}"${given});\nconsole.log(data);`;
}
