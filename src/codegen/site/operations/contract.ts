// The operations of the interface, as the OpenAPI document describes them, with all references followed that a page needs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../folders.ts";

/** A schema of the document, as far as a page shows it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface Example {
  readonly $ref?: string;
  readonly summary?: string;
  readonly value?: unknown;
}

/** A parameter of a request. */
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
  readonly example?: unknown;
}

interface Answer {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Described {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly "x-error-codes": readonly string[];
  readonly "x-decision"?: readonly string[];
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly "x-tagGroups": readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly "x-decisions": Readonly<Record<string, { readonly title: string }>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly examples: Readonly<Record<string, Example>>;
  };
}

/** An example of a body or an answer. */
export interface Shown {
  readonly summary: string;
  readonly value: unknown;
}

/** An operation of the interface. */
export interface Operation {
  /** Its name, such as `CreatePayment`. */
  readonly name: string;
  /** Its page, below `/docs/`. */
  readonly page: string;
  readonly tag: string;
  /** GET, POST or PATCH. */
  readonly verb: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** The schema of its body, and recorded bodies. Absent without a body. */
  readonly body: { readonly schema: Schema; readonly examples: readonly Shown[] } | undefined;
  readonly answer: {
    readonly httpStatus: string;
    readonly description: string;
    /** The schema of `data`. Absent for an answer that is not JSON. */
    readonly data: Schema | undefined;
    readonly examples: readonly Shown[];
    /** Media types besides JSON. */
    readonly documents: readonly string[];
  };
  /** Scopes, of which one suffices. Empty without one. */
  readonly scopes: readonly string[];
  /** Whether a request needs no credential. */
  readonly isPublic: boolean;
  readonly errorCodes: readonly string[];
  readonly decisions: readonly { readonly id: string; readonly title: string }[];
}

/** Operations under one heading of the interface. */
export interface Tag {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

const document = JSON.parse(readFileSync(join(root, "gen/openapi/pda.v1.json"), "utf8")) as Document;

const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

/** A schema with its name, if it has one. */
export type Named = Schema & { readonly name?: string };

/** Returns what finds the schema that a reference names; a schema that is no reference is itself. */
export const follower =
  (schemas: Readonly<Record<string, Schema>>) =>
  (schema: Schema): Named => {
    if (schema.$ref === undefined) return schema;
    const name = lastOf(schema.$ref);
    const found = schemas[name];
    if (found === undefined) throw new Error(`the document has no schema ${name}`);
    return {
      ...found,
      name,
      ...(schema.description === undefined ? {} : { description: schema.description }),
    };
  };

/** The schemas of the OpenAPI document by their names. */
export const { schemas } = document.components;

/** Follows the references of the OpenAPI document. */
export const followed = follower(schemas);

const examplesOf = ({ examples = {} }: Content): Shown[] =>
  Object.values(examples).map((example) => {
    const found = example.$ref ? document.components.examples[lastOf(example.$ref)] : example;
    return { summary: found?.summary ?? "", value: found?.value };
  });

/** Returns the page of an operation by its name. */
const operationPage = (name: string): string =>
  `api/${name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase()}`;

function operationOf(verb: string, path: string, described: Described): Operation {
  const parameters = (described.parameters ?? []).map((parameter) =>
    parameter.$ref
      ? { ...(document.components.parameters[lastOf(parameter.$ref)] as Parameter), ...parameter }
      : parameter,
  );
  const body = described.requestBody?.content["application/json"];
  const [httpStatus, answer] =
    Object.entries(described.responses).find(([status]) => status.startsWith("2")) ?? [];
  if (httpStatus === undefined || answer === undefined)
    throw new Error(`${described.operationId} has no answer`);
  const content = answer.content ?? {};
  const json = content["application/json"];
  const scopes = described.security.flatMap((each) => each.bearerApiKey ?? []);
  return {
    name: described.operationId,
    page: operationPage(described.operationId),
    tag: described.tags[0],
    verb: verb.toUpperCase(),
    path,
    summary: described.summary,
    description: described.description,
    parameters,
    body: body?.schema && { schema: body.schema, examples: examplesOf(body) },
    answer: {
      httpStatus,
      description: answer.description,
      data: json?.schema && followed(json.schema).properties?.data,
      examples: json ? examplesOf(json) : [],
      documents: Object.keys(content).filter((type) => type !== "application/json"),
    },
    scopes,
    isPublic: described.security.some((each) => Object.keys(each).length === 0),
    errorCodes: described["x-error-codes"],
    decisions: (described["x-decision"] ?? []).map((id) => ({
      id,
      title: document["x-decisions"][id]?.title ?? id,
    })),
  };
}

/** The operations in the order of the document. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs)
    .filter(([verb]) => ["get", "post", "patch", "put", "delete"].includes(verb))
    .map(([verb, described]) => operationOf(verb, path, described)),
);

/** The groups of the interface, each with its tags and their operations. */
export const groups: readonly { readonly name: string; readonly tags: readonly Tag[] }[] = document[
  "x-tagGroups"
].map(({ name, tags }) => ({
  name,
  tags: tags.map((tag) => ({
    name: tag,
    description: document.tags.find((each) => each.name === tag)?.description ?? "",
    operations: operations.filter((operation) => operation.tag === tag),
  })),
}));
