import { chownSync, createReadStream, existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { named } from "../../files/error.ts";
import { privateDirectory } from "../../pki/files.ts";
import { serverAccount } from "../postgres/account.ts";
import { findBinaries } from "../postgres/binaries.ts";
import { clusterDirectory, credentialsFile, MAJOR } from "../postgres/cluster.ts";
import { PlatformError } from "../problem.ts";
import { CREDENTIALS, checkFiles, DATABASE, type Manifest, readManifest } from "./manifest.ts";
import { syncFolder, unpack } from "./tar.ts";
import { copyPrivate, type InstallationPlaces, keyPlaces } from "./write.ts";

export interface RestoreOptions {
  readonly from: string;
  readonly places: InstallationPlaces;
  /** The newest migration that this version knows. */
  readonly migration: string;
  readonly say: (text: string) => void;
}

/**
 * Restores a backup into the places of an installation. It overwrites nothing, and checks every file of the backup before it writes
 * anything. The database folder gets its final name last, so an interrupted restore never looks complete. The caller must hold the lock
 * of the data folder.
 * @throws PlatformError
 */
export async function restoreBackup({ from, places, migration, say }: RestoreOptions): Promise<Manifest> {
  const manifest = readManifest(from);
  requireFit(manifest, migration);
  const targets = [
    [CREDENTIALS, credentialsFile(places.dataDir)] as const,
    ...(manifest.keys ? keyPlaces(places) : []),
  ].filter(([name]) => existsSync(join(from, name)));
  const cluster = clusterDirectory(places.dataDir);
  const taken = [cluster, ...targets.map(([, place]) => place)].find((place) => existsSync(place));
  if (taken !== undefined)
    throw new PlatformError(
      `${taken} already exists, and a restore overwrites nothing`,
      "move the installation aside, or restore into another folder (dataDir, PDA_DATA_DIR)",
    );
  say("checking the files of the backup");
  await checkFiles(from, manifest);

  privateDirectory(places.dataDir);
  const draft = `${cluster}.restore`;
  rmSync(draft, { recursive: true, force: true });
  say("unpacking the database");
  const archive = createGunzip();
  try {
    await Promise.all([pipeline(createReadStream(join(from, DATABASE)), archive), unpack(archive, draft)]);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw named(draft, error);
  }
  const { owner } = serverAccount([cluster, findBinaries(places.dataDir).postgres]);
  if (owner) chownAll(draft, owner);
  for (const [name, place] of targets) copyPrivate(join(from, name), place);
  renameSync(draft, cluster);
  syncFolder(dirname(cluster));
  return manifest;
}

/** @throws PlatformError when this version cannot use the backup */
function requireFit({ version, postgres, migration: theirs }: Manifest, migration: string): void {
  if (postgres !== MAJOR)
    throw new PlatformError(
      `the backup is of PostgreSQL ${postgres}; the embedded database is PostgreSQL ${MAJOR}`,
      `restore the backup with pda ${version}`,
    );
  if (theirs > migration)
    throw new PlatformError(
      `the backup is of a newer version (pda ${version}): its database has the migration ${theirs}, which this version does not know`,
      `restore the backup with pda ${version} or a newer version`,
    );
}

function chownAll(path: string, owner: { uid: number; gid: number }): void {
  chownSync(path, owner.uid, owner.gid);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) chownAll(join(path, name), owner);
}
