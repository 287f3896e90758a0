import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { PlatformError } from "../problem.ts";

/** What a backup consists of. The file with this is written last: a folder without it is no backup. */
const schema = z.strictObject({
  format: z.literal(1),
  /** Version of the product that made it, and of the server whose files are in it. */
  version: z.string().max(50),
  postgres: z.string().max(10),
  /** The last migration that the database had. */
  migration: z.string().max(200),
  createdAt: z.iso.datetime(),
  /** Whether the private keys of the installation are in it. */
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

/** Size and SHA-256 of a file. */
export async function digestOf(
  file: string,
  how: { readonly signal?: AbortSignal } = {},
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash, how);
  return { bytes: statSync(file).size, sha256: hash.digest("hex") };
}

/** What a backup says of itself. @throws PlatformError when the folder is none */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file))
    throw new PlatformError(
      `${folder} is not a backup, or one that was not finished: it has no ${MANIFEST}`,
      "name the folder that pda backup has made",
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
      `${file} is damaged or of another version of pda`,
      "restore it with the version that made it, or restore another backup",
    );
  return parsed.data;
}

/** Reads every file of a backup. @throws PlatformError naming the first that is missing or another than when it was made */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const file = join(folder, path);
    const found = existsSync(file) ? await digestOf(file) : undefined;
    if (found?.bytes === bytes && found.sha256 === sha256) continue;
    throw new PlatformError(
      `${file} is ${found ? "not as it was when the backup was made" : "missing"}`,
      "nothing was restored; restore another backup",
    );
  }
}
