// Rows of a CSV file of assets. Each becomes an item as the service accepts it; the service itself judges what the cells say.
import { type CsvRecord, csvRecords } from "./csv.ts";
import { HeaderProblem, RowProblem } from "./problem.ts";

/** An item that is read of a row. */
interface AssetItem {
  assetProfile: { kind: string; name: string; description: string };
  supportedNetworks: string[];
  metadata: Record<string, string>;
  assetType?: string;
  reference?: string;
  ticket?: {
    notBeforeTime?: string;
    notAfterTime?: string;
    gateGroups?: string[];
    useCount?: number;
    redeemers?: string[];
  };
}

/** A row of a file: its item, or its fault. */
export interface AssetRow {
  /** Line of the file where the row starts, from 1. */
  readonly line: number;
  readonly item: AssetItem | RowProblem;
}

/** Reads the rows of a CSV file in UTF-8, without a byte order mark, in order. @throws HeaderProblem */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<AssetRow> {
  let toItem: ((values: readonly string[]) => AssetItem) | undefined;
  let columns = 0;
  for await (const record of csvRecords(chunks)) {
    const values = textsOf(record);
    if (!toItem) {
      if (values instanceof RowProblem)
        throw new HeaderProblem(`the header of the file cannot be read: ${values.message}`);
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
/** What to do about a `HeaderProblem`. */
export const headerAdvice = `the first line must name the columns: ${plainColumns.join(", ")}, and metadata.<key> for each metadata entry; kind and name are required`;

/** Returns a function that turns the values of a row into an item. @throws HeaderProblem for unknown, repeated or missing columns */
function compileHeader(names: readonly string[]): (values: readonly string[]) => AssetItem {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index)
      throw new HeaderProblem(`the header has the column ${JSON.stringify(name)} twice`);
    const key = /^metadata\.(.+)$/s.exec(name)?.[1];
    if (!plainColumns.includes(name) && (key === undefined || key === "__proto__"))
      throw new HeaderProblem(
        `the header has the unknown column ${JSON.stringify(name)}${/[;\t]/.test(name) ? ": separate the columns with commas" : ""}`,
      );
  }
  for (const name of ["kind", "name"])
    if (!names.includes(name)) throw new HeaderProblem(`the column ${name} is missing`);
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
function ticketOf(cell: ReadonlyMap<string, string>): NonNullable<AssetItem["ticket"]> {
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
