import { createReadStream } from "node:fs";
import type { components } from "../../client/index.ts";
import { named } from "../../files/error.ts";
import { CommandError } from "../failure.ts";
import { type CsvRecord, csvRecords } from "./csv.ts";
import { ndjsonLines } from "./ndjson.ts";
import { RowProblem } from "./problem.ts";

/** An item as the service takes it. */
export type Item = components["schemas"]["AssetSpecification"];

/** A row of a file: the item that it stands for, or what is wrong with it. */
export interface FileRow {
  /** Line of the file where it starts, from 1. */
  readonly line: number;
  readonly item: Item | RowProblem;
}

/** Forms of files. */
export type Format = "csv" | "ndjson";

/** The form that a file's name tells. @throws CommandError */
export function formatOf(file: string): Format {
  if (/\.csv$/i.test(file)) return "csv";
  if (/\.(ndjson|jsonl)$/i.test(file)) return "ndjson";
  throw new CommandError(`${file} ends neither in .csv nor in .ndjson`, "name the file by what it is");
}

/** The rows of a file, in order, without holding more than one of them. @throws CommandError for a header that is none */
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

/** The bytes of a file without the byte order mark that some programs begin it with. */
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
      const message = `The header has ${columns} columns, and this row ${values.length}.`;
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
    // The decoder says no more than this.
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
  "ticket.notBefore",
  "ticket.notAfter",
  "ticket.gateGroups",
  "ticket.useCount",
  "ticket.redeemers",
];
const headerAdvice = `the first line names the columns: ${plainColumns.join(", ")}, and metadata.<key> for each fact; kind and name are needed`;

/** How the values of a row become an item. @throws CommandError for columns that are unknown, repeated or missing */
function compileHeader(names: readonly string[]): (values: readonly string[]) => Item {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index)
      throw new CommandError(`the column ${JSON.stringify(name)} is there twice`, headerAdvice);
    const key = /^metadata\.(.+)$/s.exec(name)?.[1];
    if (!plainColumns.includes(name) && (key === undefined || key === "__proto__"))
      throw new CommandError(`there is no column ${JSON.stringify(name)}`, headerAdvice);
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
        kind: (cell.get("kind") ?? "") as Item["assetProfile"]["kind"],
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

/** The terms of a ticket, as far as the row has them; what is no number is for the service to refuse. */
function ticketOf(cell: ReadonlyMap<string, string>): NonNullable<Item["ticket"]> {
  const value = (name: string): string => cell.get(`ticket.${name}`) ?? "";
  const [notBefore, notAfter, useCount] = [value("notBefore"), value("notAfter"), value("useCount")];
  const [gateGroups, redeemers] = [listed(value("gateGroups")), listed(value("redeemers"))];
  return {
    ...(notBefore === "" ? {} : { notBefore }),
    ...(notAfter === "" ? {} : { notAfter }),
    ...(gateGroups.length === 0 ? {} : { gateGroups }),
    ...(useCount === ""
      ? {}
      : { useCount: (/^-?\d{1,9}(\.\d{1,9})?$/.test(useCount) ? Number(useCount) : useCount) as number }),
    ...(redeemers.length === 0 ? {} : { redeemers }),
  };
}

/** Values in one cell, between spaces or semicolons. */
const listed = (cell = ""): string[] => cell.split(/[\s;]+/).filter((value) => value !== "");
