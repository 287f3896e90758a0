// Recorded examples: real requests and answers of a running service (test/examples/record.ts). The document embeds them, and the
// contract tests replay them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "./json.ts";

/** One recorded exchange, with identifiers, times and secrets masked. */
export interface Example {
  readonly operation: string;
  /** Name of the example: a word for a success, the catalogue entry for a failure. */
  readonly name: string;
  readonly summary: string;
  readonly request: { readonly path?: Json; readonly query?: Json; readonly body?: Json };
  readonly response: { readonly status: number; readonly location?: string; readonly body: Json };
}

/** File of the examples, beside the program that records them. */
const examplesFile = join(import.meta.dirname, "../../../test/examples/examples.json");

/** Reads the recorded examples in the order of the scenario; returns none before the first recording. */
export function readExamples(): Example[] {
  return existsSync(examplesFile) ? (JSON.parse(readFileSync(examplesFile, "utf8")) as Example[]) : [];
}

/** Returns the name of a success in components.examples. */
export const answerName = ({ operation, name }: Example): string => `${operation}_${name}`;

/** Finds examples for the document. */
export class Recorded {
  readonly #examples: readonly Example[];

  constructor(examples: readonly Example[]) {
    this.#examples = examples;
  }

  /** Returns the recorded successes of an operation. */
  successes(operation: string): Example[] {
    return this.#examples.filter((e) => e.operation === operation && e.response.status < 300);
  }

  /**
   * Returns the answers of the recorded successes of these operations, for components.examples. openapi-generator warns of answers with
   * examples of their own: "Failed to get the schema name: null".
   */
  answers(operations: ReadonlySet<string>): Json {
    const successes = this.#examples.filter(
      ({ operation, response }) => operations.has(operation) && response.status < 300,
    );
    return Object.fromEntries(
      successes.map((example) => [
        answerName(example),
        { summary: example.summary, value: example.response.body },
      ]),
    );
  }

  /** Returns the recorded failure of an operation with a catalogue entry, as an Example Object. */
  failure(operation: string, entry: string): Json | undefined {
    const found = this.#examples.find(
      (e) => e.operation === operation && e.name === entry && e.response.status >= 400,
    );
    return found && { summary: found.summary, value: found.response.body };
  }

  /** Returns the body of any recorded failure with an entry. The body names no field, so that it fits every operation. */
  anyFailure(entry: string): Json | undefined {
    const fits = ({ response }: Example) =>
      (response.body.errors as Json[]).every((error) => error.field === undefined);
    return this.#examples.find((e) => e.name === entry && e.response.status >= 400 && fits(e))?.response.body;
  }
}
