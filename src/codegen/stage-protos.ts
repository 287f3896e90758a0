// Copies the third-party protos that the product's protos import into build/third_party (git-ignored), so that none is committed.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { printValidateProto } from "./print-validate-proto.ts";

const root = join(import.meta.dirname, "../..");
const source = join(root, "node_modules/google-gax/build/protos");
const staged = join(root, "build/third_party");
const files = [
  "google/api/annotations",
  "google/api/http",
  "google/api/field_behavior",
  "google/rpc/status",
  "google/rpc/code",
  "google/rpc/error_details",
];

rmSync(staged, { recursive: true, force: true });
for (const file of files) {
  const target = join(staged, `${file}.proto`);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(source, `${file}.proto`), target);
}
const validate = join(staged, "buf/validate/validate.proto");
mkdirSync(dirname(validate), { recursive: true });
writeFileSync(validate, printValidateProto());
