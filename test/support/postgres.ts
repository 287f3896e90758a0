import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { logger } from "../../src/logger.ts";
import { type Postgres, startPostgres } from "../../src/platform/postgres.ts";
import { isAlive, processesIn } from "../../src/platform/process-table.ts";
import { migrate } from "../../src/store/migrate.ts";
import { freePort } from "./ports.ts";

/** A separate database for one test file, with every migration applied. */
export interface TestDatabase extends AsyncDisposable {
  url: string;
  name: string;
  close(): Promise<void>;
}

/** Prefix of the folders of test servers; the process id of the test follows. */
const PREFIX = "pda-test-postgres-";

const TEMPLATE = "template_pda";

/** Settings for speed: test data need not survive a power cut. */
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

interface Server {
  postgres: Postgres;
  admin: Pool;
}

let running: Promise<Server> | undefined;
let count = 0;

function named(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

async function start(): Promise<Server> {
  removeAbandoned();
  const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const log = logger("test-database", { level: "silent" });
  const postgres = await startPostgres({
    dir,
    port: await freePort(),
    log,
    settings: FAST,
    keepAlive: false,
  });
  process.once("exit", () => endNow(postgres.pid, dir));
  const admin = new Pool({ connectionString: postgres.adminUrl, max: 2, allowExitOnIdle: true });
  const owner = new URL(postgres.url).username;
  await admin.query(`create database ${TEMPLATE} owner ${owner}`);
  await migrate(named(postgres.url, TEMPLATE));
  return { postgres, admin };
}

/** Removes the folders of test processes that were killed before they could remove them. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!(pid > 0) || isAlive(pid)) continue;
    const dir = join(tmpdir(), name);
    if (processesIn(join(dir, "postgres")).length === 0) rmSync(dir, { recursive: true, force: true });
  }
}

/** Ends the server at once and removes its folder. It runs in an exit handler, where nothing can be awaited. */
function endNow(pid: number, dir: string): void {
  const nap = new Int32Array(new SharedArrayBuffer(4));
  process.kill(pid, "SIGQUIT");
  for (let turn = 0; turn < 500 && processesIn(join(dir, "postgres")).length > 0; turn++)
    Atomics.wait(nap, 0, 0, 10);
  rmSync(dir, { recursive: true, force: true });
}

/**
 * Creates a fresh database with the product's schema, owned by the product's role. The PostgreSQL server starts once per process and ends
 * with it. Close the database, or let `await using` do so, after its connections are closed.
 */
export function testDatabase(): Promise<TestDatabase> {
  // By default the server logs each page of the copy, which takes several times as long.
  return create(`template ${TEMPLATE} strategy file_copy`);
}

/** Creates a fresh database without a schema. */
export function emptyDatabase(): Promise<TestDatabase> {
  return create("");
}

async function create(template: string): Promise<TestDatabase> {
  running ??= start();
  const { postgres, admin } = await running;
  const name = `test_${process.pid}_${++count}`;
  await admin.query(`create database ${name} ${template} owner ${new URL(postgres.url).username}`);
  const hasConnections = async (): Promise<boolean> =>
    (await admin.query("select from pg_stat_activity where datname = $1", [name])).rows.length > 0;
  const close = async () => {
    // A connection that its client has just ended would be told that it is terminated, after nobody listens to its errors any more.
    for (let turn = 0; turn < 50 && (await hasConnections()); turn += 1) await sleep(20);
    await admin.query(`drop database if exists ${name} with (force)`);
  };
  return { url: named(postgres.url, name), name, close, [Symbol.asyncDispose]: close };
}
