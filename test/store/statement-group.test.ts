// The statements that a transaction sends in one moment reach the server in one piece, and each has its own answer.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { isUnavailable } from "../../src/store/constraints.ts";
import { openPool, sql, type Statement, TransactionSession } from "../../src/store/database.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";
import { Relay } from "../support/relay.ts";

const statement = (name: string, text: string): Statement => ({ name, text });
const one = statement("one", "select 1 as value");
const echo = statement("echo", "select $1::text as value");
const broken = statement("broken", "select 1 / 0 as value");
const keep = statement("keep", "insert into kept (value) values ($1)");
/** A value that fails when it is written. */
const unsendable = {
  toPostgres: () => {
    throw new Error("cannot be sent");
  },
};

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const disposable = (pool: pg.Pool) => ({ pool, [Symbol.asyncDispose]: () => pool.end() });

const sync = Buffer.from([0x53, 0, 0, 0, 4]);
const readyForQueryLength = 6;

describe("statements of one moment", function () {
  this.timeout(30_000);
  let database: TestDatabase;
  let admin: pg.Client;
  let relay: Relay;
  /** Sync messages of the client, and chunks of the server. */
  let passed: { syncs: number; answers: number };
  let pool: pg.Pool;
  let client: pg.PoolClient;
  let session: TransactionSession;
  before(async () => {
    database = await testDatabase();
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query("create table kept (value text unique deferrable initially immediate)");
    relay = await Relay.start(database.url);
  });
  after(async () => {
    await relay.close();
    await admin.end();
    await database.close();
  });
  beforeEach(async () => {
    await admin.query("delete from kept");
    passed = { syncs: 0, answers: 0 };
    relay.passOn = (bytes, to, from) => {
      if (from === "server") passed.answers += 1;
      else for (let at = bytes.indexOf(sync); at >= 0; at = bytes.indexOf(sync, at + 1)) passed.syncs += 1;
      to.write(bytes);
    };
    pool = openPool({ url: relay.url(database.url), poolMax: 1, statementTimeoutMs: 10_000 });
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

  it("share one Sync message and one answer, also those sent by what others go on to do at once", async () => {
    await session.run(one);
    passed = { syncs: 0, answers: 0 };
    const later = async (text: string) => {
      await Promise.resolve();
      return session.run(echo, [text]);
    };
    const answers = await Promise.all([session.run(one), session.run(echo, ["b"]), later("c"), later("d")]);
    expect(answers).to.deep.equal([[{ value: 1 }], [{ value: "b" }], [{ value: "c" }], [{ value: "d" }]]);
    expect(passed).to.deep.equal({ syncs: 1, answers: 1 });
  });

  it("take one round trip with the start of the transaction, and one with its commit", async () => {
    await session.run(one);
    expect(passed.syncs).to.equal(1);
    for (const value of ["a", "b", "c"]) session.send(keep, [value]);
    await session.commit();
    expect(passed.syncs).to.equal(2);
    expect(await kept()).to.deep.equal(["a", "b", "c"]);
  });

  it("share it also where no promise was followed before the first one", async () => {
    await session.run(one);
    await nextTurn();
    passed = { syncs: 0, answers: 0 };
    const answers = Promise.withResolvers<unknown>();
    setImmediate(() => {
      const first = session.run(one);
      const second = Promise.resolve().then(() => session.run(one));
      answers.resolve(Promise.all([first, second]));
    });
    await answers.promise;
    expect(passed).to.deep.equal({ syncs: 1, answers: 1 });
  });

  it("end with the connection ready for the next transaction", async () => {
    relay.passOn = (bytes, to, from) => {
      const at = from === "server" ? bytes.length - readyForQueryLength : bytes.length;
      to.write(bytes.subarray(0, at));
      setTimeout(() => to.write(bytes.subarray(at)), 30);
    };
    await session.run(one);
    expect(client.getTransactionStatus()).to.equal("T");
    session.send(keep, ["a"]);
    await session.commit();
    expect(client.getTransactionStatus()).to.equal("I");
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
    setTimeout(() => relay.cut(), 100);
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

  it("that fail keep the transaction from its commit, although the work goes on", async () => {
    session.send(keep, ["before"]);
    await errorOf(session.run(broken));
    expect(await codeOf(session.commit())).to.equal("22012");
    await session.rollback();

    const next = new TransactionSession(client);
    next.begin(["begin"]);
    next.send(keep, ["before"]);
    const unsent = next.run(echo, [unsendable]);
    next.send(keep, ["after"]);
    await errorOf(unsent);
    expect(await errorOf(next.commit())).to.have.property("message", "cannot be sent");
    await next.rollback();
    expect(await kept()).to.deep.equal([]);
  });

  it("have one text for a name, in one moment and later", async () => {
    const other = statement("echo", "select $1::text || '!' as value");
    const message = "two statements are named echo";
    expect(await session.run(echo, ["a"])).to.deep.equal([{ value: "a" }]);
    expect(await errorOf(session.run(other, ["a"]))).to.have.property("message", message);
    await session.rollback();

    const next = new TransactionSession(client);
    next.begin(["begin"]);
    const answers = [
      next.run(statement("new", "select 1 as value")),
      next.run(statement("new", "select 2 as value")),
    ];
    expect(await answers[0]).to.deep.equal([{ value: 1 }]);
    expect(await errorOf(answers[1] as Promise<unknown>)).to.have.property(
      "message",
      "two statements are named new",
    );
    expect(await next.rollback()).to.equal(undefined);
  });

  it("stay prepared after one of them could not be sent", async () => {
    expect(await session.run(echo, ["a"])).to.deep.equal([{ value: "a" }]);
    await errorOf(session.run(echo, [unsendable]));
    await session.rollback();
    const next = new TransactionSession(client);
    next.begin(["begin"]);
    expect(await next.run(echo, ["b"])).to.deep.equal([{ value: "b" }]);
  });

  it("are refused after the end of the transaction, when the connection may be another's", async () => {
    const late = "a statement came after the end of its transaction";
    session.send(keep, ["in time"]);
    await session.commit();
    expect(await errorOf(session.run(keep, ["late"]))).to.have.property("message", late);

    const next = new TransactionSession(client);
    next.begin(["begin"]);
    await errorOf(next.run(broken));
    const rolledBack = next.rollback();
    expect(await errorOf(next.run(keep, ["late"]))).to.have.property("message", late);
    await rolledBack;
    expect(await kept()).to.deep.equal(["in time"]);
  });

  it("name the first failure as the cause when the server does not know what it has skipped", async () => {
    const skipped = statement("skipped", "select 1 as value");
    const first = errorOf(Promise.all([session.run(broken), session.run(skipped)]));
    await nextTurn();
    const second = await errorOf(session.run(skipped));
    expect(second).to.have.property("code", "26000");
    expect(session.causeOf(second))
      .to.equal(await first)
      .and.have.property("code", "22012");
  });

  it("have their own answers when these fill many packets, and when one of them fails then", async () => {
    const many = statement("many_rows", "select n, repeat('x', 100) as text from generate_series(1, 2000) n");
    const answers = [
      session.run(many),
      session.run(echo, ["between"]),
      session.run(many),
      session.run(broken),
    ];
    expect(await answers[0]).to.have.length(2000);
    expect(await answers[1]).to.deep.equal([{ value: "between" }]);
    expect(await answers[2]).to.have.length(2000);
    expect(await codeOf(answers[3] as Promise<unknown>)).to.equal("22012");
  });

  it("may have no name, and bytes as values", async () => {
    const [texts, bytes] = await Promise.all([
      session.query(sql.raw("select ?::text as value", ["a"])),
      session.query(sql.raw("select ?::bytea as value, 'b' as other", [Buffer.from([0, 255])])),
    ]);
    expect(texts).to.deep.equal([{ value: "a" }]);
    expect(bytes).to.deep.equal([{ value: Buffer.from([0, 255]), other: "b" }]);
  });

  it("may each take as long as one statement may", async () => {
    const nap = statement("nap", "select pg_sleep(0.4)");
    session.send(statement("limit", "set local statement_timeout = '1s'"));
    expect(await Promise.all([session.run(nap), session.run(nap), session.run(nap)])).to.have.length(3);
    expect(await codeOf(session.run(statement("long", "select pg_sleep(1.5)")))).to.equal("57014");
  });

  it("and their connection outlive a time limit for queries that the address sets", async () => {
    const url = `${database.url}?query_timeout=300`;
    await using limited = disposable(openPool({ url, poolMax: 1, statementTimeoutMs: 10_000 }));
    const own = await limited.pool.connect();
    const pid = statement("pid", "select pg_backend_pid() as value");
    const work = async () => {
      const transaction = new TransactionSession(own);
      transaction.begin(["begin"]);
      const [found] = await transaction.run<{ value: number }>(pid);
      await transaction.commit();
      return found?.value;
    };
    const before = await work();
    await sleep(600);
    expect(await work()).to.equal(before);
    own.release();
  });

  it("fail as unavailable when the server ends the session", async () => {
    const [own] = await session.run<{ value: number }>(statement("pid", "select pg_backend_pid() as value"));
    const answers = [session.run(statement("slow", "select pg_sleep(5)")), session.run(one)].map(errorOf);
    await nextTurn();
    await admin.query("select pg_terminate_backend($1)", [own?.value]);
    for (const answer of answers) expect(await answer).to.satisfy(isUnavailable);
  });

  it("lead to the code that waits for them in the stack of their error", async () => {
    const waiting = async function theCodeThatWaits(): Promise<unknown> {
      return await session.run(broken);
    };
    expect(await errorOf(waiting()))
      .to.have.property("stack")
      .that.contains("theCodeThatWaits");
  });
});

describe("a transaction with a plan that is stale", function () {
  this.timeout(30_000);

  it("runs anew", async () => {
    await using database = await testDatabase();
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query("create table changing (a int)");
    await using store = new Store({ url: database.url, poolMax: 1, statementTimeoutMs: 10_000 });
    const all = statement("all", "select * from changing");
    let runs = 0;
    const read = () =>
      store.transact(async (tx) => {
        runs += 1;
        const { session } = tx as unknown as { readonly session: TransactionSession };
        return Promise.all([session.run(one), session.run(all), session.run(one)]);
      });
    await admin.query("insert into changing values (1)");
    expect(await read()).to.deep.equal([[{ value: 1 }], [{ a: 1 }], [{ value: 1 }]]);
    await admin.query("alter table changing add b int");
    await admin.end();
    expect(await read()).to.deep.equal([[{ value: 1 }], [{ a: 1, b: null }], [{ value: 1 }]]);
    expect(runs).to.equal(3);
  });
});
