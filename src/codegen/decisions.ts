// Generates docs/decisions.md from docs/decisions.yaml and the x-decision marks of the documents in openapi/.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const root = join(import.meta.dirname, "../..");
const text = z.string().trim().min(1);

const decision = z.strictObject({
  id: z.string().regex(/^D-\d{3}$/),
  title: text,
  open: z.array(text).min(1),
  decision: text,
  ground: text,
  setting: z.array(text).default([]),
  where: z.array(text).default([]),
  tests: z.array(text).default([]),
});

/** One decision on a point that the published interface leaves open. */
export type Decision = z.output<typeof decision>;

/** Reads docs/decisions.yaml; keeps the order of the file. @throws ZodError when the form of the file is wrong */
export function readDecisions(): Decision[] {
  return z.array(decision).parse(parse(readFileSync(join(root, "docs/decisions.yaml"), "utf8")));
}

/** The documents of the contract. */
const documents = ["openapi/pda.v1.yaml", "openapi/pda.events.v1.yaml"];

/** Returns the places of each decision in the documents of the contract. */
export function readMarks(): Map<string, string[]> {
  const all = documents.map((path) => marksOf(parse(readFileSync(join(root, path), "utf8"))));
  const ids = new Set(all.flatMap((marks) => [...marks.keys()]));
  const placesOf = (id: string) => new Set(all.flatMap((marks) => marks.get(id) ?? []));
  return new Map([...ids].map((id) => [id, [...placesOf(id)].sort()]));
}

/** Returns the places of each decision in a document: operation ids, schema members, components. */
export function marksOf(document: unknown): Map<string, string[]> {
  const marks = new Map<string, Set<string>>();
  walk(document, [], (ids, place) => {
    for (const id of ids) marks.set(id, (marks.get(id) ?? new Set()).add(place));
  });
  return new Map([...marks].map(([id, places]) => [id, [...places].sort()]));
}

function walk(node: unknown, path: readonly string[], found: (ids: string[], place: string) => void): void {
  if (node === null || typeof node !== "object") return;
  const ids = (node as Record<string, unknown>)["x-decision"];
  if (Array.isArray(ids)) found(ids as string[], placeOf(node as Record<string, unknown>, path));
  for (const [key, value] of Object.entries(node)) walk(value, [...path, key], found);
}

/** Returns a short name for a place in the document, e.g. `CreatePayment`, `Payment.amount`, `header Idempotency-Key`. */
function placeOf(node: Record<string, unknown>, path: readonly string[]): string {
  if (typeof node.operationId === "string") return node.operationId;
  if (path[0] === "paths" && typeof node.in === "string") return `${node.in} parameter ${String(node.name)}`;
  if (path[0] === "paths")
    return path.includes("requestBody") ? "every request body" : path.slice(-2).join(" ");
  if (path[0] === "info") return "the description of the interface";
  if (path[0] === "channels") return `channel ${String(path[1])}`;
  if (path[0] === "x-common-headers") return `header ${String(path[2])}`;
  if (path[1] === "parameters")
    return `${node.in === "header" ? "header" : `${String(node.in)} parameter`} ${String(node.name)}`;
  if (path[1] !== "schemas") return `${String(path[1]).replace(/s$/, "")} ${String(path[2])}`;
  const member = path.lastIndexOf("properties");
  return member > 0 ? `${String(path[2])}.${String(path[member + 1])}` : String(path[2]);
}

/** Returns the text of docs/decisions.md. */
export function renderDecisions(
  decisions: readonly Decision[],
  marks: ReadonlyMap<string, readonly string[]>,
): string {
  const head = [
    "<!-- Generated from docs/decisions.yaml by src/codegen/decisions.ts. Do not edit. -->",
    "# Decisions",
    "The [published interface](interface.md) leaves points open. This page has exactly one decision for each point. A decision rests on a published standard or on the words of the interface. The contract ([openapi/pda.v1.yaml](../openapi/pda.v1.yaml), [openapi/pda.events.v1.yaml](../openapi/pda.events.v1.yaml)) refers to decisions as `x-decision`.",
    [
      "| | |",
      "|---|---|",
      ...decisions.map((d) => `| [${d.id}](#${d.id.toLowerCase()}) | ${d.title} |`),
    ].join("\n"),
  ];
  return `${[...head, ...decisions.map((d) => renderOne(d, marks.get(d.id) ?? []))].join("\n\n")}\n`;
}

function renderOne(d: Decision, marks: readonly string[]): string {
  const code = (list: readonly string[]) => list.map((item) => `\`${item}\``).join(", ");
  const files = (list: readonly string[]) => list.map((path) => `[${path}](../${path})`).join(", ");
  const rows: [string, string][] = [
    ["Ground", d.ground],
    ["Setting", code(d.setting)],
    ["Marked", marks.length > 12 ? `${code(marks.slice(0, 12))} and ${marks.length - 12} more` : code(marks)],
    ["Where", files(d.where)],
    ["Proven by", files(d.tests)],
  ];
  return [
    `<a id="${d.id.toLowerCase()}"></a>\n## ${d.id} ${d.title}`,
    d.open.map((sentence) => `> ${sentence}`).join("\n>\n"),
    d.decision,
    rows.flatMap(([name, value]) => (value ? [`- **${name}:** ${value}`] : [])).join("\n"),
  ].join("\n\n");
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(root, "docs/decisions.md"), renderDecisions(readDecisions(), readMarks()));
}
