// Records test/examples/examples.json and events.json from an installation of its own: `node test/examples/record.ts`, then
// `make generate`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startInstallation } from "../contract/examples-service.ts";
import { recordExamples } from "./recording.ts";

const write = (file: string, content: unknown): void =>
  writeFileSync(join(import.meta.dirname, file), `${JSON.stringify(content, null, 2)}\n`);

await using service = await startInstallation();
const { baseUrl, apiKey, ca } = service;
const { examples, deliveries } = await recordExamples({ baseUrl, apiKey, ca, out: console.log });
write("examples.json", examples);
write("events.json", deliveries);
console.log(`${examples.length} examples of ${new Set(examples.map((e) => e.operation)).size} operations`);
