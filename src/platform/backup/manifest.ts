import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { PlatformError } from "../problem.ts";

/** Contents of a backup. The manifest file is written last, so a folder without it is not a complete backup. */
const schema = z.strictObject({
  format: z.literal(1),
  /** Version of the product that made the backup; `postgres` is the major version of the database server. */
  version: z.string().max(50),
  postgres: z.string().max(10),
  /** The newest migration that was applied to the database. */
  migration: z.string().max(200),
  createdAt: z.iso.datetime(),
  /** True when the backup holds the private keys of the installation. */
  keys: z.boolean(),
  files: z
    .array(
      z.strictObject({
        path: z.string().regex(/^(?!.*(^|\/)\.\.?(\/|$))[^/\\\0][^\\\0]*$/),
        bytes: z.int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(100_000),
});

export type Manifest = z.infer<typeof schema>;

export const MANIFEST = "backup.json";
export const DATABASE = "database.tar.gz";
export const CREDENTIALS = "postgres-credentials.json";

/** Returns the size and SHA-256 of a file. */
export async function digestOf(
  file: string,
  how: { readonly signal?: AbortSignal } = {},
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash, how);
  return { bytes: statSync(file).size, sha256: hash.digest("hex") };
}

/** Reads the manifest of a backup. @throws PlatformError when the folder is not a backup */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file))
    throw new PlatformError(
      `${folder} is not a complete backup: it has no ${MANIFEST}`,
      "name a folder that pda backup created",
    );
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    given = undefined;
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    throw new PlatformError(
      `${file} is damaged or was made by another version of pda`,
      "restore the backup with the version that made it, or restore another backup",
    );
  return parsed.data;
}

/** Checks every file of a backup against the manifest. @throws PlatformError that names the first missing or changed file */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const file = join(folder, path);
    const found = existsSync(file) ? await digestOf(file) : undefined;
    if (found?.bytes === bytes && found.sha256 === sha256) continue;
    throw new PlatformError(
      `${file} ${found ? "has changed since the backup was made" : "is missing"}`,
      "nothing was restored; restore another backup",
    );
  }
}
