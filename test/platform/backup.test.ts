// The embedded database is copied while payments are made, and put back elsewhere.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { embeddedAdminUrl } from "../../src/platform/postgres.ts";
import { until } from "../../src/platform/process-table.ts";
import { unpack } from "../../src/platform/backup/tar.ts";
import { holder, type Merchant, merchant, type Publisher, paid, publisher } from "../e2e/support/scene.ts";
import { SteadyLoad } from "../e2e/support/steady-load.ts";
import { freePorts } from "../support/ports.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { pda } from "./program.ts";

const command = join(import.meta.dirname, "../../bin/pda");
const modeOf = (file: string): number => statSync(file).mode & 0o777;

describe("a backup of the embedded database", function () {
  this.timeout(300_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let place: ReturnType<typeof temporaryDirectory>;
  before(async () => {
    place = temporaryDirectory();
    product = await Product.start({
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "100000",
      PDA_GATEWAY_RATE_BURST: "100000",
    });
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
  });
  after(async () => {
    await product?.stop();
    place?.[Symbol.dispose]();
  });

  it("made under load has every payment that was acknowledged before it began, and starts elsewhere with a clean ledger", async () => {
    const customer = await holder(product, issuer, "100");
    const settled = await paid(product, issuer, shop, customer, "7");
    const load = new SteadyLoad(product, shop, issuer);
    await load.answers(200);
    const acknowledged = [...load.payments.values()];
    const folder = join(place.path, "backup");
    const made = await product.pda("backup", folder);
    expect(made.code, made.stderr).to.equal(0);
    expect(made.stdout).to.match(
      /^backup .*MiB, in .* s\nthe backup holds the private keys of this installation/,
    );
    expect(made.stderr)
      .to.match(/^ {2}0 % {2}0\.0 MiB of about /)
      .and.to.match(/^100 % .*\n$/m);
    await load.answers(100);
    await load.stop();
    expect(load.failures).to.deep.equal([]);
    // Of events that come after the backup.
    await sleep(2_000);
    const afterLost = (await shop.api.GET("/api/v1/events", { params: { query: { pageToken: "latest" } } }))
      .data.nextPageToken;
    expect(modeOf(folder)).to.equal(0o700);
    for (const name of ["data.key", "database.tar.gz", "postgres-credentials.json", "backup.json"])
      expect(modeOf(join(folder, name)), name).to.equal(0o600);
    expect(existsSync(`${folder}.partial`)).to.equal(false);

    const other = { ...(await freePorts()), PDA_DATA_DIR: join(place.path, "restored") };
    const restored = await pda(["restore", folder], { env: other });
    expect(restored.code, restored.stderr).to.equal(0);
    expect(restored.stdout).to.match(/^restored into .*\nnext: pda up/);
    // Its development network begins anew; this is about what is in the database.
    await using second = await Product.start(other);
    expect(second.operatorKey).to.equal(product.operatorKey);
    const shopThere = second.client(shop.key);
    for (const paymentId of acknowledged) {
      const { data } = await shopThere.GET("/api/v1/payments/{paymentId}", {
        params: { path: { paymentId } },
      });
      expect(data.paymentId).to.equal(paymentId);
    }
    const found = await shopThere.GET("/api/v1/payments/{paymentId}", {
      params: { path: { paymentId: settled.paymentId } },
    });
    expect(found.data.status).to.equal("completed");
    // What is sealed opens with the key that came along.
    const newest = await paid(second, issuer, { ...shop, api: shopThere }, customer, "1");
    // Who has seen events that are lost sees the new ones.
    const query = { pageToken: afterLost, pageSize: 200, waitSeconds: 20 };
    const { data } = await shopThere.GET("/api/v1/events", { params: { query } });
    expect(data.items.map(({ subject }) => subject)).to.include(newest.paymentId);
    const verified = await second.pda("ledger", "verify");
    expect(verified.code, verified.stdout).to.equal(0);
    expect(verified.stdout).to.match(/ 0 violations\n$/);

    const again = await pda(["restore", folder], { env: { ...other, ...(await freePorts()) } });
    expect(again.code).to.equal(1);
    expect(again.stderr).to.match(/^pda: "pda up" is already running on /);
  });

  it("has the private keys of the wallets, unless it is made without keys, and one without them is restored all the same", async () => {
    expect((await product.pda("wallet", "create", "--name", "ann")).code).to.equal(0);
    const wallet = readFileSync(join(product.dataDir, "wallets/ann.json"), "utf8");
    const folder = join(place.path, "wallets");
    expect((await product.pda("backup", folder)).code).to.equal(0);
    const restored = async (name: string): Promise<string> => {
      const dir = join(place.path, name);
      const env = { ...(await freePorts()), PDA_DATA_DIR: dir };
      const { code, stderr } = await pda(["restore", folder], { env });
      expect(code, stderr).to.equal(0);
      return join(dir, "wallets/ann.json");
    };
    const file = await restored("with-wallets");
    expect(readFileSync(file, "utf8")).to.equal(wallet);
    expect([modeOf(join(file, "..")), modeOf(file)]).to.deep.equal([0o700, 0o600]);

    const without = join(place.path, "without-wallets");
    expect((await product.pda("backup", "--without-keys", without)).code).to.equal(0);
    expect(existsSync(join(without, "wallets"))).to.equal(false);

    // As earlier versions made it.
    rmSync(join(folder, "wallets"), { recursive: true });
    const manifest = join(folder, "backup.json");
    const { files, ...rest } = JSON.parse(readFileSync(manifest, "utf8"));
    const earlier = files.filter(({ path }: { path: string }) => !path.startsWith("wallets/"));
    expect(earlier).to.have.length(files.length - 1);
    writeFileSync(manifest, JSON.stringify({ ...rest, files: earlier }));
    expect(existsSync(await restored("earlier"))).to.equal(false);
  });

  it("overwrites nothing, and neither does a restore", async () => {
    const folder = join(place.path, "once");
    expect((await product.pda("backup", "--without-keys", folder)).stdout).to.match(
      /back them up separately\n$/,
    );
    expect(readdirSync(folder).sort()).to.deep.equal([
      "backup.json",
      "database.tar.gz",
      "postgres-credentials.json",
    ]);
    const twice = await product.pda("backup", folder);
    expect(twice.stderr).to.match(/^pda: .*once already exists\n {2}next: /);
    const inside = await product.pda("backup", join(product.dataDir, "postgres", "backup"));
    expect(inside.stderr).to.match(
      /^pda: .* is inside the database folder\n {2}next: name a folder outside /,
    );
    const env = { ...(await freePorts()), PDA_DATA_DIR: join(place.path, "taken") };
    expect((await pda(["restore", folder], { env })).stdout).to.match(
      /the backup has no keys: restore .*data\.key/,
    );
    const before = readFileSync(join(place.path, "taken/postgres-credentials.json"), "utf8");
    const refused = await pda(["restore", folder], { env });
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.match(
      /^pda: .*taken\/postgres already exists, and a restore overwrites nothing\n {2}next: /,
    );
    expect(readFileSync(join(place.path, "taken/postgres-credentials.json"), "utf8")).to.equal(before);
  });

  it("that is damaged, unfinished or of another version is refused before anything is written", async () => {
    const folder = join(place.path, "damaged");
    await product.pda("backup", folder);
    const env = { ...(await freePorts()), PDA_DATA_DIR: join(place.path, "nothing") };
    const refusal = async (): Promise<string> => {
      const { code, stderr } = await pda(["restore", folder], { env });
      expect(code).to.equal(1);
      expect(existsSync(join(place.path, "nothing/postgres"))).to.equal(false);
      expect(existsSync(join(place.path, "nothing/data.key"))).to.equal(false);
      return stderr;
    };
    const manifest = join(folder, "backup.json");
    const whole = readFileSync(manifest, "utf8");
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(whole), migration: "29990101000000_later" }));
    expect(await refusal()).to.match(/of a newer version .*29990101000000_later/);
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(whole), postgres: "17" }));
    expect(await refusal()).to.match(/is of PostgreSQL 17; the embedded database is PostgreSQL 18/);
    writeFileSync(manifest, whole.replace("data.key", "../data.key"));
    expect(await refusal()).to.match(/damaged or was made by another version/);
    writeFileSync(manifest, whole);
    const archive = join(folder, "database.tar.gz");
    truncateSync(archive, statSync(archive).size - 1);
    expect(await refusal()).to.match(/database\.tar\.gz has changed since the backup was made/);
    renameSync(archive, `${archive}.away`);
    expect(await refusal()).to.match(/database\.tar\.gz is missing/);
    renameSync(manifest, `${manifest}.away`);
    expect(await refusal()).to.match(/is not a complete backup/);
  });

  it("that is interrupted leaves nothing that looks like one", async () => {
    const folder = join(place.path, "interrupted");
    const store = product.store();
    const ending = (async () => {
      // The server ends the copy while it is under way.
      for (let tries = 0; tries < 2_000; tries++) {
        const ended = await asAdmin(
          product,
          "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'walsender' and query like 'BASE_BACKUP%'",
        );
        if (ended.length > 0) return;
      }
    })();
    const outcome = await product.pda("backup", folder);
    await ending;
    expect(outcome.code).to.equal(1);
    expect(outcome.stderr).to.match(/\n {2}next: .+\n$/);
    expect(existsSync(folder)).to.equal(false);
    expect(existsSync(`${folder}.partial`)).to.equal(false);
    expect(await store.isReachable()).to.equal(true);
  });

  it("is refused while another process makes it, and goes on from what a killed process left behind", async () => {
    const folder = join(place.path, "shared");
    const partial = `${folder}.partial`;
    const begin = async () => {
      const child = spawn(command, ["backup", folder], {
        env: { PATH: process.env.PATH, ...product.settings },
        stdio: "ignore",
      });
      const has = (name: string) => existsSync(join(partial, name));
      await until(() => has("database.tar.gz") && !has("left-behind"), 60_000);
      return { child, ended: once(child, "close") };
    };
    const [row] = await asAdmin(
      product,
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    );
    const checkpointer = row?.pid as number;
    // The copy begins with a checkpoint, which the server cannot make now.
    process.kill(checkpointer, "SIGSTOP");
    try {
      const killed = await begin();
      killed.child.kill("SIGKILL");
      await killed.ended;
      writeFileSync(join(partial, "left-behind"), "");
      const first = await begin();
      const before = readdirSync(partial);
      const second = await product.pda("backup", folder);
      expect(second.code).to.equal(1);
      expect(second.stderr).to.match(
        /^pda: another backup is being written to .*shared\.partial \(pid \d+, since .*\)\n {2}next: wait for it/,
      );
      expect(readdirSync(partial)).to.deep.equal(before);
      process.kill(checkpointer, "SIGCONT");
      expect(await first.ended).to.deep.equal([0, null]);
    } finally {
      process.kill(checkpointer, "SIGCONT");
    }
    expect(readdirSync(folder)).to.not.include("pda.lock");
    expect(existsSync(partial)).to.equal(false);
    const env = { ...(await freePorts()), PDA_DATA_DIR: join(place.path, "of-shared") };
    expect((await pda(["restore", folder], { env })).stdout).to.match(/^restored into /m);
  });

  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)
    it(`that ${signal} interrupts removes what it has written, keys among it, and says so`, async () => {
      const folder = join(place.path, signal);
      const partial = `${folder}.partial`;
      // The copy begins with a checkpoint, which the server cannot make now: the command waits for it until it is interrupted.
      const [row] = await asAdmin(
        product,
        "select pid from pg_stat_activity where backend_type = 'checkpointer'",
      );
      const checkpointer = row?.pid as number;
      process.kill(checkpointer, "SIGSTOP");
      try {
        const child = spawn(command, ["backup", folder], {
          env: { PATH: process.env.PATH, ...product.settings },
          stdio: ["ignore", "pipe", "pipe"],
        });
        const ended = once(child, "close");
        const said = [text(child.stdout), text(child.stderr)];
        await until(() => existsSync(join(partial, "database.tar.gz")), 60_000);
        expect(readdirSync(partial)).to.include.members(["data.key", "pki"]);
        child.kill(signal);
        expect(await ended).to.deep.equal([code, null]);
        expect(await Promise.all(said)).to.deep.equal([
          "",
          `pda: the backup was interrupted; ${partial} was removed (${signal})\n  next: run the command again\n`,
        ]);
        expect([existsSync(partial), existsSync(folder)]).to.deep.equal([false, false]);
      } finally {
        process.kill(checkpointer, "SIGCONT");
      }
    });

  it("of another database is left to its own tools", async () => {
    const env = { DATABASE_URL: "postgres://somebody@localhost:1/elsewhere" };
    for (const command of ["backup", "restore"]) {
      const { code, stderr } = await pda([command, join(place.path, "none")], { env });
      expect(code).to.equal(1);
      expect(stderr).to.match(
        /^pda: pda backup and pda restore work on the embedded database only.*\n {2}next: .*docs\/operations\.md/,
      );
    }
  });
});

