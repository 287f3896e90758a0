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
  /** The data folder (`config.dataDir`); the database is in `postgres` under it. */
  dir: string;
  /** On the loopback interface. */
  port: number;
  log: Logger;
  /** Server settings over ours, for tests that need no durability. */
  settings?: Record<string, string>;
  /** Whether the server keeps this process alive; true unless given. */
  keepAlive?: boolean;
}

export interface Postgres extends AsyncDisposable {
  /** Connection string of the product's role, which owns the product's database. */
  url: string;
  /** Connection string of the superuser to the maintenance database. */
  adminUrl: string;
  /** Process id of the server. */
  pid: number;
  /** Resolves with how the server ended, whoever ended it. */
  exited: Promise<string>;
  close: () => Promise<void>;
}

/** The longest path that fits a UNIX socket address (unix(7)), less the name that PostgreSQL gives the socket. */
const SOCKET_DIR_MAX = 107 - "/.s.PGSQL.65535.lock".length;

function urlOf(
  { user, password }: { user: string; password: string },
  port: number,
  database: string,
): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** Connection string of the embedded database of a data folder, or undefined when it was never made. Does not say that it runs. */
export function embeddedUrl({ dir, port }: { dir: string; port: number }): string | undefined {
  const credentials = readCredentials(dir);
  return credentials && urlOf(credentials.product, port, PRODUCT_DATABASE);
}

/** The same of its superuser, to the maintenance database. */
export function embeddedAdminUrl({ dir, port }: { dir: string; port: number }): string | undefined {
  const credentials = readCredentials(dir);
  return credentials && urlOf(credentials.admin, port, "postgres");
}

/** Makes the product's role and database where they are missing; a first start that was interrupted is completed here. */
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
 * Starts the embedded PostgreSQL of a data folder and waits until it takes connections. The folder is made at the first start; what
 * a killed run left behind is cleared first, and PostgreSQL then recovers every committed transaction. The server listens on the
 * loopback interface and, where the path allows, on a UNIX socket in the data folder, and ends with this process.
 * The caller must hold the lock of the data folder.
 * @throws PlatformError: the port is taken, the folder is another's, its disk is full, or the server's own reason.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  try {
    return await start(options);
  } catch (error) {
    throw namingFullDisk(error, options.dir);
  }
}

async function start(options: PostgresOptions): Promise<Postgres> {
  const { dir, port, log, settings, keepAlive = true } = options;
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
  const server = await runServer({ dir: cluster, port, socketDir, binaries, account, settings, log });
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
    [Symbol.asyncDispose]: server.stop,
  };
}
