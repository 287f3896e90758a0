import { deflateSync } from "node:zlib";

/** Bits of an entry, enough for valid, invalid and suspended. */
const STATUS_BITS = 2;
const ENTRIES_PER_BYTE = 8 / STATUS_BITS;
const ENTRY_MASK = 2 ** STATUS_BITS - 1;
/** `typ` of a status list (draft-ietf-oauth-status-list §5.1). */
export const STATUS_LIST_TYPE = "statuslist+jwt";

/** The claim `status_list` of a token (draft-ietf-oauth-status-list §4.2). */
export interface StatusListClaim {
  readonly bits: typeof STATUS_BITS;
  /** The entries, compressed (zlib, RFC 1950), in base64url. */
  readonly lst: string;
}

/** The claim `status` of a listed token (draft-ietf-oauth-status-list §6.1). */
export interface StatusClaim {
  readonly status_list: { readonly idx: number; readonly uri: string };
}

/** The entries of a list, two bits each, initially 0 (valid). The first entry is in the lowest bits of the first byte. */
export class StatusEntries {
  readonly bytes: Uint8Array;

  /** @param size number of entries, a multiple of four */
  constructor(size: number) {
    this.bytes = new Uint8Array(size / ENTRIES_PER_BYTE);
  }

  /** @param status 0 to 3 */
  set(index: number, status: number): void {
    const at = Math.floor(index / ENTRIES_PER_BYTE);
    const exists = Number.isInteger(index) && index >= 0 && at < this.bytes.length;
    if (!exists || (status & ENTRY_MASK) !== status)
      throw new RangeError("the index must be in the list, and the status 0 to 3");
    const shift = (index % ENTRIES_PER_BYTE) * STATUS_BITS;
    this.bytes[at] = ((this.bytes[at] as number) & ~(ENTRY_MASK << shift)) | (status << shift);
  }

  claim(): StatusListClaim {
    return { bits: STATUS_BITS, lst: deflateSync(this.bytes, { level: 9 }).toString("base64url") };
  }
}
