// The statements that a transaction sends in one moment reach the server as one message, and each has its own answer.
import { once } from "node:events";
import { createServer, connect, type AddressInfo, type Server } from "node:net";
import { expect } from "chai";
import pg from "pg";
import { openPool, type Statement, TransactionSession } from "../../src/store/database.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

const statement = (name: string, text: string): Statement => ({ name, text });
const one = statement("one", "select 1 as value");
const echo = statement("echo", "select $1::text as value");
const broken = statement("broken", "select 1 / 0 as value");
const keep = statement("keep", "insert into kept (value) values ($1)");

/** Passes bytes on to a server, and counts the messages that begin and end requests. */
class Tap {
  readonly server: Server;
  /** Chunks from the server to the client. */
  answers = 0;
  /** Sync messages, by their five bytes at the end of what the client wrote. */
  syncs = 0;
  cut = (): void => undefined;

  constructor(to: { readonly port: number; readonly host: string }) {
    this.server = createServer((client) => {
      const upstream = connect(to);
      this.cut = () => {
        client.destroy();
        upstream.destroy();
      };
      client.on("data", (bytes) => {
        if (bytes.subarray(-5).equals(Buffer.from([0x53, 0, 0, 0, 4]))) this.syncs += 1;
        upstream.write(bytes);
      });
      upstream.on("data", (bytes) => {
        this.answers += 1;
        client.write(bytes);
      });
      for (const end of [client, upstream]) end.on("error", this.cut).on("close", this.cut);
    });
  }
}

