import { newId, writeUuidOf } from "../identifier/identifier.ts";
import { HASH_BYTES, leafHashOfText } from "./merkle.ts";
import { packed } from "./packed.ts";
import { type AuditEntry, canonicalRecord } from "./record.ts";

/** Most records in a batch: the two last characters of an identifier count them. */
export const BATCH_RECORDS_MAX = 1024;
/** Time after the start of a batch in which records are added to it. */
const openMs = 1_000;
/** Bytes that are reserved for a record; longer records make the buffer grow. */
const recordBytes = 512;

const base32 = "0123456789abcdefghjkmnpqrstvwxyz";
/** The last two characters of the identifiers in a batch. */
const endings = Array.from(
  { length: BATCH_RECORDS_MAX },
  (_, place) => `${base32[place >> 5]}${base32[place & 31]}`,
);

/** Records that are written together, as the store keeps them. */
export interface EncodedBatch {
  /** Identifier of the first record. Those of the others count on from it. */
  readonly batchId: string;
  readonly count: number;
  /** The records, packed. */
  readonly records: Uint8Array;
  /** Where each record ends in the records that are not packed. */
  readonly ends: readonly number[];
  /** Hashes of the leaves, one after the other. */
  readonly hashes: Uint8Array;
  /** For each key that a record is found by, one character for each record: `1` when the record has the key, else `0`. */
  readonly places: ReadonlyMap<string, string>;
}

/** The keys that records are found by. A record that succeeded is not found by its outcome: most records are so. */
export const keyOf = {
  tenant: (tenantId: string): string => `tenant ${tenantId}`,
  credential: (credentialId: string): string => `credential ${credentialId}`,
  session: (sessionId: string): string => `session ${sessionId}`,
  operation: (operation: string): string => `operation ${operation}`,
  outcome: (outcome: "refused" | "failed"): string => `outcome ${outcome}`,
  /** Calls that ended long before their batch began. For example, a gateway answered them while no core was there. */
  late: "late",
};

/** Time between a call and its batch after which the record is found by the key `late`. Lists look further than this for other records. */
const lateMs = 60_000;

/** Encodes records into a batch, and gives each its identifier. */
export class RecordBatch {
  readonly #id: string;
  /** The number in the last two characters of the identifier: 0 in a new batch. */
  readonly #first: number;
  readonly #startedMs: number;
  #bytes: Buffer;
  readonly #ends: number[] = [];
  readonly #hashes: Buffer;
  #hasEnded = false;
  readonly #tenants = new Map<string, number[]>();
  readonly #credentials = new Map<string, number[]>();
  readonly #sessions = new Map<string, number[]>();
  readonly #operations = new Map<string, number[]>();
  readonly #outcomes = new Map<"refused" | "failed", number[]>();
  /** Calls before this time are late; as text, because the times of records are compared as text. */
  readonly #lateBefore: string;
  readonly #late: number[] = [];

  /** @param batchId identifier of the first record; a new one by default */
  constructor(batchId = `${newId("auditRecord").slice(0, -2)}00`) {
    this.#id = batchId;
    this.#first = endings.indexOf(batchId.slice(-2));
    this.#startedMs = Date.now();
    this.#lateBefore = new Date(timeIn(batchId) - lateMs).toISOString();
    const { bytes, hashes } = spare.pop() ?? newMemory();
    this.#bytes = bytes;
    this.#hashes = hashes;
  }

  get count(): number {
    return this.#ends.length;
  }

