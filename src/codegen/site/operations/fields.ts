// Tables of fields: of a body, and of the data of an answer, with those of the objects in them.
import { followed, type Schema } from "./contract.ts";

/** Text in a cell of a table. */
export const cell = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*\n+\s*/g, " ")
    .replaceAll("|", "\\|");

/** Returns the type of a value in words. An object has its name, which heads its own table. */
export function typeOf(schema: Schema): string {
  const { type, format, items, additionalProperties, name, properties, enum: words } = followed(schema);
  if (items) return `list of ${typeOf(items)}`;
  if (words) return words.map((word) => `\`${word}\``).join(", ");
  if (type === "object" && !properties)
    return typeof additionalProperties === "object" ? `map of ${typeOf(additionalProperties)}` : "object";
  if (properties) return `[${name ?? "object"}](#${(name ?? "object").toLowerCase()})`;
  return format === "date-time" ? "time (RFC 3339)" : (type ?? "any");
}

/** Returns the limits of a value in words. */
export function limitsOf(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = followed(schema);
  return [
    range(minLength, maxLength, "characters"),
    range(minItems, maxItems, "items"),
    range(minimum, maximum, ""),
  ]
    .filter(Boolean)
    .join(", ");
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined) return least ? `at least ${least} ${unit}`.trim() : "";
  return `${least === undefined ? "at most" : `${least} to`} ${most} ${unit}`.trim();
}

/** Returns the table of an object, and after it the tables of the objects in it, each once. */
export function fieldTables(schema: Schema): string {
  const shown = new Set<string>();
  const waiting = [followed(schema)];
  const parts: string[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (next.name !== undefined) {
      if (shown.has(next.name)) continue;
      shown.add(next.name);
    }
    if (parts.length > 0) {
      parts.push(`<a id="${next.name?.toLowerCase()}"></a>\n### ${next.name}`);
      if (next.description) parts.push(next.description);
    }
    parts.push(tableOf(next));
    waiting.push(...Object.values(next.properties ?? {}).flatMap(objectsIn));
  }
  return parts.join("\n\n");
}

function tableOf({ properties = {}, required = [] }: Schema): string {
  const entries = Object.entries(properties);
  if (entries.length === 0) return "An object without fields.";
  return [
    "| field | type | |",
    "|---|---|---|",
    ...entries.map(([name, schema]) => {
      const { description = "" } = followed(schema);
      const limits = limitsOf(schema);
      const words = [required.includes(name) ? "**Required.**" : "", description, limits && `(${limits})`];
      return `| \`${name}\` | ${typeOf(schema)} | ${cell(words.filter(Boolean).join(" "))} |`;
    }),
  ].join("\n");
}

/** Returns the objects with fields of their own in a value. */
function objectsIn(schema: Schema): ReturnType<typeof followed>[] {
  const found = followed(schema);
  if (found.items) return objectsIn(found.items);
  if (found.properties) return [found];
  return typeof found.additionalProperties === "object" ? objectsIn(found.additionalProperties) : [];
}
