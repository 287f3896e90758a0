// The data key is rotated and replaced while all kinds of sealed values are written and read, and the rotation is killed on its way.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import pg from "pg";
import { derivedKeys, KeyRing } from "../../src/rpc/key-ring.ts";
import { Sealer } from "../../src/rpc/seal.ts";
import { KeyWrapping } from "../../src/services/data-keys/wrapping.ts";
import { SealingLoad } from "../e2e/support/sealing-load.ts";
import { Product } from "../support/product.ts";
import { openedBy, sealedValues } from "../support/sealed-values.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const command = join(import.meta.dirname, "../../bin/pda");
const unlimited = { PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000000", PDA_GATEWAY_RATE_BURST: "1000000" };

async function connected(product: Product): Promise<pg.Client & AsyncDisposable> {
  const db = new pg.Client({ connectionString: product.databaseUrl });
  await db.connect();
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.end() });
}

/** Every sealing key that lies in the database now, as a sealer of its own. */
async function sealersOf(product: Product, outerKey: Buffer): Promise<Sealer[]> {
  await using db = await connected(product);
  const { rows } = await db.query(
    "select version, wrapped_key from data_key where purpose = 'seal' and wrapped_key is not null",
  );
  const wrapping = new KeyWrapping(outerKey);
  const derived = derivedKeys(outerKey);
  return rows.map(({ version, wrapped_key: wrapped }) => {
    const key = wrapping.unwrap(wrapped, "seal", version);
    return new Sealer(new KeyRing({ ...derived, seal: new Map([[version, key]]), active: version }));
  });
}

/** Every value opens with the present key and with none of the former keys. */
async function expectSealedBy(product: Product, outerKey: Buffer, former: readonly Sealer[]): Promise<void> {
  const [present, ...more] = await sealersOf(product, outerKey);
  expect(more).to.have.length(0);
  const values = await sealedValues(product.store());
  expect(values.length).to.be.above(50);
  expect(openedBy(present as Sealer, values)).to.equal(values.length);
  for (const sealer of former) expect(openedBy(sealer, values)).to.equal(0);
}

