import type { CatalogueEntry, CatalogueReason } from "../openapi/catalogue.ts";
import type { ReferenceOperation } from "./operation.ts";

const HEAD = `# Errors

Every refusal has an error code. A program switches on \`errorCode\`; \`errors[].reason\` tells finer causes, \`errors[].field\` the member at
fault, and \`message\` is for people. Give \`requestId\` to support. The header \`Link\` (\`rel="help"\`) of a
refusal leads to its code on this page. On gRPC the code is \`metadata["code"]\` of \`google.rpc.ErrorInfo\` in
\`grpc-status-details-bin\`, beside the gRPC status in the table ([quick start](../quickstart-grpc.md)).

**Repeat: yes** means that the same request may succeed in a moment. Send it again with the same idempotency key, after \`Retry-After\` when the
answer has that header ([idempotency.md](idempotency.md)). **Repeat: no** means that nothing is gained by sending the same request again now: the reason says what has to change first.
That can be the request, the state of a resource, or the time.`;

/** Returns the page on error codes. */
export function renderErrors(
  entries: readonly CatalogueEntry[],
  reasons: readonly CatalogueReason[],
  operations: readonly ReferenceOperation[],
): string {
  const sorted = entries.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const rows = sorted.map(
    ({ code, httpStatus, status, retryable, message }) =>
      `| [${code}](#${code.toLowerCase()}) | ${httpStatus} | \`${status.toUpperCase()}\` | ${retryable ? "yes" : "no"} | ${message} |`,
  );
  const table = ["| code | HTTP | gRPC | repeat | message |", "|---|---|---|---|---|", ...rows].join("\n");
  return `${[HEAD, table, ...sorted.map((entry) => renderOne(entry, reasons, operations))].join("\n\n")}\n`;
}

function renderOne(
  entry: CatalogueEntry,
  reasons: readonly CatalogueReason[],
  operations: readonly ReferenceOperation[],
): string {
  const { code, name, message, description, httpStatus, status, retryable } = entry;
  const raised = operations
    .filter(({ option }) => option.errors?.includes(name))
    .map(({ method }) => `\`${method.name}\``);
  return [
    `<a id="${code.toLowerCase()}"></a>\n## ${code} ${name}`,
    `> ${message}`,
    description,
    [
      `- **Status:** HTTP ${httpStatus}, gRPC \`${status.toUpperCase()}\``,
      `- **Repeat:** ${retryable ? "yes, the same request with the same idempotency key" : "no"}`,
      `- **Operations:** ${raised.length > 0 ? raised.join(", ") : "none in particular: any request can get it, or the gateway answers before it looks at the operation"}`,
    ].join("\n"),
    [
      "| reason | cause, and what to do |",
      "|---|---|",
      ...reasons
        .filter((each) => each.entry === name)
        .map(
          ({ reason, description: cause }) =>
            `| <a id="${reason.toLowerCase()}"></a>\`${reason}\` | ${cause.replaceAll("\n", " ")} |`,
        ),
    ].join("\n"),
  ].join("\n\n");
}
