// Checks that the published document names the status of every answer that a test receives from an operation.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

type Paths = Record<string, Record<string, { readonly responses?: Record<string, unknown> }>>;

/** Statuses of requests that match no operation. The document lists them once, at its top. */
const ofNoOperation = new Set(["405", "408", "414", "417", "421", "431", "501"]);

interface Known {
  readonly method: string;
  readonly template: string;
  readonly pattern: RegExp;
  readonly statuses: readonly string[];
}

let known: Known[] | undefined;

function operations(): Known[] {
  const text = readFileSync(join(import.meta.dirname, "../../openapi/pda.v1.yaml"), "utf8");
  const { paths } = parse(text) as { paths: Paths };
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      responses
        ? [
            {
              method: method.toUpperCase(),
              template,
              pattern: patternOf(template),
              statuses: Object.keys(responses),
            },
          ]
        : [],
    ),
  );
}

/** A parameter matches one segment. `checkDocumented` prefers a path without a parameter. */
const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, "[^/]+")}$`);

/** Checks the status of one answer. @throws Error if the request's operation does not document this status */
export function checkDocumented(method: string, target: string, status: number): void {
  known ??= operations();
  const path = target.split("?", 1)[0] as string;
  const candidates = known.filter((one) => one.method === method && one.pattern.test(path));
  const operation = candidates.find(({ template }) => !template.includes("{")) ?? candidates[0];
  const said = String(status);
  if (!operation || ofNoOperation.has(said) || operation.statuses.includes(said)) return;
  throw new Error(
    `${method} ${operation.template} is answered ${said}, which openapi/pda.v1.yaml does not say`,
  );
}
