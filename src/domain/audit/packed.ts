import { promisify } from "node:util";
import { constants, zstdCompressSync, zstdDecompress } from "node:zlib";

/** Shorter bytes stay as they are: to pack them takes longer than to write them. */
const PACKED_FROM = 2_048;
/** The first byte of a Zstandard frame (RFC 8878 section 3.1.1). Records in their canonical form begin with `{`. */
const FRAME = 0x28;

/** Records of a batch resemble each other, so a short window finds as much and takes less memory. */
const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 17 };
const decompress = promisify(zstdDecompress);

/** Returns a copy of the records of a batch as they are stored: as one Zstandard frame, a tenth of their length or less, when they are many. */
export const packed = (records: Uint8Array): Uint8Array =>
  records.length < PACKED_FROM ? Buffer.from(records) : zstdCompressSync(records, { params });

/** Returns the records of a batch, `length` bytes, in their canonical form. @throws Error when the stored bytes are something else */
export async function unpacked(stored: Buffer, length: number): Promise<Buffer> {
  const records = stored[0] === FRAME ? await decompress(stored, { maxOutputLength: length }) : stored;
  if (records.length !== length)
    throw new Error("the stored records of a batch do not have the length of its records");
  return records;
}
