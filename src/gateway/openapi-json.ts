// A thread of its own, started by path (src/gateway/pages.ts): answers with the JSON of the OpenAPI document that it was given in YAML.
import { parentPort, workerData } from "node:worker_threads";
import { parse } from "yaml";

const json = new TextEncoder().encode(JSON.stringify(parse(workerData, { maxAliasCount: 10_000 })));
parentPort?.postMessage(json, [json.buffer]);