describe("statements of one moment", function () {
  this.timeout(30_000);
  let database: TestDatabase;
  let admin: pg.Client;
  let tap: Tap;
  let pool: pg.Pool;
  let client: pg.PoolClient;
  let session: TransactionSession;
  before(async () => {
    database = await testDatabase();
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query("create table kept (value text unique deferrable initially immediate)");
    const { hostname, port } = new URL(database.url);
    tap = new Tap({ host: hostname, port: Number(port) });
    tap.server.listen(0, "127.0.0.1");
    await once(tap.server, "listening");
  });
  after(async () => {
    tap.server.close();
    await admin.end();
    await database.close();
  });
  beforeEach(async () => {
    await admin.query("delete from kept");
    const url = new URL(database.url);
    url.host = `127.0.0.1:${(tap.server.address() as AddressInfo).port}`;
    pool = openPool({ url: url.href, poolMax: 1, statementTimeoutMs: 10_000 });
    client = await pool.connect();
    client.on("error", () => undefined);
    session = new TransactionSession(client);
    session.begin(["begin"]);
  });
  afterEach(async () => {
    client.release(true);
    await pool.end();
  });
  const kept = async (): Promise<string[]> =>
    (await admin.query("select value from kept order by value")).rows.map(({ value }) => value);
  const errorOf = (answer: Promise<unknown>): Promise<unknown> =>
    answer.then(
      () => undefined,
      (error: unknown) => error,
    );
  const codeOf = async (answer: Promise<unknown>): Promise<unknown> =>
    ((await errorOf(answer)) as { code?: unknown } | undefined)?.code;

  it("share one message and one answer, also those sent by what others go on to do at once", async () => {
    await session.run(one);
    [tap.syncs, tap.answers] = [0, 0];
    const later = async (text: string) => {
      await Promise.resolve();
      return session.run(echo, [text]);
    };
    const answers = await Promise.all([session.run(one), session.run(echo, ["b"]), later("c"), later("d")]);
    expect(answers).to.deep.equal([[{ value: 1 }], [{ value: "b" }], [{ value: "c" }], [{ value: "d" }]]);
    expect([tap.syncs, tap.answers]).to.deep.equal([1, 1]);
  });

  it("take one round trip with the start of the transaction, and one with its commit", async () => {
    await session.run(one);
    expect(tap.syncs).to.be.at.least(1);
    tap.syncs = 0;
    for (const value of ["a", "b", "c"]) session.send(keep, [value]);
    await session.commit();
    expect(tap.syncs).to.equal(1);
    expect(await kept()).to.deep.equal(["a", "b", "c"]);
  });

  it("get the rows, no rows and the nulls that each has", async () => {
    const answers = await Promise.all([
      session.run(statement("none", "select 1 as value where false")),
      session.run(keep, [null]),
      session.run(statement("many", "select n::int as value, null as nothing from generate_series(1, 3) n")),
      session.run(statement("empty", "")),
      session.run(echo, ["ä\u{1F600}"]),
    ]);
    expect(answers.map((rows) => rows.map((row) => ({ ...row })))).to.deep.equal([
      [],
      [],
      [1, 2, 3].map((value) => ({ value, nothing: null })),
      [],
      [{ value: "ä\u{1F600}" }],
    ]);
  });

  it("fail from the first that fails on, with its error, and those before it have their answers", async () => {
    const answers = [
      session.run(one),
      session.run(broken),
      session.run(keep, ["lost"]),
      session.run(echo, ["x"]),
    ];
    expect(await answers[0]).to.deep.equal([{ value: 1 }]);
    for (const answer of answers.slice(1)) expect(await codeOf(answer)).to.equal("22012");
    expect(await session.rollback()).to.equal(undefined);
    expect(client.getTransactionStatus()).to.equal("I");
    expect(await kept()).to.deep.equal([]);
  });

  it("do not commit when one of them fails, in the group of the commit or before it", async () => {
    session.send(keep, ["with the commit"]);
    session.send(broken);
    expect(await codeOf(session.commit())).to.equal("22012");
    await session.rollback();

    const next = new TransactionSession(client);
    next.begin(["begin"]);
    next.send(keep, ["before the commit"]);
    next.send(broken);
    await errorOf(next.run(one));
    expect(await codeOf(next.commit())).to.equal("22012");
    await next.rollback();
    expect(await kept()).to.deep.equal([]);
  });

  it("that cannot be sent fail those after them, and the commit, although the server knows of no failure", async () => {
    const unsendable = {
      toPostgres: () => {
        throw new Error("cannot be sent");
      },
    };
    session.send(keep, ["first"]);
    session.send(echo, [unsendable]);
    const after = session.run(one);
    expect(await errorOf(after))
      .to.be.instanceOf(Error)
      .with.property("message", "cannot be sent");
    expect(await errorOf(session.commit()))
      .to.be.instanceOf(Error)
      .with.property("message", "cannot be sent");
    expect(await session.rollback()).to.equal(undefined);
    expect(await kept()).to.deep.equal([]);

    const next = new TransactionSession(client);
    next.begin(["begin"]);
    expect(await Promise.all([next.run(echo, ["y"]), next.run(one)])).to.deep.equal([
      [{ value: "y" }],
      [{ value: 1 }],
    ]);
    await next.commit();
  });

  it("are prepared once, and again when the server has skipped their preparation", async () => {
    const skipped = statement("skipped", "select 'prepared' as value");
    await errorOf(Promise.all([session.run(broken), session.run(skipped)]));
    await session.rollback();
    for (let i = 0; i < 2; i++) {
      const next = new TransactionSession(client);
      next.begin(["begin"]);
      expect(await next.run(skipped)).to.deep.equal([{ value: "prepared" }]);
      const prepared = await next.run(
        statement("prepared", "select count(*)::int as n from pg_prepared_statements where name = 'skipped'"),
      );
      expect(prepared).to.deep.equal([{ n: 1 }]);
      await next.commit();
    }
  });

  it("all fail when the connection is lost", async () => {
    await session.run(one);
    const answers = [
      session.run(statement("slow", "select pg_sleep(5)")),
      session.run(one),
      session.run(one),
    ];
    session.send(keep, ["lost"]);
    setTimeout(() => tap.cut(), 100);
    for (const answer of answers) expect(await errorOf(answer)).to.be.instanceOf(Error);
    expect(await errorOf(session.commit())).to.be.instanceOf(Error);
    expect(await session.rollback()).to.be.instanceOf(Error);
    expect(await kept()).to.deep.equal([]);
  });

  it("fail with the error of a deferred constraint at the commit", async () => {
    await session.run(statement("deferred", "set constraints all deferred"));
    session.send(keep, ["twice"]);
    session.send(keep, ["twice"]);
    expect(await codeOf(session.commit())).to.equal("23505");
    expect(await kept()).to.deep.equal([]);
  });
});
