import { createReadStream } from "node:fs";
import type { components } from "../../../clients/typescript/src/index.ts";
import { named } from "../../files/error.ts";
import { CommandError } from "../failure.ts";
import { type CsvRecord, csvRecords } from "./csv.ts";
import { ndjsonLines } from "./ndjson.ts";
import { RowProblem } from "./problem.ts";

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
  return format === "csv" ? csvRows(chunks) : ndjsonRows(chunks);
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

async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  let toItem: ((values: readonly string[]) => Item) | undefined;
  let columns = 0;
  for await (const record of csvRecords(chunks)) {
    const values = textsOf(record);
    if (!toItem) {
      if (values instanceof RowProblem)
        throw new CommandError(`the header of the file cannot be read: ${values.message}`, headerAdvice);
      toItem = compileHeader(values);
      columns = values.length;
    } else if (values instanceof RowProblem) yield { line: record.line, item: values };
    else if (values.length !== columns) {
      const message = `The header has ${columns} columns, but this row has ${values.length}.`;
      yield { line: record.line, item: new RowProblem("COLUMN_COUNT", message) };
    } else yield { line: record.line, item: toItem(values) };
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textsOf({ fields }: CsvRecord): string[] | RowProblem {
  if (fields instanceof RowProblem) return fields;
  try {
    return fields.map((field) => utf8.decode(field));
  } catch {
    // The decoder gives no further detail.
    return new RowProblem("ENCODING", "The row is not UTF-8.");
  }
}

const plainColumns = [
  "kind",
  "name",
  "description",
  "networks",
  "assetType",
  "reference",
  "ticket.notBeforeTime",
  "ticket.notAfterTime",
  "ticket.gateGroups",
  "ticket.useCount",
  "ticket.redeemers",
];
const headerAdvice = `the first line must name the columns: ${plainColumns.join(", ")}, and metadata.<key> for each metadata entry; kind and name are required`;

/** Returns a function that turns the values of a row into an item. @throws CommandError for unknown, repeated or missing columns */
function compileHeader(names: readonly string[]): (values: readonly string[]) => Item {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index)
      throw new CommandError(`the header has the column ${JSON.stringify(name)} twice`, headerAdvice);
    const key = /^metadata\.(.+)$/s.exec(name)?.[1];
    if (!plainColumns.includes(name) && (key === undefined || key === "__proto__"))
      throw new CommandError(`the header has the unknown column ${JSON.stringify(name)}`, headerAdvice);
  }
  for (const name of ["kind", "name"])
    if (!names.includes(name)) throw new CommandError(`the column ${name} is missing`, headerAdvice);
  return (values) => {
    const cell = new Map(names.map((name, index) => [name, values[index] ?? ""]));
    const metadata = [...cell].flatMap(([name, value]) =>
      name.startsWith("metadata.") && value !== "" ? [[name.slice("metadata.".length), value] as const] : [],
    );
    const given = ["assetType", "reference"].flatMap((name) => {
      const value = cell.get(name) ?? "";
      return value === "" ? [] : [[name, value] as const];
    });
    const ticket = ticketOf(cell);
    return {
      assetProfile: {
        kind: cell.get("kind") ?? "",
        name: cell.get("name") ?? "",
        description: cell.get("description") ?? "",
      },
      supportedNetworks: listed(cell.get("networks")),
      metadata: Object.fromEntries(metadata),
      ...Object.fromEntries(given),
      ...(Object.keys(ticket).length === 0 ? {} : { ticket }),
    };
  };
}

/** Returns the ticket terms that the row has. A `useCount` that is not a number is sent as text, and the service refuses it. */
function ticketOf(cell: ReadonlyMap<string, string>): NonNullable<Item["ticket"]> {
  const value = (name: string): string => cell.get(`ticket.${name}`) ?? "";
  const [notBeforeTime, notAfterTime] = [value("notBeforeTime"), value("notAfterTime")];
  const useCount = value("useCount");
  const [gateGroups, redeemers] = [listed(value("gateGroups")), listed(value("redeemers"))];
  return {
    ...(notBeforeTime === "" ? {} : { notBeforeTime }),
    ...(notAfterTime === "" ? {} : { notAfterTime }),
    ...(gateGroups.length === 0 ? {} : { gateGroups }),
    ...(useCount === ""
      ? {}
      : { useCount: (/^-?\d{1,9}(\.\d{1,9})?$/.test(useCount) ? Number(useCount) : useCount) as number }),
    ...(redeemers.length === 0 ? {} : { redeemers }),
  };
}

/** Splits a cell at white space and semicolons. */
const listed = (cell = ""): string[] => cell.split(/[\s;]+/).filter((value) => value !== "");
