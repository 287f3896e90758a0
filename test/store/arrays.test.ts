// The server is the judge: what an array was made of is what it reads.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import { fromString, fromUUID, toUUID } from "typeid-js";
import {
  booleans,
  byteas,
  identifiers,
  numerics,
  optionalIdentifiers,
  smallints,
  texts,
  timestamps,
  uuids,
} from "../../src/store/arrays.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

const many = <T>(element: fc.Arbitrary<T>) => fc.array(fc.option(element, { freq: 8 }), { maxLength: 200 });
const storable = fc.string({ unit: "binary", maxLength: 300 }).filter((text) => !text.includes("\0"));

describe("arrays as parameters", function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let client: pg.Client;
  before(async () => {
    database = await testDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await database.close();
  });

  /** The elements as the server writes them down, in their order. */
  const read = async (type: string, array: Buffer): Promise<(string | null)[]> => {
    const { rows } = await client.query({
      name: `read_${type}`,
      text: `select x::text from unnest($1::${type}[]) with ordinality as y (x, place) order by place`,
      values: [array],
    });
    return rows.map((row) => row.x);
  };
  const expectRead = <T>(
    type: string,
    element: fc.Arbitrary<T>,
    encode: (values: readonly (T | null)[]) => Buffer,
    text: (value: T) => string,
  ) =>
    fc.assert(
      fc.asyncProperty(many(element), async (values) => {
        expect(await read(type, encode(values))).to.deep.equal(
          values.map((value) => (value === null ? null : text(value))),
        );
      }),
      { numRuns: 60 },
    );

  it("uuid", () =>
    expectRead(
      "uuid",
      fc.oneof(
        fc.uuid(),
        fc.uuid().map((id) => id.toUpperCase()),
      ),
      uuids,
      (id) => id.toLowerCase(),
    ));

  it("uuid inside identifiers", () =>
    expectRead(
      "uuid",
      fc.uuid().map((uuid) => fromUUID(uuid, "pay").toString()),
      (ids) => optionalIdentifiers("payment", ids, (id) => id ?? undefined),
      (id) => toUUID(fromString(id)),
    ));

  it("text, whatever its characters", () => expectRead("text", storable, texts, (text) => text));

  it("numeric", () =>
    expectRead("numeric", fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }), numerics, String));

  it("int2", () => expectRead("smallint", fc.integer({ min: -32768, max: 32767 }), smallints, String));

  it("boolean", () => expectRead("boolean", fc.boolean(), booleans, String));

  it("bytea", () =>
    expectRead(
      "bytea",
      fc.uint8Array({ maxLength: 400 }),
      byteas,
      (bytes) => `\\x${Buffer.from(bytes).toString("hex")}`,
    ));

  it("timestamptz", async () => {
    const date = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(many(date), async (values) => {
        const { rows } = await client.query({
          name: "read_dates",
          text: `select (extract(epoch from x) * 1000)::text as ms
            from unnest($1::timestamptz[]) with ordinality as y (x, place) order by place`,
          values: [timestamps(values)],
        });
        expect(rows.map(({ ms }) => (ms === null ? null : Number(ms)))).to.deep.equal(
          values.map((value) => (value === null ? null : value.getTime())),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("more than the first draft holds", async () => {
    const ids = Array.from({ length: 20_000 }, () => randomUUID());
    expect(await read("uuid", uuids(ids))).to.deep.equal(ids);
  });

  it("what is no UUID is not sent", () => {
    for (const text of [
      "",
      "x".repeat(36),
      randomUUID().replace("-", "0"),
      randomUUID().slice(1),
      `${randomUUID()}0`,
    ])
      expect(() => uuids([text])).to.throw(TypeError);
  });

  it("identifiers of another kind or form are refused", () => {
    const id = fromUUID(randomUUID(), "pay").toString();
    for (const text of ["", id.replace("pay", "rfd"), id.slice(1), `${id}0`, id.toUpperCase()])
      expect(() => identifiers("payment", [text]), text).to.throw();
  });
});
