// Whatever a test asks of an operation, it is answered with a status that the published document names.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

type Paths = Record<string, Record<string, { readonly responses?: Record<string, unknown> }>>;

/** Of a request that belongs to no operation: the document lists these once, at its top. */
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

/** A parameter is one segment; a path without one is preferred by the order of the document. */
const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, "[^/]+")}$`);

/** @throws Error when the operation of this request does not say that it is answered so */
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
