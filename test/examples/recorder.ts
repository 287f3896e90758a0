import { catalogue } from "../../gen/errors/catalogue.ts";
import { operations } from "../../gen/rest/operations.ts";
import type { ObservedCall } from "../../clients/typescript/src/index.ts";
import type { Example } from "../../src/codegen/openapi/examples.ts";
import type { Json } from "../../src/codegen/openapi/json.ts";
import { checkDocumented } from "../support/documented.ts";
import type { Mask } from "./mask.ts";

/** Members whose word tells one success of an operation from another. */
const telling = ["status", "settlementStatus", "lifecycleStatus", "kind", "outcome"];

const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const operationIds = new Map(
  operations.flatMap(({ http, method }) =>
    http ? [[`${http.verb} ${http.template.replace(/\{\w+\}/g, camel)}`, method] as const] : [],
  ),
);
const entryNames = new Map<unknown, string>(
  Object.entries(catalogue).map(([name, { code }]) => [code, name]),
);

/** Collects examples: of each operation one for each state that its answer shows, and one for each cause of a refusal. */
export class Recorder {
  readonly #mask: Mask;
  readonly #examples = new Map<string, Example>();
  /** Operations that are not recorded at the moment, because their answer depends on timing. */
  paused: ReadonlySet<string> = new Set();

  constructor(mask: Mask) {
    this.#mask = mask;
  }

  /** In the order in which they happened. */
  get examples(): Example[] {
    return [...this.#examples.values()];
  }

  /** Takes an exchange with the title of the step that it belongs to. */
  take(title: string, { method, path, params, body, status, headers, answer }: ObservedCall): void {
    const operation = operationIds.get(`${method} ${path}`);
    if (!operation) throw new Error(`${method} ${path} is no operation`);
    checkDocumented(method, path, status, answer);
    if (this.paused.has(operation)) return;
    const name =
      answer.success === true
        ? this.#successName(answer, body as Json | undefined)
        : this.#failureName(operation, answer);
    const key = `${operation} ${name}`;
    if (this.#examples.has(key)) return;
    const location = headers.get("Location");
    const { path: inPath, query } = params;
    this.#examples.set(key, {
      operation,
      name,
      summary: title.charAt(0).toUpperCase() + title.slice(1),
      request: {
        ...(inPath ? { path: this.#mask.object(inPath) } : {}),
        ...(query ? { query: this.#mask.object(query) } : {}),
        ...(body ? { body: this.#mask.object(body as Json) } : {}),
      },
      response: {
        status,
        ...(location ? { location: this.#mask.text(location) } : {}),
        body: this.#mask.object(answer),
      },
    });
  }

  #successName(answer: Json, body: Json | undefined): string {
    const data = answer.data as Json;
    const failed = (data.checks as Json[] | undefined)?.find((check) => check.outcome === "failed");
    if (typeof data.valid === "boolean") return data.valid ? "valid" : `not_valid_${String(failed?.check)}`;
    if (typeof data.trusted === "boolean") {
      const [proof = "certificate"] = Object.keys((body?.proof as Json | undefined) ?? {});
      return data.trusted ? `trusted_by_${snake(proof)}` : `not_trusted_${String(failed?.check)}`;
    }
    if (typeof data.deviceId === "string" && typeof data.kind === "string")
      return `${data.kind}_${String(data.status)}`;
    if (typeof data.satisfied === "boolean")
      return data.satisfied ? "satisfied" : `not_satisfied_${String(failed?.check)}`;
    if (typeof data.allowed === "boolean") return data.allowed ? "allowed" : "not_allowed";
    if (typeof data.cancelTime === "string" && data.status === undefined)
      return data.payment ? "cancelled" : "stopped";
    if (typeof data.owned === "boolean") return data.owned ? "owned" : "not_owned";
    if (typeof body?.requestSigning === "string") return `request_signing_${body.requestSigning}`;
    const word = telling.map((member) => data[member]).find((value) => typeof value === "string");
    return typeof word === "string" ? word : String(answer.status);
  }

  /** The entry; the reason when the entry has an example with another reason already. */
  #failureName(operation: string, answer: Json): string {
    const entry = entryNames.get(answer.errorCode) ?? String(answer.errorCode);
    const reason = String((answer.errors as Json[])[0]?.reason);
    const first = this.#examples.get(`${operation} ${entry}`);
    const sameReason = !first || (first.response.body.errors as Json[])[0]?.reason === reason;
    return sameReason ? entry : reason;
  }
}
