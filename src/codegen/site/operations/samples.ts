// Samples of an operation's request in each language.
import { goClient, goImports, goSample } from "./go.ts";
import { javaClient, javaImports, javaSample } from "./java.ts";
import { pythonClient, pythonSample } from "./python.ts";
import { SAMPLE_KEY, type SampleRequest, targetOfRequest } from "./request.ts";
import { typescriptClient, typescriptSample } from "./typescript.ts";

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
    { label: "Go", language: "go", text: goSample(request) },
    { label: "Python", language: "python", text: pythonSample(request) },
    { label: "Java", language: "java", text: javaSample(request) },
  ];
}

/** What a program needs before its first sample: the imports and the client. */
export const beginnings: readonly Sample[] = [
  { label: "TypeScript", language: "ts", text: typescriptClient },
  {
    label: "Go",
    language: "go",
    text: `import (\n${goImports.map((each) => `\t${each}\n`).join("")})\n\n${goClient}`,
  },
  { label: "Python", language: "python", text: pythonClient },
  {
    label: "Java",
    language: "java",
    text: `${javaImports.map((each) => `import ${each};`).join("\n")}\n\n${javaClient}`,
  },
];

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
