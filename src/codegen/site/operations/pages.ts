// The pages of the interface: one for each operation, and the list of all.
import { catalogue } from "../../../../gen/errors/catalogue.ts";
import { anchorOf } from "../anchor.ts";
import { COLLECTION } from "./collection.ts";
import { callersOf } from "./callers.ts";
import { groups, type Operation, operations, type Shown } from "./contract.ts";
import { cell, described, fieldTables, typeOf } from "./fields.ts";
import { sampleRequest } from "./request.ts";
import { beginnings, type Sample, samplesOf } from "./samples.ts";

const errors = new Map<string, (typeof catalogue)[keyof typeof catalogue]>(
  Object.values(catalogue).map((entry) => [entry.code, entry]),
);
const EXAMPLES_MAX = 3;
/** Heading of what all samples of a language have in common. */
const BEGINNING = "How a sample begins";

/** A generated page: Markdown whose links name the Markdown of other pages by their addresses, such as `/docs/reference/errors.md`. */
export interface GeneratedPage {
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

/** Returns the pages of the interface. */
export function operationPages(): GeneratedPage[] {
  return [
    { page: "api/index", title: "Operations of the interface", text: listOfOperations() },
    ...operations.map((operation) => ({
      page: operation.page,
      title: `${operation.name}: ${operation.summary}`,
      text: pageOfOperation(operation),
    })),
  ];
}

function listOfOperations(): string {
  const parts = [
    "# Operations of the interface",
    "Every operation has a page with samples, parameters, answers and errors. The values of the samples are those of recorded examples.",
    `## ${BEGINNING}`,
    "The samples read the address of the service and the API key from the environment:",
    "```sh\nexport PDA_URL=https://localhost:8443 PDA_API_KEY=…\nexport CURL_CA_BUNDLE=.pda/pki/tier/root.crt PDA_CA_FILE=.pda/pki/tier/root.crt   # of a sandbox on this machine\n```",
    "The second line is for a sandbox, whose certificate no authority has issued. Without `CURL_CA_BUNDLE`, curl ends there with error 60.",
    `The samples in TypeScript, Go, Python and Java use the client libraries: [TypeScript](/docs/clients/typescript.md), [Go](/docs/clients/go.md),
[Python](/docs/clients/python.md), [Java](/docs/clients/java.md). A program makes one client and keeps it:`,
    codeGroup(beginnings),
    `- Go: the samples stand in a function that returns an error, and \`ctx\` is its context.
- Java: the options of an operation are in the class of its subject, such as \`example.pda.client.api.PaymentApi.ListPaymentsOptions\`.`,
    "## Postman",
    `For Postman, and programs that read its format: [collection of all operations](/docs/${COLLECTION}), with the variables \`baseUrl\` and \`apiKey\`.`,
  ];
  for (const { name, tags } of groups) {
    parts.push(`## ${name}`);
    for (const tag of tags) {
      const rows = tag.operations.map(
        ({ name: operation, page, verb, path, summary }) =>
          `| [${operation}](/docs/${page}.md) | ${cell(summary)} | \`${verb} ${path}\` |`,
      );
      parts.push(
        `### ${tag.name}`,
        tag.description,
        ["| operation | | |", "|---|---|---|", ...rows].join("\n"),
      );
    }
  }
  return `${parts.join("\n\n")}\n`;
}

function pageOfOperation(operation: Operation): string {
  const { name, verb, path, summary, description, body, answer } = operation;
  const parts = [
    `# ${name}`,
    `**${summary}.**`,
    `\`${verb} ${path}\``,
    description,
    facts(operation),
    "## Samples",
    codeGroup(samplesOf(sampleRequest(operation))),
    `[${BEGINNING}](/docs/api/index.md#${anchorOf(BEGINNING)}) has the variables of the environment, the imports and the client.`,
    ...section("Parameters", parameters(operation)),
    ...section("Body", body && fieldTables(body.schema)),
    "## Answer",
    `HTTP ${answer.httpStatus}: ${answer.description}${documents(operation)}`,
    ...(answer.data ? ["The fields of `data`:", fieldTables(answer.data)] : []),
    ...examples(answer.examples),
    "## Errors",
    errorTable(operation),
    ...(operation.answer.data ? ["## Try it", tryIt(operation)] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Returns the form that sends the request of the samples. The copy for programs has none. */
function tryIt(operation: Operation): string {
  const { path, query, body } = sampleRequest(operation);
  const values: Readonly<Record<string, string | number | boolean>> = { ...path, ...query };
  // A filter of the example hides what the reader's own merchant has.
  const valueOf = (name: string, isRequired: boolean) => (isRequired ? String(values[name] ?? "") : "");
  const request = {
    verb: operation.verb,
    path: operation.path,
    isPublic: operation.isPublic,
    parameters: operation.parameters.map(({ name, in: place, required = false }) => ({
      name,
      in: place,
      required,
      value: valueOf(name, required),
    })),
    ...(body === undefined ? {} : { body: JSON.stringify(body, null, 2) }),
  };
  const attribute = JSON.stringify(request)
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;");
  return `<TryIt request="${attribute}" />`;
}

const section = (heading: string, text: string | undefined): string[] =>
  text ? [`## ${heading}`, text] : [];

function facts({ name, scopes, isPublic, decisions }: Operation): string {
  const callers = callersOf(name);
  const rows = [
    [
      "Scope",
      isPublic
        ? "none: no credential is needed"
        : scopes.map((scope) => `\`${scope}\``).join(" or ") || "none: any credential",
    ],
    ...(callers ? [["[Callers](/docs/permissions.md)", callers]] : []),
    ...(decisions.length > 0
      ? [
          [
            "Decisions",
            decisions
              .map(({ id, title }) => `[${id}](/docs/decisions.md#${id.toLowerCase()}) ${title}`)
              .join("; "),
          ],
        ]
      : []),
  ];
  return ["| | |", "|---|---|", ...rows.map(([what, text]) => `| ${what} | ${cell(text as string)} |`)].join(
    "\n",
  );
}

/** Shows samples as tabs. The copy for programs has them one after the other. */
function codeGroup(samples: readonly Sample[]): string {
  const blocks = samples.map(({ label, language, text }) => `\`\`\`${language} [${label}]\n${text}\n\`\`\``);
  return `<SampleTabs>\n\n::: code-group\n\n${blocks.join("\n\n")}\n\n:::\n\n</SampleTabs>`;
}

function parameters(operation: Operation): string | undefined {
  if (operation.parameters.length === 0) return undefined;
  return [
    "| parameter | in | type | |",
    "|---|---|---|---|",
    ...operation.parameters.map(({ name, in: place, description = "", required, schema }) => {
      return `| \`${name}\` | ${place} | ${typeOf(schema)} | ${cell(described(schema, description, required))} |`;
    }),
  ].join("\n");
}

const documents = ({ answer }: Operation): string =>
  answer.documents.length === 0
    ? ""
    : ` As a bare document, too: ${answer.documents.map((type) => `\`${type}\``).join(", ")}.`;

/** Shows the recorded answers. */
const examples = (shown: readonly Shown[]): string[] =>
  shown
    .slice(0, EXAMPLES_MAX)
    .flatMap(({ summary, value }) => [
      `### Example: ${summary}`,
      `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
    ]);

function errorTable({ errorCodes }: Operation): string {
  const rows = errorCodes.map((code) => {
    const entry = errors.get(code);
    if (entry === undefined) throw new Error(`the catalogue has no ${code}`);
    const { httpStatus, message, retryable } = entry;
    return `| [${code}](/docs/reference/errors.md#${code.toLowerCase()}) | ${httpStatus} | ${cell(message)} | ${retryable ? "yes" : "no"} |`;
  });
  return ["| code | HTTP | message | repeat |", "|---|---|---|---|", ...rows].join("\n");
}
