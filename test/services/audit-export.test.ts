// What `pda audit export` writes after retention has removed a month: every record that the database still has.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { v7 } from "uuid";
import { RecordBatch } from "../../src/domain/audit/batch.ts";
import { HASH_BYTES, leafHash } from "../../src/domain/audit/merkle.ts";
import { idOf } from "../../src/domain/identifier/identifier.ts";
import { logger } from "../../src/logger.ts";
import { recordOf } from "../../src/rpc/audit/describe.ts";
import { Checkpoints } from "../../src/services/audit/checkpoints.ts";
import { SignedHead } from "../../src/services/audit/signed-head.ts";
import { Store } from "../../src/store/store.ts";
import { pda } from "../platform/program.ts";
import { newAuditKeys } from "../support/audit-keys.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";
import { operator } from "../support/service.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const log = logger("test", { level: "silent" });

/** The middle of this month, or of a later one. */
function monthAhead(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15));
}

describe("an export of the audit log", function () {
  this.timeout(120_000);
  const keys = newAuditKeys();
  let folder: ReturnType<typeof temporaryDirectory>;
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    folder = temporaryDirectory();
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 4, statementTimeoutMs: 30_000 });
    const { name, publicKey } = keys.verifier;
    const sealedKey = Buffer.alloc(60);
    await store.transact((tx) =>
      tx.auditKeys.insertFirst({ purpose: "checkpoint", name, publicKey: Buffer.from(publicKey), sealedKey }),
    );
  });
  afterEach(async () => {
    await store.close();
    await database.close();
    folder[Symbol.dispose]();
  });

  /** Adds batches of ten records that were made at a time, with their places in the tree. */
  const add = async (records: number, time: Date): Promise<void> => {
    for (let added = 0; added < records; added += 10) {
      const id = idOf("auditRecord", v7({ msecs: time.getTime() + added }));
      const batch = new RecordBatch(`${id.slice(0, -2)}00`);
      for (let index = 0; index < 10; index += 1)
        batch.add(
          recordOf({ operation: "GetPayment", principal: operator, requestId: "r" }, { resourceIds: [] }),
        );
      await store.transact(async (tx) => tx.auditBatches.append(batch.encoded()));
    }
    while ((await store.transact((tx) => tx.auditSequencer.advance(100))) > 0);
  };
  const sign = () => new Checkpoints({ store, keys, head: new SignedHead(folder.path), log }).current();
  const exported = () => join(folder.path, "exported");
  const run = () =>
    pda(["audit", "export", exported()], { env: { DATABASE_URL: database.url, PDA_DATA_DIR: folder.path } });
  const forget = (time: Date) =>
    store.transact((tx) => tx.auditRetention.forget(time.toISOString().slice(0, 7)));

  /** The hashes of the tree in the folder. */
  const hashes = (): Buffer => {
    const tiles = join(exported(), "tile/0");
    const [full, partial] = ["000", join("001.p", readdirSync(join(tiles, "001.p"))[0] ?? "")];
    return Buffer.concat([full, partial].map((tile) => readFileSync(join(tiles, tile))));
  };
  /** The positions of the records in the files of lines. The hash of each line must be that of the tree. */
  const positionsInLines = (): number[] => {
    const tree = hashes();
    const files = readdirSync(join(exported(), "records")).toSorted();
    return files.flatMap((file) =>
      readFileSync(join(exported(), "records", file), "utf8")
        .slice(0, -1)
        .split("\n")
        .map((line, place) => {
          const position = Number.parseInt(file, 10) + place;
          const hash = tree.subarray(position * HASH_BYTES, (position + 1) * HASH_BYTES);
          expect(leafHash(Buffer.from(line)).equals(hash), `${file}, line ${place + 1}`).to.equal(true);
          return position;
        }),
    );
  };
  const from = (first: number, count: number): number[] =>
    Array.from({ length: count }, (_, index) => first + index);

  it("has the records of a bundle whose first records retention has removed, and counts both", async () => {
    await add(300, monthAhead(0));
    await add(100, monthAhead(1));
    await sign();
    await forget(monthAhead(0));
    const { code, stdout } = await run();
    expect([code, stdout]).to.deep.equal([0, "100 records, 300 removed by retention\n"]);
    expect(positionsInLines()).to.deep.equal(from(300, 100));
    expect(existsSync(join(exported(), "checkpoint"))).to.equal(true);
  });

  it("has the records on both sides of a border of bundles, each at its position", async () => {
    await add(200, monthAhead(0));
    await add(260, monthAhead(1));
    await sign();
    await forget(monthAhead(0));
    expect((await run()).stdout).to.equal("260 records, 200 removed by retention\n");
    expect(positionsInLines()).to.deep.equal(from(200, 56));
    expect(readdirSync(join(exported(), "tile/entries/001.p"))).to.deep.equal(["204"]);
  });

  it("says that records are missing which retention has not removed, and does not mix bundles", async () => {
    await add(400, monthAhead(0));
    await sign();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("alter table audit_batch disable trigger all");
    // The gap has the end of one bundle and the beginning of the next.
    await client.query("delete from audit_batch where first_position between 240 and 260");
    await client.end();
    const { code, stdout, stderr } = await run();
    expect([code, stdout]).to.deep.equal([1, "370 records\n"]);
    expect(stderr).to.match(
      /^pda: 30 records are missing, and retention has not removed them\n {2}next: run: pda audit verify/,
    );
    expect(positionsInLines()).to.deep.equal([...from(0, 240), ...from(270, 130)]);
  });

  it("has only bundles of a log that is whole", async () => {
    await add(400, monthAhead(0));
    await sign();
    const { code, stdout } = await run();
    expect([code, stdout]).to.deep.equal([0, "400 records\n"]);
    expect(existsSync(join(exported(), "records"))).to.equal(false);
    expect(readdirSync(join(exported(), "tile/entries")).toSorted()).to.deep.equal(["000", "001.p"]);
  });
});
