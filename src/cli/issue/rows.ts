import { createReadStream } from "node:fs";
import type { components } from "../../../clients/typescript/src/index.ts";
import { named } from "../../files/error.ts";
import { CommandError } from "../failure.ts";
import { csvRows, headerAdvice } from "../../domain/asset-file/columns.ts";
import { HeaderProblem, type RowProblem } from "../../domain/asset-file/problem.ts";
import { ndjsonLines } from "./ndjson.ts";

/** An item as the service accepts it. */
export type Item = components["schemas"]["AssetSpecification"];

/** A row of a file: its item, or its fault. */
export interface FileRow {
  /** Line of the file where the row starts, from 1. */
  readonly line: number;
  readonly item: Item | RowProblem;
}

/** File formats. */
export type Format = "csv" | "ndjson";

/** Returns the format by the ending of the file's name. @throws CommandError for another ending */
export function formatOf(file: string): Format {
  if (/\.csv$/i.test(file)) return "csv";
  if (/\.(ndjson|jsonl)$/i.test(file)) return "ndjson";
  throw new CommandError(`the name of ${file} ends neither with .csv nor with .ndjson`, "rename the file");
}

/** Reads the rows of a file in order, one at a time. @throws CommandError for an invalid header */
export function rowsOf(file: string, format: Format): AsyncGenerator<FileRow> {
  const chunks = withoutMark(bytesOf(file));
  return format === "csv" ? headed(chunks) : ndjsonRows(chunks);
}

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } catch (error) {
    throw named(file, error);
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Returns the bytes without a byte order mark, which some programs write at the beginning of a file. */
async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun = false;
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (begun) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < byteOrderMark.length) continue;
    begun = true;
    yield head.subarray(0, 3).equals(byteOrderMark) ? head.subarray(3) : head;
  }
  if (!begun) yield head;
}

async function* ndjsonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  for await (const { line, item } of ndjsonLines(chunks)) yield { line, item: item as Item | RowProblem };
}

async function* headed(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  try {
    yield* csvRows(chunks);
  } catch (error) {
    if (!(error instanceof HeaderProblem)) throw error;
    throw new CommandError(error.message, headerAdvice);
  }
}