/** Starts a rotation and kills it when it says this. */
async function killedAt(product: Product, said: RegExp): Promise<void> {
  const child = spawn(command, ["keys", "rotate-data"], {
    env: { ...process.env, ...product.settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const gone = once(child, "exit");
  for await (const line of createInterface({ input: child.stderr })) if (said.test(line)) break;
  child.kill("SIGKILL");
  await gone;
}

const fileOf = (product: Product): string => join(product.dataDir, "data.key");
const keyIn = (file: string): Buffer => Buffer.from(readFileSync(file, "utf8"), "base64");
function newKeyFile(product: Product, name: string): string {
  const file = join(product.folder, name);
  writeFileSync(file, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
  return file;
}

describe("the data key of a running product", function () {
  this.timeout(900_000);

  it("is rotated again and again, also after kill -9, and replaced, while no call fails", async () => {
    await using product = await Product.start({ ...unlimited, PDA_CORE_PROCESSES: "2" });
    const first = keyIn(fileOf(product));
    const load = new SealingLoad(product);
    await load.more(2);
    const former: Sealer[] = [new Sealer(KeyRing.derivedFrom(first))];

    const both = await Promise.all([
      product.pda("keys", "rotate-data"),
      load.more(1).then(() => product.pda("keys", "rotate-data")),
    ]);
    // On a busy machine, either can be the first.
    const [done, other] = both.toSorted((one, next) => (one.code ?? 1) - (next.code ?? 1));
    expect(done?.stdout, done?.stderr).to.match(/data key version 1 seals every secret/);
    expect([other?.code, other?.stderr], "at the same time").to.satisfy(
      ([code, text]: [number, string]) => code !== 0 && /another pda keys rotate-data is running/.test(text),
    );
    await expectSealedBy(product, first, former);

    former.push(...(await sealersOf(product, first)));
    await killedAt(product, /version 2 is stored/);
    await killedAt(product, /version 2 is active/);
    await killedAt(product, /values sealed anew/);
    await load.more(1);
    expect((await product.pda("doctor")).stdout).to.match(/version 2 seals, and a rotation is not finished/);
    const finished = await product.pda("keys", "rotate-data");
    expect(finished.stderr).to.match(/continuing the rotation to data key version 2/);
    expect(finished.code, finished.stderr).to.equal(0);
    await expectSealedBy(product, first, former);

    former.push(...(await sealersOf(product, first)));
    const next = newKeyFile(product, "new.key");
    const replaced = await product.pda("keys", "rotate-data", "--new-key-file", next);
    expect(replaced.code, replaced.stderr).to.equal(0);
    expect(replaced.stdout).to.match(/data\.key holds the new key; remove .*new\.key/);
    const [, kept = ""] = /^(\S+data\.key\.\w{8}) holds the former key/m.exec(replaced.stdout) ?? [];
    expect(keyIn(kept).equals(first)).to.equal(true);
    expect(keyIn(fileOf(product)).equals(keyIn(next))).to.equal(true);
    await expectSealedBy(product, keyIn(next), former);
    await expectUnwrapped(product, first, 0);
    await load.more(2);
    await load.stop();
    expect(load.failures).to.deep.equal([]);

    await product.kill9();
    writeFileSync(fileOf(product), `${first.toString("base64")}\n`);
    const refused = await product.up().catch((error: Error) => error.message);
    expect(refused).to.match(/data\.key is not the data key of this database/);
    expect(
      (await product.pda("keys", "rotate-data", "--new-key-file", next)).code,
      "an interrupted replacement",
    ).to.equal(0);
    await product.up();
    const after = new SealingLoad(product);
    await after.more(1);
    await after.stop();
    expect(after.failures).to.deep.equal([]);
  });
});

/** The wrapped keys that an outer key unwraps. */
async function expectUnwrapped(product: Product, outerKey: Buffer, count: number): Promise<void> {
  await using db = await connected(product);
  const { rows } = await db.query(
    "select purpose, version, wrapped_key from data_key where wrapped_key is not null",
  );
  const wrapping = new KeyWrapping(outerKey);
  const opened = rows.filter(({ purpose, version, wrapped_key: wrapped }) => {
    try {
      wrapping.unwrap(wrapped, purpose, version);
      return true;
    } catch {
      return false;
    }
  });
  expect(opened).to.have.length(count);
}

describe("a data key that a command prints", function () {
  this.timeout(600_000);

  it("starts the product, is in no backup, and is replaced once the command prints another", async () => {
    using dir = temporaryDirectory();
    const file = join(dir.path, "printed.key");
    const former = join(dir.path, "former.key");
    for (const each of [file, former])
      writeFileSync(each, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
    copyFileSync(file, former);
    await using product = await Product.start({ ...unlimited, PDA_DATA_KEY_COMMAND: `cat,${file}` });
    expect(existsSync(fileOf(product))).to.equal(false);
    const load = new SealingLoad(product);
    await load.more(2);
    const backup = await product.pda("backup", join(product.folder, "backup"));
    expect(backup.stdout, backup.stderr).to.match(
      /the data key is not in the backup, because dataKeyCommand/,
    );
    expect(existsSync(join(product.folder, "backup/data.key"))).to.equal(false);

    const refused = await product.pda("keys", "rotate-data", "--new-key-file", former);
    expect(refused.stderr).to.match(/the settings name dataKeyCommand/);
    writeFileSync(file, `${randomBytes(32).toString("base64")}\n`);
    expect((await product.pda("keys", "rotate-data")).stderr).to.match(/not the data key of this database/);
    const replaced = await product.pda("keys", "rotate-data", "--old-key-file", former);
    expect(replaced.code, replaced.stderr).to.equal(0);
    await load.more(1);
    await load.stop();
    expect(load.failures).to.deep.equal([]);
    await expectSealedBy(product, keyIn(file), [new Sealer(KeyRing.derivedFrom(keyIn(former)))]);
    await expectUnwrapped(product, keyIn(former), 0);

    await product.kill9();
    await product.up();
    expect((await product.pda("doctor")).stdout).to.match(
      /the data key belongs to this database; version 1 seals/,
    );
  });
});
