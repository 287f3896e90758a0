import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { Logger } from "../logger.ts";
import { privateDirectory } from "../pki/files.ts";
import { requirePort } from "./ports.ts";
import { serverAccount } from "./postgres/account.ts";
import { findBinaries } from "./postgres/binaries.ts";
import {
  type Credentials,
  clusterDirectory,
  ensureCluster,
  PRODUCT_DATABASE,
  readCredentials,
} from "./postgres/cluster.ts";
import { clearLeftovers } from "./postgres/leftover.ts";
import { namingFullDisk } from "./postgres/full-disk.ts";
import { runServer } from "./postgres/server.ts";

export interface PostgresOptions {
  /** The data folder (`config.dataDir`); the database is in its subfolder `postgres`. */
  dir: string;
  /** Port on the loopback interface. */
  port: number;
  log: Logger;
  /** Server settings that override the product's, for tests that need no durability. */
  settings?: Record<string, string>;
  /** True (the default) when the server keeps this process alive. */
  keepAlive?: boolean;
  /** How long the server may take to start, beside a recovery after a crash; 60 s when absent. */
  startMs?: number;
}

export interface Postgres extends AsyncDisposable {
  /** Connection string of the product's role. That role owns the product's database. */
  url: string;
  /** Connection string of the superuser to the maintenance database. */
  adminUrl: string;
  /** Process id of the server. */
  pid: number;
  /** Resolves with how the server ended, for any reason. */
  exited: Promise<string>;
  close: () => Promise<void>;
  /** Ends the server at once. It writes nothing more, also not to the file of its process, which may be another server's by now. */
  kill: () => void;
}

/** The longest folder path that fits a UNIX socket address (unix(7)) together with PostgreSQL's name of the socket. */
const SOCKET_DIR_MAX = 107 - "/.s.PGSQL.65535.lock".length;

function urlOf(
  { user, password }: { user: string; password: string },
  port: number,
  database: string,
): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** Returns the connection string of a data folder's embedded database, running or not; undefined when none was created. */
export function embeddedUrl({ dir, port }: { dir: string; port: number }): string | undefined {
  const credentials = readCredentials(dir);
  return credentials && urlOf(credentials.product, port, PRODUCT_DATABASE);
}

/** Returns the connection string of the embedded database's superuser, to the maintenance database. */
export function embeddedAdminUrl({ dir, port }: { dir: string; port: number }): string | undefined {
  const credentials = readCredentials(dir);
  return credentials && urlOf(credentials.admin, port, "postgres");
}

/** Creates the product's role and database when they are missing. This also completes an interrupted first start. */
async function ensureProduct(adminUrl: string, { product }: Credentials): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const role = await client.query("select 1 from pg_roles where rolname = $1", [product.user]);
    if (role.rowCount === 0) {
      await client.query(
        `create role ${product.user} login password ${client.escapeLiteral(product.password)}`,
      );
    }
    const database = await client.query("select 1 from pg_database where datname = $1", [PRODUCT_DATABASE]);
    if (database.rowCount === 0) {
      await client.query(`create database ${PRODUCT_DATABASE} owner ${product.user}`);
      await client.query(`revoke all on database ${PRODUCT_DATABASE} from public`);
    }
  } finally {
    await client.end();
  }
}

function socketDirectory(
  dataDir: string,
  owner: { uid: number; gid: number } | undefined,
): string | undefined {
  const dir = join(dataDir, "postgres-socket");
  if (Buffer.byteLength(dir) > SOCKET_DIR_MAX || process.platform === "win32") return undefined;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (owner) chownSync(dir, owner.uid, owner.gid);
  return dir;
}

/**
 * Starts the embedded PostgreSQL of a data folder and waits until it accepts connections. The first start creates the folder. Processes
 * and files of a killed run are cleared first; PostgreSQL then recovers every committed transaction. The server listens on the loopback
 * interface and, when the path is short enough, on a UNIX socket in the data folder. The server ends with this process.
 * The caller must hold the lock of the data folder.
 * @throws PlatformError when the port is taken, another user owns the folder, or the disk is full, or with the server's own reason.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  try {
    return await start(options);
  } catch (error) {
    throw namingFullDisk(error, options.dir);
  }
}

async function start(options: PostgresOptions): Promise<Postgres> {
  const { dir, port, log, settings, startMs, keepAlive = true } = options;
  privateDirectory(dir);
  const binaries = findBinaries(dir);
  const cluster = clusterDirectory(dir);
  const account = serverAccount([cluster, binaries.postgres]);
  const socketDir = socketDirectory(dir, account.owner);
  await clearLeftovers(cluster, socketDir, log);
  await requirePort(
    "127.0.0.1",
    port,
    "the embedded database",
    "database.embeddedPort (PDA_DATABASE_EMBEDDED_PORT)",
  );
  const credentials = await ensureCluster(dir, binaries, account);
  const server = await runServer({
    dir: cluster,
    port,
    socketDir,
    binaries,
    account,
    settings,
    log,
    startMs,
  });
  const adminUrl = urlOf(credentials.admin, port, "postgres");
  try {
    await ensureProduct(adminUrl, credentials);
  } catch (error) {
    await server.stop();
    throw error;
  }
  if (!keepAlive) {
    server.child.unref();
    (server.child.stderr as unknown as { unref(): void } | null)?.unref();
  }
  return {
    url: urlOf(credentials.product, port, PRODUCT_DATABASE),
    adminUrl,
    pid: server.child.pid as number,
    exited: server.exited,
    close: server.stop,
    kill: () => void server.child.kill("SIGKILL"),
    [Symbol.asyncDispose]: server.stop,
  };
}
