// The committed baseline of the contract (release/baseline), with which every later contract is compared.
//   node src/codegen/baseline/main.ts check   fails with what would break a client (make check)
//   node src/codegen/baseline/main.ts write   makes the present contract the baseline (make baseline)
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createFileRegistry, type FileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { eventTypeFindings } from "./event-types.ts";
import { type Finding, judge, readDepartures } from "./findings.ts";
import { limitFindings } from "./limits.ts";
import { openapiFindings } from "./openapi.ts";
import { operationFindings } from "./operations.ts";
import { protoFindings } from "./protos.ts";

const root = join(import.meta.dirname, "../../..");
const baseline = join(root, "release/baseline");
const contract = join(baseline, "contract.binpb");
const departures = join(root, "release/departures.yaml");
const severities = join(root, "release/oasdiff-severity.txt");
/** The OpenAPI documents. Events are compared as protos, of which their AsyncAPI document is made. */
const documentsIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /^pda\.v\d+\.yaml$/.test(name));

const registryOf = (file: string): FileRegistry =>
  createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(file)));

function write(): void {
  rmSync(baseline, { recursive: true, force: true });
  mkdirSync(baseline, { recursive: true });
  execFileSync("buf", ["build", "proto", "--exclude-source-info", "-o", contract], {
    cwd: root,
    stdio: "inherit",
  });
  for (const name of documentsIn(join(root, "openapi")))
    copyFileSync(join(root, "openapi", name), join(baseline, name));
  // What the baseline contains is no departure any more.
  const [head = ""] = readFileSync(departures, "utf8").split(/^(?=[[-])/m);
  writeFileSync(departures, `${head}[]\n`);
}

function documentFindings(name: string): Finding[] {
  const present = join(root, "openapi", name);
  if (!existsSync(present)) return [`openapi: the document ${name} was removed`];
  return openapiFindings(join(baseline, name), present, severities);
}

function check(): void {
  const [before, now] = [registryOf(contract), registryOf(join(root, "gen/descriptor.binpb"))];
  const findings = [
    ...protoFindings(root, contract),
    ...operationFindings(before, now),
    ...limitFindings(before, now),
    ...eventTypeFindings(before, now),
    ...documentsIn(baseline).flatMap(documentFindings),
  ];
  const { unexplained, needless } = judge(findings, readDepartures(departures));
  const lines = [
    ...unexplained.map((found) => `would break a client: ${found}`),
    ...needless.map((finding) => `is no departure, so take it out of release/departures.yaml: ${finding}`),
  ];
  if (lines.length === 0) {
    console.log("the contract breaks no client of release/baseline");
    return;
  }
  console.error(
    `the contract departs from release/baseline; see docs/versioning.md:\n  ${lines.join("\n  ")}`,
  );
  process.exitCode = 1;
}

const [task] = process.argv.slice(2);
if (task === "write") write();
else if (task === "check") check();
else throw new Error("say check or write");
