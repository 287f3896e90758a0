// Checks every answer that a test receives from an operation against the published document: its status is named there, and a success has
// the documented form, with every member that the document says is always there.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

type Paths = Record<string, Record<string, { readonly responses?: Record<string, unknown> }>>;

const document = "openapi";

/** Statuses of requests that match no operation. The document lists them once, at its top. */
const ofNoOperation = new Set(["405", "408", "414", "417", "421", "431", "501"]);

interface Known {
  readonly method: string;
  readonly template: string;
  readonly pattern: RegExp;
  readonly statuses: readonly string[];
}

let known: Known[] | undefined;
// Keywords of OpenAPI are no JSON Schema, and texts are judged by their patterns alone.
const schemas = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

function operations(): Known[] {
  const text = readFileSync(join(import.meta.dirname, "../../openapi/pda.v1.yaml"), "utf8");
  const parsed = parse(text) as { paths: Paths };
  const { paths } = parsed;
  schemas.addSchema(parsed, document);
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

/**
 * Checks the status of one answer and, of a success in the envelope, its form.
 *
 * @param json the envelope; undefined for a document without one
 * @throws Error if the request's operation does not document this status, or not this form
 */
export function checkDocumented(method: string, target: string, status: number, json: unknown): void {
  known ??= operations();
  const path = target.split("?", 1)[0] as string;
  const candidates = known.filter((one) => one.method === method && one.pattern.test(path));
  const operation = candidates.find(({ template }) => !template.includes("{")) ?? candidates[0];
  const said = String(status);
  if (!operation || ofNoOperation.has(said)) return;
  const answered = `${method} ${operation.template} is answered ${said}`;
  if (!operation.statuses.includes(said))
    throw new Error(`${answered}, which openapi/pda.v1.yaml does not say`);
  if (!isSuccess(json)) return;
  const validate = formOf(operation, said);
  if (!validate(json))
    throw new Error(
      `${answered} in another form than openapi/pda.v1.yaml says: ${schemas.errorsText(validate.errors)}`,
    );
}

const isSuccess = (json: unknown): boolean => (json as { success?: unknown } | undefined)?.success === true;

function formOf({ method, template }: Known, status: string): ValidateFunction {
  const place = ["paths", template, method.toLowerCase(), "responses", status, "content", "application/json"];
  const pointer = [...place, "schema"]
    .map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1"))
    .join("/");
  const uri = `${document}#/${encodeURI(pointer)}`;
  const validate = schemas.getSchema(uri);
  if (!validate) throw new Error(`${method} ${template}: the document has no form of ${status}`);
  return validate;
}
