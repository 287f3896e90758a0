// A strict CSV reader (RFC 4180) that works on bytes, of files and in browsers: a fault in one record spoils only that record.
import { RowProblem } from "./problem.ts";

/** Longest record in bytes, well above the largest item that the service accepts. */
export const ROW_BYTES_MAX = 262_144;

/** A record: its fields, or its fault. */
export interface CsvRecord {
  /** Line of the file where the record starts, from 1. */
  readonly line: number;
  readonly fields: readonly Uint8Array[] | RowProblem;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const CR = 0x0d;
const LF = 0x0a;

/** A record and its end. For a faulty record, `end` is where skipping the rest of its line starts. */
interface Found {
  readonly fields: readonly Uint8Array[] | RowProblem;
  readonly end: number;
}

/**
 * Reads the records of a file. A record ends at CRLF or LF outside quotes; empty lines are skipped. A quote that is never closed spoils
 * only its own line: reading continues on the next line. The result does not depend on the sizes of the chunks.
 */
export async function* csvRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  let held: Uint8Array = new Uint8Array();
  let line = 1;
  let passing = false;

  function* take(final: boolean): Generator<CsvRecord> {
    let at = 0;
    while (at < held.length) {
      if (passing) {
        const end = held.indexOf(LF, at);
        at = end === -1 ? held.length : end + 1;
        passing = end === -1;
        if (!passing) line += 1;
        continue;
      }
      const found = recordIn(held, at, final);
      if (found === "more") break;
      const { fields, end } = found;
      passing = fields instanceof RowProblem;
      if (fields instanceof RowProblem || fields.length > 0) yield { line, fields };
      for (let lf = held.indexOf(LF, at); lf !== -1 && lf < end; lf = held.indexOf(LF, lf + 1)) line += 1;
      at = end;
    }
    held = held.subarray(at);
  }

  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : joined([held, chunk]);
    yield* take(false);
  }
  yield* take(true);
}

/** Reads the record at `start`; a record above the limit is a fault. */
function recordIn(bytes: Uint8Array, start: number, final: boolean): Found | "more" {
  const isCut = bytes.length - start > ROW_BYTES_MAX;
  const within = isCut ? bytes.subarray(0, start + ROW_BYTES_MAX) : bytes;
  const found = recordAt(within, start, final && !isCut);
  if (found !== "more" || !isCut) return found;
  const cut = recordAt(within, start, true);
  if (cut !== "more" && cut.fields instanceof RowProblem) return cut;
  const message = `The row is longer than the limit of ${ROW_BYTES_MAX} bytes.`;
  return { fields: new RowProblem("ROW_TOO_LONG", message), end: start };
}

function recordAt(bytes: Uint8Array, start: number, final: boolean): Found | "more" {
  const fields: Uint8Array[] = [];
  let at = start;
  for (;;) {
    const field = bytes[at] === QUOTE ? quoted(bytes, at, final) : plain(bytes, at, final);
    if (field === "more") return "more";
    if (field === "unclosed")
      return { fields: new RowProblem("QUOTE_NOT_CLOSED", "A quote is not closed."), end: start };
    if (field.value instanceof RowProblem) return { fields: field.value, end: field.end };
    fields.push(field.value);
    const after = bytes[field.end];
    if (after === COMMA) {
      at = field.end + 1;
      if (at === bytes.length && !final) return "more";
      continue;
    }
    const end = field.end + (after === CR ? 2 : after === LF ? 1 : 0);
    const isEmpty = fields.length === 1 && field.end === start;
    return { fields: isEmpty ? [] : fields, end };
  }
}

/** A field and its end, or a fault and its place. */
type Field = { readonly value: Uint8Array | RowProblem; readonly end: number } | "more" | "unclosed";

function plain(bytes: Uint8Array, start: number, final: boolean): Field {
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === COMMA || byte === LF) return { value: bytes.subarray(start, at), end: at };
    if (byte === QUOTE) return stray("A field without quotes contains a quote.", at);
    if (byte !== CR) continue;
    if (at + 1 === bytes.length && !final) return "more";
    if (bytes[at + 1] === LF) return { value: bytes.subarray(start, at), end: at };
    return stray("A carriage return is not followed by a line feed; a line must end with CRLF or LF.", at);
  }
  return final ? { value: bytes.subarray(start), end: bytes.length } : "more";
}

function quoted(bytes: Uint8Array, start: number, final: boolean): Field {
  const parts: Uint8Array[] = [];
  let from = start + 1;
  for (;;) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote === -1) return final ? "unclosed" : "more";
    if (quote + 1 === bytes.length && !final) return "more";
    if (bytes[quote + 1] === QUOTE) {
      parts.push(bytes.subarray(from, quote + 1));
      from = quote + 2;
      continue;
    }
    parts.push(bytes.subarray(from, quote));
    const end = quote + 1;
    const after = bytes[end];
    if (after === CR && end + 1 === bytes.length && !final) return "more";
    const isEnd =
      after === undefined || after === COMMA || after === LF || (after === CR && bytes[end + 1] === LF);
    if (isEnd) return { value: joined(parts), end };
    return stray("A comma or the end of the line must follow a closing quote.", end);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first, second] = parts;
  if (first !== undefined && second === undefined) return first;
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const stray = (message: string, end: number): Field => ({ value: new RowProblem("QUOTING", message), end });
