// The audit log of a running product, judged by golang.org/x/mod/sumdb, and a rewrite of the whole log with the log's own key.
import { execFile } from "node:child_process";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { encodeRecord } from "../support/audit-record.ts";
import pg from "pg";
import { recordsOf } from "../../src/domain/audit/batch.ts";
import { unpacked } from "../../src/domain/audit/packed.ts";
import { leafHash, rootOf } from "../../src/domain/audit/merkle.ts";
import { decodeRecord } from "../../src/domain/audit/record.ts";
import { append, hashesIn } from "../../src/domain/audit/tiles.ts";
import { loadDataKey } from "../../src/platform/data-key.ts";
import { KeyRing } from "../../src/rpc/key-ring.ts";
import { Sealer } from "../../src/rpc/seal.ts";
import { openCheckpoint } from "../../src/services/audit/checkpoints.ts";
import { loadAuditKeys } from "../../src/services/audit/keys.ts";
import { checkpointText } from "../../src/trust/transparency/checkpoint.ts";
import { readVerifierKey, signNote } from "../../src/trust/transparency/note.ts";
import { eventually } from "../e2e/support/scene.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const run = promisify(execFile);
const program = join(import.meta.dirname, "audit_log");
const calls = 300;

describe("the audit log, judged in Go", function () {
  this.timeout(300_000);
  const folder = temporaryDirectory();
  const judge = join(folder.path, "judge");
  const exported = join(folder.path, "log");
  const cosigned = join(folder.path, "cosigned");
  const state = join(folder.path, "witness.json");
  let product: Product;
  let logKey: string;
  let witnessKey: string;

  before(async function () {
    try {
      const env = { ...process.env, GOFLAGS: "-mod=readonly", GOWORK: "off" };
      await run("go", ["build", "-o", judge, "."], { cwd: program, env });
    } catch (error) {
      this.test?.parent?.eachTest((test) => {
        test.title += ` [left out: no Go or no module: ${(error as Error).message.trim().split("\n").at(-1)}]`;
      });
      this.skip();
    }
    product = await Product.start();
    const api = product.client();
    const register = async (from: number): Promise<void> => {
      for (let index = from; index < calls; index += 10)
        await api.POST("/api/v1/merchants", { body: { name: `Shop ${index}` } });
    };
    await Promise.all(Array.from({ length: 10 }, (_, lane) => register(lane)));
    logKey = (await pda("key")).trim();
  });
  after(async () => {
    await product?.stop();
    folder[Symbol.dispose]();
  });

  const pda = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await product.pda("audit", ...args);
    expect(code, stderr).to.equal(0);
    return stdout;
  };
  const witness = (kept = state) => {
    const own = ["--name", "witness.example/one", "--key", join(folder.path, "witness.key"), "--state", kept];
    return product.pda("audit", "witness", ...own, "--verifier-key", logKey);
  };

  it("holds: checkpoint, tiles, each record, each older tree, the service's proofs, and the witness", async () => {
    const api = product.client();
    const query = { operation: "RegisterMerchant", pageSize: 200 };
    const records = await eventually("all records", async () => {
      const first = (await api.GET("/api/v1/audit/records", { params: { query } })).data;
      const rest = { ...query, pageToken: first.nextPageToken };
      const second = first.nextPageToken
        ? (await api.GET("/api/v1/audit/records", { params: { query: rest } })).data.items
        : [];
      return first.items.length + second.length === calls && [...first.items, ...second];
    });
    const proofs: unknown[] = [];
    for (const { recordId } of records.slice(0, 20)) {
      const params = { path: { recordId: recordId ?? "" } };
      proofs.push((await api.GET("/api/v1/audit/records/{recordId}", { params })).data.proof);
    }
    writeFileSync(join(folder.path, "proofs.json"), JSON.stringify(proofs));

    const seen = await witness();
    expect(seen.code, seen.stderr).to.equal(0);
    writeFileSync(cosigned, seen.stdout);
    witnessKey = /witness key: (.*)/.exec(seen.stderr)?.[1] ?? "";
    const { size } = headIn(seen.stdout);
    // The checkpoint of the witness is of an older tree, or of the same.
    expect(Number((await pda("export", exported)).split(" ")[0])).to.be.at.least(size);
    const { stdout } = await run(judge, [
      exported,
      logKey,
      witnessKey,
      cosigned,
      join(folder.path, "proofs.json"),
    ]);
    expect(stdout).to.match(/^(\d{3}) records, \1 older trees, 20 proofs\n$/);
  });

  it("does not hold when a record, a tile or the checkpoint is another", async () => {
    const args = [exported, logKey, witnessKey, cosigned, join(folder.path, "proofs.json")];
    for (const file of ["checkpoint", "tile/0/000", "tile/entries/000"]) {
      const path = join(exported, file);
      const bytes = readFileSync(path);
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
      writeFileSync(path, changed);
      const failure = await run(judge, args).catch((error: { code: number }) => error);
      expect(failure, file).to.have.property("code", 1);
      writeFileSync(path, bytes);
    }
    expect((await run(judge, args)).stdout).to.include("20 proofs");
  });

  it("is read and proved on the command line, and a check finds nothing", async () => {
    const listed = JSON.parse(
      await pda("list", "--operation", "RegisterMerchant", "--page-size", "1", "--json"),
    );
    const { recordId } = listed.items[0];
    const shown = JSON.parse(await pda("show", recordId, "--verifier-key", logKey));
    expect(shown).to.include({ recordId, operation: "RegisterMerchant", mechanism: "api_key" });
    expect(await pda("list", "--outcome", "succeeded", "--page-size", "5")).to.match(
      /^time +operation +outcome/,
    );
    expect(await pda("verify", "--checkpoint", cosigned)).to.match(/^audit: \d+ records, 0 problems\n$/);
    const other = await product.pda("audit", "show", recordId, "--verifier-key", "other+00000000+AA==");
    expect([other.code, other.stdout]).to.deep.equal([1, ""]);
  });

  it("is cosigned again when it has grown", async () => {
    const again = await witness();
    expect(again.code, again.stderr).to.equal(0);
    expect(headIn(again.stdout).size).to.be.above(headIn(readFileSync(cosigned, "utf8")).size);
    writeFileSync(cosigned, again.stdout);
  });

  it("was rewritten: the head that the machine keeps contradicts it, and the core signs nothing more", async () => {
    await rewrite(product);
    await product.kill9();
    await product.up();
    const { code, stdout } = await product.pda("audit", "verify");
    expect(code).to.equal(1);
    expect(stdout).to.match(/audit\.checkpoint is not the head of the first \d+ records/);
    await eventually("the line of the log", async () => product.output.includes("the audit log was changed"));
  });

  it("was rewritten with the machine's file: the log's own check finds nothing, the witness and its checkpoint do", async () => {
    rmSync(join(product.dataDir, "audit.checkpoint"));
    expect(await pda("verify")).to.match(/, 0 problems\n$/);
    const known = await product.pda("audit", "verify", "--checkpoint", cosigned);
    expect(known.code).to.equal(1);
    expect(known.stdout).to.match(/is not the head of the first \d+ records/);
    const { code, stdout, stderr } = await witness();
    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.match(
      /the log was rewritten: its first \d+ records are not those that it has signed before/,
    );
    const proof = readFileSync(state, "utf8");
    const { checkpoint, contradiction } = JSON.parse(proof);
    expect(checkpoint).to.equal(readFileSync(cosigned, "utf8"));
    const verifier = readVerifierKey(logKey);
    if (!verifier) throw new Error("the log's key cannot be read");
    const heads = [checkpoint, contradiction].map((note) => openCheckpoint(note, { verifier }));
    expect(heads[1]?.size, "both are signed by the log").to.be.at.least(heads[0]?.size ?? Infinity);
    expect(statSync(state).mode & 0o777).to.equal(0o600);
    const again = await witness();
    expect([again.code, again.stdout]).to.deep.equal([1, ""]);
    expect(again.stderr).to.match(
      /as an earlier run has found[^]*keep .*witness\.json: it has both signed heads/,
    );
    expect(readFileSync(state, "utf8")).to.equal(proof);
  });

  it("is shorter than what it has signed before: the witness keeps both heads", async () => {
    const kept = join(folder.path, "ahead.json");
    const { name, publicKey, checkpoint: key } = await keysOf(product);
    const text = checkpointText({ origin: name, size: 1_000_000, root: Buffer.alloc(32) });
    const checkpoint = `${text}\n${signNote(text, name, key, publicKey)}`;
    writeFileSync(kept, JSON.stringify({ verifierKey: logKey, checkpoint }));
    const { code, stdout, stderr } = await witness(kept);
    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.match(/the log was rewritten: it has fewer than the 1000000 records/);
    const after = JSON.parse(readFileSync(kept, "utf8"));
    expect(after.checkpoint).to.equal(checkpoint);
    expect(headIn(after.contradiction).size).to.be.within(calls, 999_999);
  });
});

