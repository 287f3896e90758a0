import type { z } from "zod";

type Kind = "number" | "boolean" | "list" | "text";

/** The kinds of settings that are no text, by the type of their schema. */
const kinds: Readonly<Record<string, Kind>> = { number: "number", boolean: "boolean", array: "list" };

/** One setting: its path in the file, its environment name, and its kind, which defines how a text becomes its value. */
export interface Setting {
  path: readonly string[];
  env: string;
  kind: Kind;
}

interface Node {
  def: { type: string; innerType?: Node };
  shape?: Record<string, Node>;
}

const upperSnake = (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

function walk(node: Node, path: string[], found: Setting[]): Setting[] {
  if (node.def.type === "object") {
    for (const [key, child] of Object.entries(node.shape ?? {})) walk(child, [...path, key], found);
  } else if (node.def.innerType) {
    walk(node.def.innerType, path, found);
  } else {
    const kind = kinds[node.def.type] ?? "text";
    found.push({ path, env: `PDA_${path.map(upperSnake).join("_")}`, kind });
  }
  return found;
}

/** Returns all settings of a schema that consists of (optional, defaulted) objects, numbers, booleans, texts and lists of texts. */
export function settingsOf(schema: z.ZodType): Setting[] {
  return walk(schema, [], []);
}

/** Returns the Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Returns the known name that is closest to a mistyped name; undefined when no name is close. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, away: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.away - b.away);
  const best = ranked[0];
  return best && best.away <= Math.max(2, Math.floor(name.length / 2)) ? best.candidate : undefined;
}
