// Generates gen/store/tables.ts, the rows of each table as the driver returns them, from test/store/schema.golden.txt. A test compares
// that file with the schema that the migrations create, so this generator needs no database.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const target = join(root, "gen/store");

/** TypeScript type of the values that the driver returns, by column type. */
const typeOf: Readonly<Record<string, string>> = {
  bigint: "string",
  boolean: "boolean",
  bytea: "Buffer",
  "bytea[]": "Buffer[]",
  "bit varying(1024)": "string",
  "cidr[]": "string[]",
  "double precision": "number",
  inet: "string",
  integer: "number",
  "integer[]": "number[]",
  jsonb: "unknown",
  numeric: "string",
  smallint: "number",
  text: "string",
  "text[]": "string[]",
  "timestamp with time zone": "Date",
  uuid: "string",
  "uuid[]": "string[]",
};

/** Returns the lines of one part of the file, from its title to the next empty line. */
function part(schema: string, title: string): string[] {
  const [, rest = ""] = schema.split(`-- ${title}\n`);
  return (rest.split("\n\n")[0] as string).split("\n");
}

/** Returns the words that check constraints allow in a column, by `table.column`. */
function wordsOf(constraints: readonly string[]): Map<string, string> {
  const limited = /^(\w+)\.\w+: CHECK \(\((\w+) = (?:ANY \(ARRAY\[)?((?:'\w+'::text(?:, )?)+)(?:\]\))?\)\)$/;
  return new Map(
    constraints.flatMap((line): [string, string][] => {
      const [, table, column, words = ""] = limited.exec(line) ?? [];
      const union = [...words.matchAll(/'(\w+)'/g)].map((word) => `"${word[1]}"`).join(" | ");
      return table ? [[`${table}.${column}`, union]] : [];
    }),
  );
}

const schema = readFileSync(join(root, "test/store/schema.golden.txt"), "utf8");
const words = wordsOf(part(schema, "constraints"));

function columnLine(table: string, column: string): string {
  const [, name = "", type = "", notNull] =
    /^(\w+) (.*?)(?:\(\d+,\d+\))?( not null)?(?: default .*)?$/.exec(column) ?? [];
  const known = words.get(`${table}.${name}`) ?? typeOf[type];
  if (!known) throw new Error(`${table}.${name}: the column type ${type} has no TypeScript type in typeOf`);
  return `    readonly ${name}: ${known}${notNull || known === "unknown" ? "" : " | null"};`;
}

const tables = part(schema, "columns").map((line) => {
  const [table = "", columns = ""] = line.replace(/ partition by .*$/, "").split(/: (.*)/);
  const lines = columns.split(/, (?=\w+ [a-z])/).map((column) => columnLine(table, column));
  return `  readonly ${table}: {\n${lines.join("\n")}\n  };`;
});

mkdirSync(target, { recursive: true });
writeFileSync(
  join(target, "tables.ts"),
  `// Generated from test/store/schema.golden.txt by src/codegen/row-types.ts. Do not edit.
/** Rows of each table as the driver returns them: numeric and bigint as strings. */
export interface Tables {\n${tables.join("\n")}\n}\n`,
);
