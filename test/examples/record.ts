// Records test/examples/examples.json against the service of this configuration, which must be running on a fresh database
// in sandbox mode: `node test/examples/record.ts`, then `make generate`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../../src/config.ts";
import { layout } from "../../src/pki/names.ts";
import { recordExamples } from "./recording.ts";

const config = loadConfig();
const examples = await recordExamples({
  baseUrl: config.publicUrl,
  apiKey: (process.env.PDA_API_KEY ?? readFileSync(join(config.dataDir, "keys/operator.key"), "utf8")).trim(),
  ca: readFileSync(layout(config.pki.dir).root.cert),
  out: console.log,
});
writeFileSync(join(import.meta.dirname, "examples.json"), `${JSON.stringify(examples, null, 2)}\n`);
console.log(`${examples.length} examples of ${new Set(examples.map((e) => e.operation)).size} operations`);
