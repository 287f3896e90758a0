// NDJSON: one JSON object per line, parsed as strictly as the service parses a body. A faulty line spoils only itself.
import { scanObject } from "../../gateway/json/scan.ts";
import { Failure } from "../../rpc/failure.ts";
import { ROW_BYTES_MAX } from "./csv.ts";
import { RowProblem } from "./problem.ts";

/** Deepest nesting; no item needs more, and the service limits the nesting of a body. */
const DEPTH_MAX = 16;

/** A line: its object, or its fault. */
export interface NdjsonLine {
  /** From 1. */
  readonly line: number;
  readonly item: Record<string, unknown> | RowProblem;
}

/** Reads the objects of a file; lines with only white space are skipped. */
export async function* ndjsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<NdjsonLine> {
  let line = 0;
  for await (const bytes of lines(chunks)) {
    line += 1;
    if (bytes instanceof RowProblem) yield { line, item: bytes };
    else if (!/^[ \t\r]*$/.test(bytes.toString("latin1"))) yield { line, item: itemOf(bytes) };
  }
}

async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | RowProblem> {
  const tooLong = new RowProblem(
    "ROW_TOO_LONG",
    `The line is longer than the limit of ${ROW_BYTES_MAX} bytes.`,
  );
  let held: Buffer = Buffer.alloc(0);
  let skipping = false;
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let at = 0;
    for (let end = held.indexOf(LF, at); end !== -1; end = held.indexOf(LF, at)) {
      yield skipping || end - at > ROW_BYTES_MAX ? tooLong : held.subarray(at, end);
      skipping = false;
      at = end + 1;
    }
    held = held.subarray(at);
    if (held.length <= ROW_BYTES_MAX) continue;
    skipping = true;
    held = Buffer.alloc(0);
  }
  if (skipping) yield tooLong;
  else if (held.length > 0) yield held;
}

const LF = 0x0a;

function itemOf(bytes: Buffer): Record<string, unknown> | RowProblem {
  try {
    const item = scanObject(bytes);
    return depthOf(item) > DEPTH_MAX
      ? new RowProblem("DEPTH", `The line is nested deeper than ${DEPTH_MAX} levels.`)
      : item;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const reason = error.reason === "ENCODING" ? "ENCODING" : "JSON";
    return new RowProblem(reason, error.message.replace(/^The body/, "The line"));
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
