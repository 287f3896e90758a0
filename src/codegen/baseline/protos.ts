import { spawnSync } from "node:child_process";
import type { Finding } from "./findings.ts";

/** What `buf breaking` returns for findings. */
const FOUND = 100;

interface Annotation {
  readonly type: string;
  readonly path?: string;
  readonly message: string;
}

/** Compares the protos with the baseline by buf's rules (buf.yaml: FILE and WIRE_JSON). @throws Error when buf cannot */
export function protoFindings(root: string, baseline: string): Finding[] {
  const args = ["breaking", "proto", "--against", baseline, "--exclude-imports", "--error-format", "json"];
  const { status, stdout, stderr, error } = spawnSync("buf", args, { cwd: root, encoding: "utf8" });
  if (error) throw error;
  if (status !== 0 && status !== FOUND) throw new Error(`buf breaking: ${stderr || stdout}`);
  const annotations = stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Annotation);
  return annotations.map(({ path, message }) => `protos: ${path ?? "(removed)"}: ${message}`);
}
