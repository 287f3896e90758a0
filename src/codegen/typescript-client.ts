// Generates clients/typescript/src/gen: the types of the oldest openapi/pda.<version>.yaml, and the words that the client needs at run
// time. Writes the version into the client's package.json.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTypescript, { astToString, type OpenAPI3, type SchemaObject } from "openapi-typescript";
import ts from "typescript";
import { parse } from "yaml";
import { catalogue, reasons } from "../../gen/errors/catalogue.ts";
import { release } from "../config/release.ts";

const root = join(import.meta.dirname, "../..");
const source = join(root, "openapi");
const client = join(root, "clients/typescript");
const target = join(client, "src/gen");

const [oldest = ""] = readdirSync(source)
  .filter((name) => /^pda\.v\d+\.yaml$/.test(name))
  .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));

mkdirSync(target, { recursive: true });
const types = await openapiTypescript(withoutStreams(), {
  silent: true,
  transform: growing,
});
write(
  "types.ts",
  `// Generated from openapi/${oldest} by openapi-typescript. Do not edit.\n${astToString(types)}`,
);
write("words.ts", words());
writeVersion(join(client, "package.json"));

/** Returns the document without its streams, which answer no JSON. */
function withoutStreams(): OpenAPI3 {
  const document = parse(readFileSync(join(source, oldest), "utf8"), { maxAliasCount: 10_000 }) as OpenAPI3;
  const paths = Object.entries(document.paths ?? {});
  const isStream = (item: object): boolean =>
    Object.values(item).some((operation: { readonly "x-stream"?: true }) => operation["x-stream"]);
  return { ...document, paths: Object.fromEntries(paths.filter(([, item]) => !isStream(item))) };
}

/**
 * Returns the type of an enum that may grow, or of words that select a member: its words, or any other text. `string & {}` keeps the words apart, so that editors still
 * propose them. Undefined for other schemas, which keep the type that openapi-typescript gives them.
 */
function growing(schema: SchemaObject): ts.TypeNode | undefined {
  const { enum: words, "x-members": members } = schema as SchemaObject & { "x-members"?: object };
  const listed = members ? Object.keys(members) : "x-may-grow" in schema && words;
  if (!listed) return undefined;
  const { factory } = ts;
  const known = listed.map((word) =>
    factory.createLiteralTypeNode(factory.createStringLiteral(String(word))),
  );
  const anyText = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  return factory.createUnionTypeNode([...known, factory.createParenthesizedType(anyText)]);
}

function words(): string {
  const entries = Object.entries(catalogue);
  const repeated = entries.filter(([, { retryable }]) => retryable);
  const list = (all: readonly string[]): string => all.map((each) => `\n  ${JSON.stringify(each)},`).join("");
  return `// Generated from openapi/${oldest} and gen/errors/catalogue.ts by src/codegen/typescript-client.ts. Do not edit.

/** Version of this package, and of the contract that it was made from. */
export const version = "${release.version}";

/** The error codes of the service by name. The list may grow: treat an unknown code as its HTTP status says. */
export const ErrorCode = {${entries
    .map(([name, { code, message }]) => `\n  /** ${message} */\n  ${name}: "${code}",`)
    .join("")}
} as const;

/** A known error code. */
export type KnownErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** The codes of errors after which the same request may succeed. */
export const retryableCodes: ReadonlySet<string> = new Set([${list(repeated.map(([, { code }]) => code))}
]);

/** A known reason of an error, more specific than its code. The list may grow: treat an unknown reason as its code says. */
export type KnownErrorReason =${Object.keys(reasons)
    .map((reason) => `\n  | ${JSON.stringify(reason)}`)
    .join("")};
`;
}

/** The version of the product's package.json is the only one that is written by hand. */
function writeVersion(file: string): void {
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  writeFileSync(file, `${JSON.stringify({ ...manifest, version: release.version }, null, 2)}\n`);
}

function write(name: string, text: string): void {
  writeFileSync(join(target, name), text);
}
