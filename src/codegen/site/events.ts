// The pages of the events: the channels of the AsyncAPI document, and one page for each message that a receiver gets.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.ts";
import { follower, type Schema } from "./operations/contract.ts";
import { cell, fieldTables } from "./operations/fields.ts";
import type { GeneratedPage } from "./operations/pages.ts";

interface Message {
  readonly name: string;
  readonly summary: string;
  readonly headers?: Schema;
  readonly payload: Schema;
  readonly examples: readonly {
    readonly summary: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly payload: unknown;
  }[];
}

interface Channel {
  readonly address?: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly messages: Readonly<Record<string, { readonly $ref: string }>>;
}

const document = JSON.parse(readFileSync(join(root, "gen/openapi/pda.events.v1.json"), "utf8")) as {
  readonly info: { readonly title: string; readonly description: string };
  readonly channels: Readonly<Record<string, Channel>>;
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
};
const follow = follower(document.components.schemas);

/** Two channels carry the same event, and a delivery shows its headers, too. So the first message of a name has the page. */
const messages = new Map<string, Message>();
for (const message of Object.values(document.components.messages))
  if (!messages.has(message.name)) messages.set(message.name, message);

const pageOf = (name: string): string => `events/${name.replaceAll(/[^a-z]+/g, "-")}`;

/** Returns the pages of the events. */
export function eventPages(): GeneratedPage[] {
  return [
    { page: "events/index", title: document.info.title, text: channelsPage() },
    ...[...messages.values()].map((message) => ({
      page: pageOf(message.name),
      title: message.name,
      text: messagePage(message),
    })),
  ];
}

/** The messages with their pages, for the navigation. */
export const eventEntries: readonly { readonly text: string; readonly page: string }[] = [
  ...messages.keys(),
].map((name) => ({ text: name, page: pageOf(name) }));

function channelsPage(): string {
  const parts = [
    `# ${document.info.title}`,
    document.info.description,
    "The same as one document: [AsyncAPI](/asyncapi.v1.yaml). How to receive them: [guide](/docs/guides/events.md).",
  ];
  for (const { title, summary, description, address, messages: named } of Object.values(document.channels)) {
    const rows = Object.values(named)
      .map(({ $ref }) => document.components.messages[$ref.slice($ref.lastIndexOf("/") + 1)] as Message)
      .map((message) => `| [${message.name}](/docs/${pageOf(message.name)}.md) | ${cell(message.summary)} |`);
    parts.push(
      `## ${title}`,
      address === undefined ? summary : `\`GET ${address}\`: ${summary}`,
      description,
      ["| message | |", "|---|---|", ...rows].join("\n"),
    );
  }
  return `${parts.join("\n\n")}\n`;
}

function messagePage({ name, summary, headers, payload, examples }: Message): string {
  const [example] = examples;
  const lines = Object.entries(example?.headers ?? {}).map(([header, value]) => `${header}: ${value}`);
  return `${[
    `# ${name}`,
    summary,
    `## Example: ${example?.summary ?? name}`,
    ...(lines.length > 0 ? [`\`\`\`http\n${lines.join("\n")}\n\`\`\``] : []),
    `\`\`\`json\n${JSON.stringify(example?.payload, null, 2)}\n\`\`\``,
    "## Fields",
    fieldTables(payload, follow),
    ...(headers ? ["## Headers", fieldTables(headers, follow)] : []),
  ].join("\n\n")}\n`;
}
