import { spawnSync } from "node:child_process";
import type { Finding } from "./findings.ts";

/** The version is fixed, because departures name findings by oasdiff's words. */
const OASDIFF = "github.com/oasdiff/oasdiff@v1.35.0";
const OUTPUT_BYTES_MAX = 2 ** 28;

interface Change {
  readonly text: string;
  readonly operation?: string;
  readonly path?: string;
}

/**
 * Compares an OpenAPI document with its baseline.
 * @param severities the file with what counts as breaking, where we differ from oasdiff
 * @throws Error when Go or the module is not available: a check that did not run must not look like one that passed
 */
export function openapiFindings(baseline: string, present: string, severities: string): Finding[] {
  const options = ["--flatten-allof", "--severity-levels", severities, "--format", "json"];
  const args = ["run", OASDIFF, "breaking", baseline, present, ...options];
  const { status, stdout, stderr, error } = spawnSync("go", args, {
    encoding: "utf8",
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  if (error && "code" in error && error.code === "ENOENT")
    throw new Error("the comparison of OpenAPI documents needs Go 1.24 or newer: `go` is not installed");
  if (error) throw error;
  if (status !== 0)
    throw new Error(
      `the comparison of OpenAPI documents needs Go 1.24 or newer, and Go's module proxy for its first run:\n${stderr || stdout}`,
    );
  const changes = (JSON.parse(stdout) ?? []) as Change[];
  return changes.map(({ operation, path, text }) =>
    operation === undefined ? `openapi: ${text}` : `openapi: ${operation} ${path}: ${text}`,
  );
}
