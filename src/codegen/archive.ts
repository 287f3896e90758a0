import { gzipSync } from "node:zlib";

const BLOCK = 512;

/** A file of an archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly content: Buffer;
}

/**
 * Returns a gzipped tar archive (POSIX ustar). The same files give the same bytes: no names of users, no times.
 * @throws Error for a path that ustar cannot hold
 */
export function archive(files: readonly ArchivedFile[]): Buffer {
  const blocks = files.flatMap(({ path, content }) => {
    const rest = (BLOCK - (content.length % BLOCK)) % BLOCK;
    return [header(path, content.length), content, Buffer.alloc(rest)];
  });
  const tar = Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
  return gzipSync(tar, { level: 9 });
}

function header(path: string, size: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tar archive`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(path, 0);
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  // The checksum counts its own field as blanks.
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\u000000", 257, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
