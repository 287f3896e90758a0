// Tables of fields: of a body, and of the data of an answer, with those of the objects in them.
import { followed, type Named, type Schema } from "./contract.ts";

/** Text in a cell of a table. */
export const cell = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*\n+\s*/g, " ")
    .replaceAll("|", "\\|");

/** Returns the type of a value in words. An object has its name, which heads its own table. */
export function typeOf(schema: Schema, follow = followed): string {
  const { type, format, items, additionalProperties, name, properties, enum: words } = follow(schema);
  if (items) return `list of ${typeOf(items, follow)}`;
  if (words) return words.map((word) => `\`${word}\``).join(", ");
  if (type === "object" && !properties)
    return typeof additionalProperties === "object"
      ? `map of ${typeOf(additionalProperties, follow)}`
      : "object";
  if (properties) return `[${name ?? "object"}](#${(name ?? "object").toLowerCase()})`;
  return format === "date-time" ? "time (RFC 3339)" : (type ?? "any");
}

/** Returns the description of a value, with the limits that it does not name itself. */
export function described(
  schema: Schema,
  description: string,
  isRequired = false,
  follow = followed,
): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = follow(schema);
  const named = new Set(description.replaceAll(/(?<=\d),(?=\d{3})/g, "").match(/\d+/g));
  const limits = [
    range(minLength, maxLength, "characters"),
    range(minItems, maxItems, "items"),
    range(minimum, maximum, ""),
  ].filter((limit) => limit.match(/\d+/g)?.some((each) => !named.has(each)));
  const parts = [
    isRequired ? "**Required.**" : "",
    description,
    limits.length > 0 ? `(${limits.join(", ")})` : "",
  ];
  return parts.filter(Boolean).join(" ");
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined) return least ? `at least ${least} ${unit}`.trim() : "";
  return `${least === undefined ? "at most" : `${least} to`} ${most} ${unit}`.trim();
}

/**
 * Returns the table of an object, and after it the tables of the objects in it, each once.
 * @param follow follows the references of the schema's document
 * @param shown names of the objects whose tables are on the page already; the new ones are added
 */
export function fieldTables(schema: Schema, follow = followed, shown = new Set<string>()): string {
  const waiting = [follow(schema)];
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
    parts.push(tableOf(next, follow));
    waiting.push(...Object.values(next.properties ?? {}).flatMap((each) => objectsIn(each, follow)));
  }
  return parts.join("\n\n");
}

function tableOf({ properties = {}, required = [] }: Schema, follow: typeof followed): string {
  const entries = Object.entries(properties);
  if (entries.length === 0) return "An object without fields.";
  return [
    "| field | type | |",
    "|---|---|---|",
    ...entries.map(([name, schema]) => {
      const { description = "" } = follow(schema);
      const words = described(schema, description, required.includes(name), follow);
      return `| \`${name}\` | ${typeOf(schema, follow)} | ${cell(words)} |`;
    }),
  ].join("\n");
}

/** Returns the objects with fields of their own in a value. */
function objectsIn(schema: Schema, follow: typeof followed): Named[] {
  const found = follow(schema);
  if (found.items) return objectsIn(found.items, follow);
  if (found.properties) return [found];
  return typeof found.additionalProperties === "object" ? objectsIn(found.additionalProperties, follow) : [];
}
