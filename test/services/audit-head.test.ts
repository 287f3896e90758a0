// An audit log whose newest records and checkpoints were removed by a superuser of the database who does not have the log's key.
import { readFileSync, rmSync, statSync } from "node:fs";
import { expect } from "chai";
import pg from "pg";
import { v7 } from "uuid";
import { RecordBatch } from "../../src/domain/audit/batch.ts";
import { idOf } from "../../src/domain/identifier/identifier.ts";
import { logger } from "../../src/logger.ts";
import { recordOf } from "../../src/rpc/audit/describe.ts";
import { Checkpoints } from "../../src/services/audit/checkpoints.ts";
import { SignedHead } from "../../src/services/audit/signed-head.ts";
import { Store } from "../../src/store/store.ts";
import { type Outcome, pda } from "../platform/program.ts";
import { newAuditKeys } from "../support/audit-keys.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";
import { operator } from "../support/service.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const log = logger("test", { level: "silent" });
const minuteMs = 60_000;

describe("an audit log that lost its end", function () {
  this.timeout(120_000);
  const keys = newAuditKeys();
  let folder: ReturnType<typeof temporaryDirectory>;
  let database: TestDatabase;
  let store: Store;
  let client: pg.Client;

  beforeEach(async () => {
    folder = temporaryDirectory();
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 4, statementTimeoutMs: 30_000 });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { name, publicKey } = keys.verifier;
    const sealedKey = Buffer.alloc(60);
    await store.transact(async (tx) => {
      await tx.auditKeys.insertFirst({
        purpose: "checkpoint",
        name,
        publicKey: Buffer.from(publicKey),
        sealedKey,
      });
      await tx.auditKeys.insertFirst({ purpose: "address", name: "", sealedKey });
    });
  });
  afterEach(async () => {
    await client.end();
    await store.close();
    await database.close();
    folder[Symbol.dispose]();
  });

  const head = (): SignedHead => new SignedHead(folder.path);
  /** A core as it starts: it knows what the database and this machine have. */
  const started = (): Checkpoints => new Checkpoints({ store, keys, head: head(), log });
  /** What a core that follows the log tells of it at its start: whether it contradicts what was signed. */
  const contradicts = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    using following = new Checkpoints({ store, keys, head: head(), log, onCompared: resolve });
    following.follow();
    return await promise;
  };
  const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: Error) => error.message);
  const command = (...args: string[]): Promise<Outcome> =>
    pda(["audit", ...args], { env: { DATABASE_URL: database.url, PDA_DATA_DIR: folder.path } });
  /** Adds a batch of ten records that were made at a time, with their places in the tree. */
  const add = async (ms: number): Promise<void> => {
    const batch = new RecordBatch(`${idOf("auditRecord", v7({ msecs: ms })).slice(0, -2)}00`);
    for (let index = 0; index < 10; index += 1)
      batch.add(
        recordOf({ operation: "GetPayment", principal: operator, requestId: "r" }, { resourceIds: [] }),
      );
    await store.transact(async (tx) => tx.auditBatches.append(batch.encoded()));
    await store.transact((tx) => tx.auditSequencer.advance(1));
  };
  /** Leaves of the log its first records, and no checkpoint, as if the others had never been. */
  const shorten = async (size: number): Promise<void> => {
    for (const table of ["audit_batch", "audit_place", "audit_checkpoint"])
      await client.query(`alter table ${table} disable trigger all`);
    const { rows } = await client.query("select batch_id from audit_batch where first_position >= $1", [
      size,
    ]);
    const batches = rows.map(({ batch_id }) => batch_id);
    await client.query("delete from audit_place where batch_id = any($1)", [batches]);
    await client.query("delete from audit_batch where batch_id = any($1)", [batches]);
    await client.query("delete from audit_checkpoint");
    await client.query("update audit_tile set hashes = substring(hashes for $1)", [32 * size]);
    await client.query("update audit_log set size = $1", [size]);
  };

  it("is not signed after a restart, and a check finds it", async () => {
    for (const ago of [4, 3, 2]) await add(Date.now() - ago * minuteMs);
    const running = started();
    const signed = await running.current();
    expect(signed.size).to.equal(30);
    expect(readFileSync(head().file, "utf8")).to.equal(signed.note);
    expect(statSync(head().file).mode & 0o777).to.equal(0o600);
    expect(await command("verify")).to.include({ code: 0, stdout: "audit: 30 records, 0 problems\n" });

    expect(await contradicts()).to.equal(false);
    await shorten(20);
    expect(await contradicts()).to.equal(true);
    expect(await failureOf(started().current())).to.match(/no longer begins with the 30 records/);
    // Also when it has grown beyond its former size since.
    for (let batch = 0; batch < 2; batch += 1) await add(Date.now());
    expect(await failureOf(started().current())).to.match(/no longer begins with the 30 records/);
    const { code, stdout } = await command("verify");
    expect(code).to.equal(1);
    expect(stdout).to.include(`the checkpoint in ${head().file} is not the head of the first 30 records`);
    expect(stdout).to.include("the records have no signed checkpoint: start the service");

    // The operator has restored a backup, and keeps the former head elsewhere.
    rmSync(head().file);
    expect(await failureOf(running.current()), "a core that was not restarted").to.match(/no longer begins/);
    expect((await started().current()).size).to.equal(40);
    expect(await command("verify")).to.include({ code: 0, stdout: "audit: 40 records, 0 problems\n" });
  });

  it("is not signed when another log is in its place", async () => {
    await add(Date.now());
    const others = new Checkpoints({ store, keys: newAuditKeys(), head: head(), log });
    await others.current();
    expect(await failureOf(started().current())).to.match(/is not signed with the key of the audit log/);
    const { code, stdout } = await command("verify");
    expect(code).to.equal(1);
    expect(stdout).to.include(`the checkpoint in ${head().file} is not signed with the key of the log`);
  });

  it("has a problem when nothing was signed for a minute, and none when the service was stopped before", async () => {
    await add(Date.now());
    expect((await command("verify")).code, "the core has a minute").to.equal(0);
    await started().current();
    await add(Date.now() + 2 * minuteMs);
    expect((await command("verify")).code, "a service that stopped").to.equal(0);
    await add(Date.now() + 3 * minuteMs);
    const { code, stdout } = await command("verify");
    expect(code).to.equal(1);
    expect(stdout).to.match(/^the records from position 10 on have no signed checkpoint: start the service/);
  });

  it("is exported with a plain error when it has no checkpoint", async () => {
    const { code, stdout, stderr } = await command("export", `${folder.path}/exported`);
    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.match(/^pda: the audit log has no signed checkpoint\n {2}next: start the service.*\n$/);
  });

  it("is signed although the machine cannot keep the head", async () => {
    await add(Date.now());
    const checkpoints = new Checkpoints({
      store,
      keys,
      head: { file: "", read: () => undefined, keep: () => Promise.reject(new Error("read-only")) },
      log,
    });
    expect((await checkpoints.current()).size).to.equal(10);
  });
});