const headIn = (note: string): { size: number } => ({ size: Number(note.split("\n")[1]) });

/** The log's own keys, as somebody who has the data key opens them. */
async function keysOf(product: Product) {
  const sealer = new Sealer(KeyRing.derivedFrom(loadDataKey(join(product.dataDir, "data.key"))));
  const { checkpoint, verifier } = await loadAuditKeys(product.store(), sealer, product.baseUrl);
  return { checkpoint, ...verifier };
}

/** Changes a record, computes the whole tree again and signs it with the log's own key, as an intruder with every right would. */
async function rewrite(product: Product): Promise<void> {
  const { name, publicKey, checkpoint: key } = await keysOf(product);
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select 1 from audit_log for update");
  const { rows } = await client.query(
    `select first_position, records, ends, tableoid::regclass::text as part from audit_batch
      where first_position is not null order by first_position`,
  );
  const batches = await Promise.all(
    rows.map(async ({ records: stored, ends: all }) =>
      recordsOf({ records: await unpacked(stored, all.at(-1)), ends: all }),
    ),
  );
  const records = batches.flat();
  const position = 20;
  records[position] = encodeRecord({ ...decodeRecord(records[position] as Buffer), requestId: "another" });
  const { part, ends, first_position } = rows.findLast((row) => Number(row.first_position) <= position);
  const batch = records.slice(Number(first_position), Number(first_position) + ends.length);
  await client.query("alter table audit_batch disable trigger all");
  await client.query(`update ${part} set records = $1, ends = $2, hashes = $3 where first_position = $4`, [
    Buffer.concat(batch),
    batch.map((_, place) => Buffer.concat(batch.slice(0, place + 1)).length),
    Buffer.concat(batch.map(leafHash)),
    first_position,
  ]);
  await client.query("alter table audit_batch enable trigger all");
  const tiles = append(0, [], Buffer.concat(records.map(leafHash)));
  for (const { level, index, hashes } of tiles)
    await client.query("update audit_tile set hashes = $3 where level = $1 and index = $2", [
      level,
      index,
      hashes,
    ]);
  const size = records.length;
  const root = Buffer.from(rootOf({ start: 0, end: size }, hashesIn(tiles)));
  const text = checkpointText({ origin: name, size, root });
  await client.query("alter table audit_checkpoint disable trigger all");
  await client.query("delete from audit_checkpoint");
  await client.query("insert into audit_checkpoint (size, note) values ($1, $2)", [
    size,
    `${text}\n${signNote(text, name, key, publicKey)}`,
  ]);
  await client.query("alter table audit_checkpoint enable trigger all");
  await client.query("commit");
  await client.end();
}
