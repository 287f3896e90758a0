import {
  chmodSync,
  closeSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { addAbortSignal, PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { named } from "../../files/error.ts";
import { writeAtomically } from "../../pki/files.ts";
import { lockFile, lockHolder, takeLock } from "../lock.ts";
import { clusterDirectory, credentialsFile, MAJOR } from "../postgres/cluster.ts";
import { PlatformError } from "../problem.ts";
import { type BackupProgress, writeBaseBackup } from "./base-backup.ts";
import { CREDENTIALS, DATABASE, digestOf, MANIFEST, type Manifest } from "./manifest.ts";
import { syncFolder } from "./tar.ts";

/** Folders and files of an installation that a backup reads. */
export interface InstallationPlaces {
  readonly dataDir: string;
  /** Undefined when a command prints the data key, which is then in no backup. */
  readonly dataKeyFile: string | undefined;
  readonly pkiDir: string;
}

const DATA_KEY = "data.key";

/** Private files and folders: name in the backup, and place in the installation. */
export const keyPlaces = ({
  dataDir,
  dataKeyFile,
  pkiDir,
}: InstallationPlaces): readonly (readonly [string, string])[] => [
  ...(dataKeyFile === undefined ? [] : [[DATA_KEY, dataKeyFile] as const]),
  ["pki", pkiDir],
  ["keys", join(dataDir, "keys")],
  // Nobody else has these private keys: value and assets of a wallet are out of reach without its key.
  ["wallets", join(dataDir, "wallets")],
];

export interface BackupOptions {
  /** Folder to create. */
  readonly to: string;
  readonly places: InstallationPlaces;
  /** Connection string of the superuser of the running embedded database. */
  readonly adminUrl: string;
  readonly withKeys: boolean;
  /** Checks that the copied data key opens the copied database. The key may have been replaced meanwhile. */
  readonly requireKey: (dataKeyFile: string) => Promise<void>;
  readonly version: string;
  readonly migration: string;
  readonly progress: BackupProgress;
  /** Stops the backup: written files are removed, and the signal's reason is thrown. */
  readonly signal: AbortSignal;
}

/**
 * Backs up the running embedded database and the keys that it needs. The folder gets its final name when it is complete and on the
 * disk; until then it has another name and no manifest.
 * @throws PlatformError when the folder already exists, or another process makes it; the server's error; the reason of the signal
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { to, places, withKeys, version, migration, signal } = options;
  requireAbsent(to);
  const database = clusterDirectory(places.dataDir);
  if (!relative(database, resolve(to)).startsWith(".."))
    throw new PlatformError(`${to} is inside the database folder`, `name a folder outside ${database}`);
  const draft = `${to}.partial`;
  takeDraft(draft);
  try {
    // Another process may have finished this backup just before its draft was taken here.
    requireAbsent(to);
    // Keys are copied before the database, so that they open every secret that the copied database holds.
    copyPrivate(credentialsFile(places.dataDir), join(draft, CREDENTIALS));
    if (withKeys)
      for (const [name, place] of keyPlaces(places))
        if (existsSync(place)) copyPrivate(place, join(draft, name));
    await writeDatabase(join(draft, DATABASE), options);
    const dataKey = join(draft, DATA_KEY);
    if (existsSync(dataKey)) await options.requireKey(dataKey);
    const files = [];
    for (const path of filesIn(draft).filter((path) => join(draft, path) !== lockFile(draft)))
      files.push({ path, ...(await digestOf(join(draft, path), { signal })) });
    signal.throwIfAborted();
    const createdAt = new Date().toISOString();
    const manifest: Manifest = {
      format: 1,
      version,
      postgres: MAJOR,
      migration,
      createdAt,
      keys: withKeys,
      files,
    };
    writeAtomically(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    // The lock moves with the folder: without it, another process would take the draft for one that was left behind.
    renameSync(draft, to);
    rmSync(lockFile(to));
    syncFolder(to);
    syncFolder(dirname(to));
    return manifest;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw signal.aborted ? signal.reason : error;
  }
}

function requireAbsent(to: string): void {
  if (existsSync(to)) throw new PlatformError(`${to} already exists`, "name a folder that does not exist");
}

/**
 * Takes the folder of a backup that is not complete, empty and for this process alone. Removes what a process that has ended left there.
 * @throws PlatformError when the process that makes a backup there runs
 */
function takeDraft(draft: string): void {
  const maker = lockHolder(draft);
  if (maker)
    throw new PlatformError(
      `another backup is being written to ${draft} (pid ${maker.pid}, since ${maker.since})`,
      `wait for it, stop it (kill ${maker.pid}), or name another folder`,
    );
  takeLock(draft, "pda backup");
  chmodSync(draft, 0o700);
  for (const name of readdirSync(draft)) {
    const path = join(draft, name);
    if (path !== lockFile(draft)) rmSync(path, { recursive: true, force: true });
  }
}

const fullDiskCodes = new Set(["ENOSPC", "EDQUOT"]);

async function writeDatabase(file: string, { adminUrl, progress, signal }: BackupOptions): Promise<void> {
  const archive = addAbortSignal(signal, new PassThrough({ highWaterMark: 1 << 20 }));
  const out = createWriteStream(file, { mode: 0o600, flags: "wx", flush: true });
  // A fast compression level leaves the processors to the service.
  const stored = pipeline(archive, createGzip({ level: constants.Z_BEST_SPEED }), out);
  stored.catch(() => undefined);
  try {
    await writeBaseBackup(adminUrl, archive, progress);
  } catch (error) {
    archive.destroy();
    // Only the output file can meet a full disk here, so the error names that file.
    throw fullDiskCodes.has((error as NodeJS.ErrnoException).code ?? "") ? named(file, error) : error;
  }
  await stored.catch((error: unknown) => {
    throw named(file, error);
  });
}

/** Copies a file, or a folder with its contents. Only the owner may write the copy, or read a private file. */
export function copyPrivate(from: string, to: string): void {
  if (statSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(from)) copyPrivate(join(from, name), join(to, name));
    syncFolder(to);
    return;
  }
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  copyFileSync(from, to);
  // Keeps certificates readable for all users and private keys readable for the owner only.
  chmodSync(to, statSync(from).mode & 0o644);
  const handle = openSync(to, "r");
  fsyncSync(handle);
  closeSync(handle);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => relative(folder, join(folder, path)))
    .sort();
}
