// Builds the error answers: one component per HTTP status with all its codes, which every operation refers to. The reference
// says which of the codes the operation can return.
import type { CatalogueEntry } from "./catalogue.ts";
import { failureExample } from "./envelope.ts";
import type { Recorded } from "./examples.ts";
import { headersOf } from "./headers.ts";
import { compact, type Json, ref } from "./json.ts";

const retryStatuses = new Set([408, 409, 429, 503, 504]);

/** Names of the error answers by HTTP status: the reason phrases of RFC 9110 §15. */
const names: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  406: "NotAcceptable",
  408: "RequestTimeout",
  409: "Conflict",
  412: "PreconditionFailed",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  500: "InternalServerError",
  503: "ServiceUnavailable",
  504: "GatewayTimeout",
};

/** The error answers of one document. */
export class Failures {
  readonly #catalogue: ReadonlyMap<string, CatalogueEntry>;
  readonly #recorded: Recorded;
  readonly #used: ReadonlySet<CatalogueEntry>;

  /** @param used names of the catalogue entries that any operation can return */
  constructor(catalogue: ReadonlyMap<string, CatalogueEntry>, recorded: Recorded, used: readonly string[]) {
    this.#catalogue = catalogue;
    this.#recorded = recorded;
    this.#used = new Set(used.map((name) => this.#entry(name)));
  }

  /** Returns the codes of these catalogue entries, in their order. */
  codes(entries: readonly string[]): string[] {
    return entries.map((name) => this.#entry(name).code).sort();
  }

  /** Returns references to the responses with these catalogue entries, by HTTP status; with their codes where they are not all of the status. */
  responses(entries: readonly string[]): Record<string, Json> {
    const all = this.#byStatus();
    const found = Map.groupBy(
      entries.map((name) => this.#entry(name)).sort(byCode),
      (entry) => entry.httpStatus,
    );
    return Object.fromEntries(
      [...found].map(([status, same]) => [
        status,
        {
          ...ref("responses", nameOf(status)),
          ...(same.length < (all.get(status)?.length ?? 0)
            ? { description: same.map(lineOf).join(" ") }
            : {}),
        },
      ]),
    );
  }

  /** components.responses */
  components(): Json {
    return Object.fromEntries(
      [...this.#byStatus()].map(([status, entries]) => [nameOf(status), responseOf(status, entries)]),
    );
  }

  /** components.examples: one per code, recorded where the recording has one. */
  examples(): Json {
    return Object.fromEntries(
      [...this.#used].sort(byCode).map((entry) => {
        const value = this.#recorded.anyFailure(entry.name) ?? failureExample(entry);
        return [entry.name, { summary: entry.description, value }];
      }),
    );
  }

  #byStatus(): ReadonlyMap<number, readonly CatalogueEntry[]> {
    return Map.groupBy([...this.#used].sort(byCode), (entry) => entry.httpStatus);
  }

  #entry(name: string): CatalogueEntry {
    const entry = this.#catalogue.get(name);
    if (!entry) throw new Error(`${name} is not in the catalogue`);
    return entry;
  }
}

function responseOf(status: number, entries: readonly CatalogueEntry[]): Json {
  const headers = [
    ...(retryStatuses.has(status) ? ["Retry-After"] : []),
    ...(status === 401 ? ["WWW-Authenticate", "Accept-Signature", "DPoP-Nonce"] : []),
    ...(status === 403 ? ["WWW-Authenticate"] : []),
  ];
  const examples = entries.map(({ name }) => [name, ref("examples", name)]);
  return compact({
    description: entries.map((entry) => `- ${lineOf(entry)}`).join("\n"),
    headers: headersOf(...headers),
    content: {
      "application/json": { schema: ref("schemas", "Failure"), examples: Object.fromEntries(examples) },
    },
  });
}

function nameOf(status: number): string {
  const name = names[status];
  if (!name) throw new Error(`no name for answers with HTTP status ${status}`);
  return name;
}

const lineOf = ({ code, message }: CatalogueEntry): string => `\`${code}\` ${message}`;
const byCode = (a: CatalogueEntry, b: CatalogueEntry): number => (a.code < b.code ? -1 : 1);
