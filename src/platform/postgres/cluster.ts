import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeAtomically } from "../../pki/files.ts";
import { PlatformError } from "../problem.ts";
import { type OsAccount, commandLine } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { endReasonOf } from "./full-disk.ts";

/** Logins of the cluster: the superuser, and the product's role, which owns the product's database. */
export interface Credentials {
  admin: { user: string; password: string };
  product: { user: string; password: string };
}

/** The major version of the server binaries. A folder of another major version is not touched. */
export const MAJOR = "18";

export const PRODUCT_DATABASE = "pda";

const newPassword = () => randomBytes(24).toString("base64url");

export function credentialsFile(dataDir: string): string {
  return join(dataDir, "postgres-credentials.json");
}

export function clusterDirectory(dataDir: string): string {
  return join(dataDir, "postgres");
}

/** Returns the logins of an existing cluster; undefined when none exists yet. */
export function readCredentials(dataDir: string): Credentials | undefined {
  const file = credentialsFile(dataDir);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

async function runInitdb(
  dir: string,
  password: string,
  binaries: Binaries,
  account: OsAccount,
): Promise<void> {
  const passwordFile = join(dir, "..", "postgres.init.password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account.owner) chownSync(passwordFile, account.owner.uid, account.owner.gid);
  const { file, args } = commandLine(account, binaries.initdb, [
    `--pgdata=${dir}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ]);
  try {
    await promisify(execFile)(file, args, {
      env: { ...process.env, ...binaries.env, LC_ALL: "C" },
      cwd: "/",
    });
  } catch (error) {
    const lines = String((error as { stderr?: string }).stderr || error)
      .trim()
      .split("\n");
    throw new PlatformError(
      `the embedded database could not be created: ${endReasonOf(lines)}`,
      "run: pda doctor",
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function requireMajor(dir: string): void {
  const version = readFileSync(join(dir, "PG_VERSION"), "utf8").trim();
  if (version === MAJOR) return;
  throw new PlatformError(
    `${dir} was made by PostgreSQL ${version}; the embedded database is PostgreSQL ${MAJOR}`,
    `dump the database with PostgreSQL ${version} and load it into a new one, or set another dataDir`,
  );
}

/**
 * Creates the database cluster in `<dataDir>/postgres` (UTF8, builtin C.UTF-8, SCRAM passwords) unless it exists. The cluster is created
 * under another name and then renamed, so an interrupted one never looks complete.
 */
export async function ensureCluster(
  dataDir: string,
  binaries: Binaries,
  account: OsAccount,
): Promise<Credentials> {
  const dir = clusterDirectory(dataDir);
  const known = readCredentials(dataDir);
  if (existsSync(join(dir, "PG_VERSION"))) {
    requireMajor(dir);
    if (known) return adopt(dir, account, known);
    throw new PlatformError(
      `${credentialsFile(dataDir)} is missing; it holds the passwords of the database in ${dir}`,
      `restore the file from a backup, or remove ${dir} to start with an empty database`,
    );
  }
  const credentials: Credentials = known ?? {
    admin: { user: "postgres", password: newPassword() },
    product: { user: "pda", password: newPassword() },
  };
  if (!known) writeAtomically(credentialsFile(dataDir), `${JSON.stringify(credentials, null, 2)}\n`);
  const draft = join(dataDir, "postgres.init");
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (account.owner) chownSync(draft, account.owner.uid, account.owner.gid);
  await runInitdb(draft, credentials.admin.password, binaries, account);
  renameSync(draft, dir);
  return credentials;
}

/** Checks that the cluster belongs to the user that runs the server. */
function adopt(dir: string, account: OsAccount, credentials: Credentials): Credentials {
  const owner = account.owner?.uid ?? process.getuid?.();
  const found = statSync(dir).uid;
  if (owner !== undefined && found !== owner) {
    throw new PlatformError(
      `${dir} belongs to user ${found}, but the server would run as user ${owner}`,
      `start pda as the user who created the folder, or run: chown -R ${owner} ${dir}`,
    );
  }
  chmodSync(dir, 0o700);
  return credentials;
}
