// Generates gen/openapi/types.ts, the types of the TypeScript client, from openapi/pda.v1.yaml.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTypescript, { astToString } from "openapi-typescript";

const root = join(import.meta.dirname, "../..");
const target = join(root, "gen/openapi");

const types = await openapiTypescript(pathToFileURL(join(root, "openapi/pda.v1.yaml")), { silent: true });
mkdirSync(target, { recursive: true });
writeFileSync(
  join(target, "types.ts"),
  `// Generated from openapi/pda.v1.yaml by openapi-typescript. Do not edit.\n${astToString(types)}`,
);
