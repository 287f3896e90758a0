// Generates from each openapi/pda.<version>.yaml: the same document in JSON, which the gateway serves, and of the oldest
// version gen/openapi/types.ts, the types of the TypeScript client.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTypescript, { astToString } from "openapi-typescript";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const source = join(root, "openapi");
const target = join(root, "gen/openapi");

const documents = readdirSync(source).filter((name) => name.endsWith(".yaml"));
mkdirSync(target, { recursive: true });
for (const name of documents) {
  const document: unknown = parse(readFileSync(join(source, name), "utf8"), { maxAliasCount: 10_000 });
  writeFileSync(join(target, name.replace(".yaml", ".json")), `${JSON.stringify(document)}\n`);
}
const [oldest = ""] = documents.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
const types = await openapiTypescript(pathToFileURL(join(source, oldest)), { silent: true });
writeFileSync(
  join(target, "types.ts"),
  `// Generated from openapi/${oldest} by openapi-typescript. Do not edit.\n${astToString(types)}`,
);