/** Asks the database of a product as its superuser. */
async function asAdmin(product: Product, statement: string): Promise<Record<string, unknown>[]> {
  const url = embeddedAdminUrl({ dir: product.dataDir, port: product.port("PDA_DATABASE_EMBEDDED_PORT") });
  const client = new pg.Client({ connectionString: url as string });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe("unpacking an archive", () => {
  /** A header as ustar says; the name and the size are what is asked for. */
  function header(name: string, bytes: number, type = "0"): Buffer {
    const block = Buffer.alloc(512);
    block.write(name, 0);
    block.write("0000600\0", 100);
    block.write(`${bytes.toString(8).padStart(11, "0")}\0`, 124);
    block.write("        ", 148);
    block.write(type, 156);
    block.write("ustar\x0000", 257);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return block;
  }
  async function* inChunks(whole: Buffer, size: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
  }
  const end = Buffer.alloc(1024);
  const refusalOf = async (archive: Buffer): Promise<string> => {
    using folder = temporaryDirectory();
    return unpack(inChunks(archive, 700), join(folder.path, "in")).then(
      () => "none",
      (error: Error) => error.message,
    );
  };

  it("gives the same files however it is cut", async () => {
    const text = Buffer.from("x".repeat(1500));
    const archive = Buffer.concat([
      header("base/", 0, "5"),
      header("base/1", text.length),
      text,
      Buffer.alloc(36),
      header("empty", 0),
      header("base/2", 512),
      Buffer.alloc(512, "y"),
      end,
    ]);
    for (const size of [1, 100, 511, 512, 513, 10_000]) {
      using folder = temporaryDirectory();
      const to = join(folder.path, "in");
      await unpack(inChunks(archive, size), to);
      expect(readFileSync(join(to, "base/1"))).to.deep.equal(text);
      expect(readFileSync(join(to, "base/2"), "utf8")).to.equal("y".repeat(512));
      expect(statSync(join(to, "empty")).size).to.equal(0);
    }
  });

  it("refuses what leads out of the folder, is no file, has another sum or ends too early", async () => {
    expect(await refusalOf(Buffer.concat([header("../out", 0), end]))).to.match(
      /outside the folder of the archive/,
    );
    expect(await refusalOf(Buffer.concat([header("/out", 0), end]))).to.match(
      /outside the folder of the archive/,
    );
    expect(await refusalOf(Buffer.concat([header("link", 0, "2"), end]))).to.match(
      /neither a file nor a folder/,
    );
    expect(await refusalOf(Buffer.concat([header("file", 600), Buffer.alloc(512)]))).to.match(
      /ends too early/,
    );
    const wrong = header("file", 0);
    wrong.write("x", 0);
    expect(await refusalOf(Buffer.concat([wrong, end]))).to.match(/checksum of a header is wrong/);
  });
});
