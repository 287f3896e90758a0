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
import { clusterDirectory, credentialsFile, MAJOR } from "../postgres/cluster.ts";
import { PlatformError } from "../problem.ts";
import { type BackupProgress, writeBaseBackup } from "./base-backup.ts";
import { CREDENTIALS, DATABASE, digestOf, MANIFEST, type Manifest } from "./manifest.ts";
import { syncFolder } from "./tar.ts";

/** Where an installation keeps what a backup needs besides its database. */
export interface InstallationPlaces {
  readonly dataDir: string;
  readonly dataKeyFile: string;
  readonly pkiDir: string;
}

/** Private things by their name in a backup, and where they are: files or folders. */
export const keyPlaces = ({
  dataDir,
  dataKeyFile,
  pkiDir,
}: InstallationPlaces): readonly (readonly [string, string])[] => [
  ["data.key", dataKeyFile],
  ["pki", pkiDir],
  ["keys", join(dataDir, "keys")],
];

export interface BackupOptions {
  /** The folder to be made. */
  readonly to: string;
  readonly places: InstallationPlaces;
  /** Of the embedded database, which runs. */
  readonly adminUrl: string;
  readonly withKeys: boolean;
  readonly version: string;
  readonly migration: string;
  readonly progress: BackupProgress;
  /** Ends it early: what was written is removed, and the reason thrown. */
  readonly signal: AbortSignal;
}

/**
 * Makes a backup of the embedded database and of the keys that it needs, while it works. The folder appears when it is complete and on
 * the disk; until then it has another name, and no manifest.
 * @throws PlatformError when the folder is there already; the server's error; the reason of the signal
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { to, places, withKeys, version, migration, signal } = options;
  if (existsSync(to))
    throw new PlatformError(`${to} is there already`, "name a folder that is not there yet");
  const database = clusterDirectory(places.dataDir);
  if (!relative(database, resolve(to)).startsWith(".."))
    throw new PlatformError(`${to} is in the database's own folder`, `name a folder outside of ${database}`);
  const draft = `${to}.partial`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    // The keys come first: whatever the database has sealed by the time that it is copied, they open.
    copyPrivate(credentialsFile(places.dataDir), join(draft, CREDENTIALS));
    if (withKeys)
      for (const [name, place] of keyPlaces(places))
        if (existsSync(place)) copyPrivate(place, join(draft, name));
    await writeDatabase(join(draft, DATABASE), options);
    const files = [];
    for (const path of filesIn(draft))
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
    renameSync(draft, to);
    syncFolder(dirname(to));
    return manifest;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw signal.aborted ? signal.reason : error;
  }
}

const fullDiskCodes = new Set(["ENOSPC", "EDQUOT"]);

async function writeDatabase(file: string, { adminUrl, progress, signal }: BackupOptions): Promise<void> {
  const archive = addAbortSignal(signal, new PassThrough({ highWaterMark: 1 << 20 }));
  const out = createWriteStream(file, { mode: 0o600, flags: "wx", flush: true });
  // A fast level: the processors are the service's.
  const stored = pipeline(archive, createGzip({ level: constants.Z_BEST_SPEED }), out);
  stored.catch(() => undefined);
  try {
    await writeBaseBackup(adminUrl, archive, progress);
  } catch (error) {
    archive.destroy();
    // Of the two ends the disk is the one that can be full.
    throw fullDiskCodes.has((error as NodeJS.ErrnoException).code ?? "") ? named(file, error) : error;
  }
  await stored.catch((error: unknown) => {
    throw named(file, error);
  });
}

/** Copies a file, or a folder with all that is in it, for its owner only. */
export function copyPrivate(from: string, to: string): void {
  if (statSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(from)) copyPrivate(join(from, name), join(to, name));
    syncFolder(to);
    return;
  }
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  copyFileSync(from, to);
  // Certificates are readable for all, which a backup keeps; private keys are not.
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
