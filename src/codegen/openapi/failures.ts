// Builds the error answers of an operation: its catalogue entries by HTTP status, with one example per entry.
import type { CatalogueEntry } from "./catalogue.ts";
import { failureExample, failureSchema } from "./envelope.ts";
import type { Recorded } from "./examples.ts";
import { headersOf } from "./headers.ts";
import { type Json, ref } from "./json.ts";

const retryStatuses = new Set([408, 409, 429, 503, 504]);

/** Collects as components the answers that several operations share, and the examples of entries. */
export class Failures {
  readonly #catalogue: ReadonlyMap<string, CatalogueEntry>;
  readonly #recorded: Recorded;
  readonly #examples = new Map<string, Json>();
  readonly #responses = new Map<string, Json>();

  constructor(catalogue: ReadonlyMap<string, CatalogueEntry>, recorded: Recorded) {
    this.#catalogue = catalogue;
    this.#recorded = recorded;
  }

  /** Returns the responses for these catalogue entries, by HTTP status. */
  responses(operationId: string, names: readonly string[]): Record<string, Json> {
    const entries = names.map((name) => this.#entry(name)).sort((a, b) => (a.code < b.code ? -1 : 1));
    const byStatus = Map.groupBy(entries, (entry) => entry.httpStatus);
    return Object.fromEntries(
      [...byStatus].map(([status, same]) => [status, this.#response(operationId, same)]),
    );
  }

  /** components.examples */
  examples(): Json {
    return sorted(this.#examples);
  }

  /** components.responses */
  components(): Json {
    return sorted(this.#responses);
  }

  #entry(name: string): CatalogueEntry {
    const entry = this.#catalogue.get(name);
    if (!entry) throw new Error(`${name} is not in the catalogue`);
    return entry;
  }

  #response(operationId: string, entries: readonly CatalogueEntry[]): Json {
    const own = entries.map((entry) => this.#recorded.failure(operationId, entry.name));
    const [only, second] = entries;
    if (!only || second || own.some(Boolean)) return this.#build(entries, own);
    const name = only.name
      .toLowerCase()
      .replace(/(^|_)([a-z])/g, (_all, _gap, letter: string) => letter.toUpperCase());
    if (!this.#responses.has(name)) this.#responses.set(name, this.#build(entries, []));
    return ref("responses", name);
  }

  #build(entries: readonly CatalogueEntry[], own: readonly (Json | undefined)[]): Json {
    const status = entries[0]?.httpStatus ?? 0;
    const headers = [
      ...(retryStatuses.has(status) ? ["Retry-After"] : []),
      ...(status === 401 ? ["WWW-Authenticate"] : []),
    ];
    const lines = entries.map((entry) => `\`${entry.code}\` ${entry.message}`);
    const examples = entries.map((entry, index) => [entry.name, own[index] ?? this.#example(entry)]);
    return {
      description: lines.length > 1 ? lines.map((line) => `- ${line}`).join("\n") : lines[0],
      headers: headersOf(...headers),
      content: {
        "application/json": { schema: failureSchema(entries), examples: Object.fromEntries(examples) },
      },
    };
  }

  #example(entry: CatalogueEntry): Json {
    const value = this.#recorded.anyFailure(entry.name) ?? failureExample(entry);
    if (!this.#examples.has(entry.name))
      this.#examples.set(entry.name, { summary: entry.description, value });
    return ref("examples", entry.name);
  }
}

function sorted(map: ReadonlyMap<string, Json>): Json {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
