// Generates from each document of openapi/ (OpenAPI and AsyncAPI) the same document in JSON, which the gateway serves.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const source = join(root, "openapi");
const target = join(root, "gen/openapi");

mkdirSync(target, { recursive: true });
for (const name of readdirSync(source).filter((each) => each.endsWith(".yaml"))) {
  const document: unknown = parse(readFileSync(join(source, name), "utf8"), { maxAliasCount: 10_000 });
  writeFileSync(join(target, name.replace(".yaml", ".json")), `${JSON.stringify(document)}\n`);
}
