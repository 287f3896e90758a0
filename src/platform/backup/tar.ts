import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { PlatformError } from "../problem.ts";

const BLOCK = 512;
/** Entry types. */
const FILE = "0".charCodeAt(0);
const FOLDER = "5".charCodeAt(0);

interface Entry {
  readonly name: string;
  readonly bytes: number;
  readonly isFolder: boolean;
}

const damaged = (what: string): PlatformError =>
  new PlatformError(`the database archive is damaged: ${what}`, "restore another backup");

/** Reads a number: octal digits, or base 256 when the first byte has the highest bit set. */
function numberAt(header: Buffer, at: number, length: number): number {
  const field = header.subarray(at, at + length);
  if (((field[0] ?? 0) & 0x80) === 0)
    return Number.parseInt(field.toString("latin1").replace(/[\0 ]+$/, ""), 8);
  return Number(BigInt(`0x${field.subarray(1).toString("hex")}`));
}

function textAt(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString("utf8");
}

/** Reads a header in the ustar format (POSIX.1-1988), for the entry types that PostgreSQL writes; undefined at the end. */
function entryOf(header: Buffer): Entry | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== numberAt(header, 148, 8)) throw damaged("the checksum of a header is wrong");
  const prefix = textAt(header, 345, 155);
  const name = (prefix === "" ? "" : `${prefix}/`) + textAt(header, 0, 100);
  const type = header[156];
  const bytes = numberAt(header, 124, 12);
  if (type !== FILE && type !== FOLDER) throw damaged(`${name} is neither a file nor a folder`);
  if (name.startsWith("/") || name.split("/").includes(".."))
    throw damaged(`${name} is outside the folder of the archive`);
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw damaged(`${name} has no valid size`);
  return { name, bytes, isFolder: type === FOLDER };
}

/**
 * Unpacks a tar archive into a folder. Only the owner may read the files. The files are synchronised to the disk on return.
 * @throws PlatformError when the archive is damaged or ends too early
 */
export async function unpack(archive: AsyncIterable<Buffer>, folder: string): Promise<void> {
  const folders = new Set([folder]);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let rest: Buffer = Buffer.alloc(0);
  let handle: number | undefined;
  let left = 0;
  let padding = 0;
  let ended = false;
  const open = ({ name, bytes, isFolder }: Entry): void => {
    const path = join(folder, name);
    folders.add(isFolder ? path : dirname(path));
    mkdirSync(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (isFolder) return;
    handle = openSync(path, "wx", 0o600);
    left = bytes;
    padding = (BLOCK - (bytes % BLOCK)) % BLOCK;
    if (bytes === 0) close();
  };
  const close = (): void => {
    if (handle === undefined) return;
    fsyncSync(handle);
    closeSync(handle);
    handle = undefined;
  };
  for await (const chunk of archive) {
    if (ended) continue;
    let data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    rest = Buffer.alloc(0);
    while (data.length > 0 && !ended) {
      if (handle !== undefined) {
        const part = data.subarray(0, left);
        for (let written = 0; written < part.length; ) written += writeSync(handle, part, written);
        left -= part.length;
        data = data.subarray(part.length);
        if (left === 0) close();
      } else if (padding > 0) {
        const skipped = Math.min(padding, data.length);
        padding -= skipped;
        data = data.subarray(skipped);
      } else if (data.length < BLOCK) {
        rest = Buffer.from(data);
        break;
      } else {
        const entry = entryOf(data.subarray(0, BLOCK));
        data = data.subarray(BLOCK);
        if (entry) open(entry);
        else ended = true;
      }
    }
  }
  if (handle !== undefined || rest.length > 0) throw damaged("the archive ends too early");
  for (const path of folders) syncFolder(path);
}

/** Synchronises a folder to the disk, so that the names in it survive a power cut. */
export function syncFolder(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}