  /** Tells whether a record may be added. The identifiers have the time of the batch, so a batch is short. */
  get isOpen(): boolean {
    return this.count < BATCH_RECORDS_MAX && Math.abs(Date.now() - this.#startedMs) < openMs;
  }

  add(entry: AuditEntry): void {
    if (this.#hasEnded) throw new Error("the batch has ended");
    const place = this.count;
    const start = this.#ends.at(-1) ?? 0;
    const text = canonicalRecord(entry, this.#id.slice(0, -2) + endings[this.#first + place]);
    this.#bytes = withRoom(this.#bytes, start + text.length * 3);
    this.#ends.push(start + this.#bytes.write(text, start, "utf8"));
    this.#hashes.write(leafHashOfText(text), place * HASH_BYTES, "latin1");
    note(this.#operations, entry.operation, place);
    if (entry.tenantId !== undefined) note(this.#tenants, entry.tenantId, place);
    if (entry.credentialId !== undefined) note(this.#credentials, entry.credentialId, place);
    if (entry.sessionId !== undefined) note(this.#sessions, entry.sessionId, place);
    if (entry.outcome !== "succeeded") note(this.#outcomes, entry.outcome, place);
    if (entry.time < this.#lateBefore) this.#late.push(place);
  }

  /** The records in their canonical form, one after the other, until the batch is encoded. */
  get records(): Buffer {
    return this.#bytes.subarray(0, this.#ends.at(-1) ?? 0);
  }

  /** Ends the batch. Another batch may use its memory afterwards. */
  encoded(): EncodedBatch {
    const { count } = this;
    const places = new Map<string, string>();
    for (const [tenant, found] of this.#tenants) places.set(keyOf.tenant(tenant), bitsOf(found, count));
    for (const [id, found] of this.#credentials) places.set(keyOf.credential(id), bitsOf(found, count));
    for (const [id, found] of this.#sessions) places.set(keyOf.session(id), bitsOf(found, count));
    for (const [name, found] of this.#operations) places.set(keyOf.operation(name), bitsOf(found, count));
    for (const [outcome, found] of this.#outcomes) places.set(keyOf.outcome(outcome), bitsOf(found, count));
    if (this.#late.length > 0) places.set(keyOf.late, bitsOf(this.#late, count));
    const batch = {
      batchId: this.#id,
      count,
      records: packed(this.records),
      ends: this.#ends,
      hashes: Buffer.from(this.#hashes.subarray(0, count * HASH_BYTES)),
      places,
    };
    const isUsual = this.#bytes.length === BATCH_RECORDS_MAX * recordBytes;
    if (!this.#hasEnded && isUsual && spare.length < spareMax)
      spare.push({ bytes: this.#bytes, hashes: this.#hashes });
    this.#hasEnded = true;
    return batch;
  }
}

/** Returns the time in the identifier of a batch, in milliseconds. */
function timeIn(batchId: string): number {
  const uuid = Buffer.alloc(16);
  writeUuidOf("auditRecord", batchId, uuid, 0);
  return uuid.readUIntBE(0, 6);
}

/** What a batch is collected in. */
interface Memory {
  readonly bytes: Buffer;
  readonly hashes: Buffer;
}

/** Memory of ended batches. New memory for each batch would make the collector of a busy core look through all objects several times as often. */
const spare: Memory[] = [];
const spareMax = 4;
const newMemory = (): Memory => ({
  bytes: Buffer.allocUnsafeSlow(BATCH_RECORDS_MAX * recordBytes),
  hashes: Buffer.allocUnsafeSlow(BATCH_RECORDS_MAX * HASH_BYTES),
});

/** Returns a buffer of at least so many bytes that begins with the given bytes: the given buffer if it is large enough. */
function withRoom(buffer: Buffer, bytes: number): Buffer {
  if (bytes <= buffer.length) return buffer;
  const larger = Buffer.allocUnsafe(2 * bytes);
  buffer.copy(larger);
  return larger;
}

function note<Key>(found: Map<Key, number[]>, key: Key, place: number): void {
  const places = found.get(key);
  if (places) places.push(place);
  else found.set(key, [place]);
}

function bitsOf(places: readonly number[], count: number): string {
  if (places.length === count) return "1".repeat(count);
  const bits = Buffer.alloc(count, "0");
  for (const place of places) bits[place] = 0x31;
  return bits.toString("latin1");
}

/** Returns the records of a batch. */
export function recordsOf({ records, ends }: { records: Buffer; ends: readonly number[] }): Buffer[] {
  return ends.map((end, place) => records.subarray(place === 0 ? 0 : ends[place - 1], end));
}
