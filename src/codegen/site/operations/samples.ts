// Samples of an operation's request in each language.
import { SAMPLE_KEY, type SampleRequest, targetOfRequest } from "./request.ts";
import { typescriptSample } from "./typescript.ts";

/** A sample. */
export interface Sample {
  readonly label: string;
  /** The language, as code blocks name it. */
  readonly language: string;
  readonly text: string;
}

/** Returns the samples of a request. */
export function samplesOf(request: SampleRequest): Sample[] {
  return [
    { label: "curl", language: "sh", text: curlSample(request) },
    { label: "TypeScript", language: "ts", text: typescriptSample(request) },
  ];
}

/** Text within single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curlSample(request: SampleRequest): string {
  const { operation, hasKey, body } = request;
  const lines = [`curl "$PDA_URL${targetOfRequest(request)}"`];
  if (operation.verb !== "GET" && (operation.verb !== "POST" || body === undefined))
    lines[0] = `curl -X ${operation.verb} "$PDA_URL${targetOfRequest(request)}"`;
  if (!operation.isPublic) lines.push(`-H "Authorization: Bearer $PDA_API_KEY"`);
  if (hasKey) lines.push(`-H 'Idempotency-Key: ${SAMPLE_KEY}'`);
  if (body !== undefined)
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`);
  return lines.join(" \\\n  ");
}
