// A strict reader of CSV (RFC 4180) that works on bytes: what is wrong with one record costs that record and no other.
import { RowProblem } from "./problem.ts";

/** Bytes of a record at most; the largest item that the service takes is well below. */
export const ROW_BYTES_MAX = 262_144;

/** A record: its fields as they are, or what is wrong with it. */
export interface CsvRecord {
  /** Line of the file where it starts, from 1. */
  readonly line: number;
  readonly fields: readonly Buffer[] | RowProblem;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const CR = 0x0d;
const LF = 0x0a;

/** What stands at a place: a record and where the next one starts, or nothing that can be told without more bytes. */
type Found = { readonly fields: readonly Buffer[] | RowProblem; readonly end: number } | "more";

/**
 * The records of a file. A record ends at CRLF or LF outside of quotes; empty lines are none. A quote that is never closed spoils its own
 * line only: reading goes on at the next one.
 */
export async function* csvRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord> {
  let held: Buffer = Buffer.alloc(0);
  let line = 1;
  let tooLong = false;

  function* take(final: boolean): Generator<CsvRecord> {
    let at = 0;
    while (at < held.length) {
      if (tooLong) {
        const end = held.indexOf(LF, at);
        at = end === -1 ? held.length : end + 1;
        if (end === -1) break;
        tooLong = false;
        line += 1;
        continue;
      }
      const found = recordAt(held, at, final);
      if (found === "more") {
        if (held.length - at <= ROW_BYTES_MAX) break;
        yield {
          line,
          fields: new RowProblem("ROW_TOO_LONG", `The row is longer than ${ROW_BYTES_MAX} bytes.`),
        };
        tooLong = true;
        continue;
      }
      const isEmpty = Array.isArray(found.fields) && found.fields.length === 0;
      if (!isEmpty) yield { line, fields: found.fields };
      for (let lf = held.indexOf(LF, at); lf !== -1 && lf < found.end; lf = held.indexOf(LF, lf + 1))
        line += 1;
      at = found.end;
    }
    held = held.subarray(at);
  }

  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    yield* take(false);
  }
  yield* take(true);
}

function recordAt(bytes: Buffer, start: number, final: boolean): Found {
  const fields: Buffer[] = [];
  let at = start;
  for (;;) {
    const field = bytes[at] === QUOTE ? quoted(bytes, at, final) : plain(bytes, at, final);
    if (field === "more") return "more";
    if (field === "unclosed") return spoilt(bytes, start, "QUOTE_NOT_CLOSED", "A quote is not closed.");
    if (field instanceof RowProblem) return spoilt(bytes, at, field.reason, field.message);
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

/** A record that is none up to the end of the line that this place is on. */
function spoilt(bytes: Buffer, at: number, reason: RowProblem["reason"], message: string): Found {
  const end = bytes.indexOf(LF, at);
  return { fields: new RowProblem(reason, message), end: end === -1 ? bytes.length : end + 1 };
}

type Field = { readonly value: Buffer; readonly end: number } | "more" | "unclosed" | RowProblem;

function plain(bytes: Buffer, start: number, final: boolean): Field {
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === COMMA || byte === LF) return { value: bytes.subarray(start, at), end: at };
    if (byte === QUOTE)
      return stray("A quote stands inside a field that is not in quotes.", bytes, at, final);
    if (byte !== CR) continue;
    if (at + 1 === bytes.length && !final) return "more";
    if (bytes[at + 1] === LF) return { value: bytes.subarray(start, at), end: at };
    return stray("A carriage return stands alone; a line ends with CRLF or LF.", bytes, at, final);
  }
  return final ? { value: bytes.subarray(start), end: bytes.length } : "more";
}

function quoted(bytes: Buffer, start: number, final: boolean): Field {
  const parts: Buffer[] = [];
  let from = start + 1;
  for (;;) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote === -1) return final || bytes.length - start > ROW_BYTES_MAX ? "unclosed" : "more";
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
    if (isEnd) return { value: parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts), end };
    return stray("Something stands between a closing quote and the next comma.", bytes, end, final);
  }
}

/** The rest of the line belongs to the record that is spoilt, so it has to be there. */
function stray(message: string, bytes: Buffer, at: number, final: boolean): Field {
  return final || bytes.indexOf(LF, at) !== -1 ? new RowProblem("QUOTING", message) : "more";
}
