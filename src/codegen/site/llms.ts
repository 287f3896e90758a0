// `/docs/llms.txt`: the contents of the site for programs that read Markdown (llmstxt.org).
import { sections } from "./contents.ts";
import { eventEntries } from "./events.ts";
import { groups } from "./operations/contract.ts";
import type { Page } from "./pages.ts";

/** Returns the contents of the site, with links to the Markdown of its pages. @param documents the pages of the documents */
export function llms(documents: readonly Page[]): string {
  const titles = new Map(documents.map(({ page, title }) => [page, title]));
  const parts = [
    "# pda",
    "> The merchant and developer interface of a Physical Digital Asset service: payments, refunds, settlements, verification, wallets and events over REST and gRPC.",
    "The contract as one document: [OpenAPI](/openapi.v1.yaml), [AsyncAPI](/asyncapi.v1.yaml), [protos](/protos.tar.gz).",
    ...sections.map(({ text, entries }) =>
      [
        `## ${text}\n`,
        ...entries.map(({ page, text: short }) => `- [${titles.get(page) ?? short}](/docs/${page}.md)`),
      ].join("\n"),
    ),
    ["## Events\n", ...eventEntries.map(({ text, page }) => `- [${text}](/docs/${page}.md)`)].join("\n"),
    "## Operations of the interface",
    ...groups.map(({ name, tags }) =>
      [
        `### ${name}\n`,
        ...tags.flatMap(({ operations }) =>
          operations.map(
            ({ name: operation, page, summary }) => `- [${operation}](/docs/${page}.md): ${summary}`,
          ),
        ),
      ].join("\n"),
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}
