// NDJSON: one JSON object per line, parsed as strictly as the service parses a body. A faulty line spoils only itself.
import { JsonError, readJson } from "../../json/read.ts";
import { isObject } from "../../json/value.ts";
import { ROW_BYTES_MAX } from "../../domain/asset-file/csv.ts";
import { RowProblem, type RowReason } from "../../domain/asset-file/problem.ts";

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
    const item = readJson(bytes, { depthMax: DEPTH_MAX, portable: true });
    return isObject(item) ? item : notAnObject("JSON", "the outermost value is not an object");
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    if (error.reason === "DEPTH")
      return new RowProblem("DEPTH", `The line is nested deeper than ${DEPTH_MAX} levels.`);
    return notAnObject(error.reason === "ENCODING" ? "ENCODING" : "JSON", error.message);
  }
}

const notAnObject = (reason: RowReason, what: string) =>
  new RowProblem(reason, `The line is not a strict JSON object: ${what}.`);
