// Encodes array parameters in PostgreSQL's binary format (array_recv), so that neither side formats or parses text.
// The driver passes a Buffer on as binary. The element type must match the cast in the statement, or the server refuses the array.
import { type IdKind, writeUuid, writeUuidOf } from "../domain/identifier/identifier.ts";

/**
 * Returns the SQL of an array parameter with whose elements a statement finds rows, as in `any(${anyLength("$1::uuid[]")})`.
 *
 * The server prices the plan for one call by the length of the array that it sees, and the plan for all calls by ten elements. The first
 * would win at each call with fewer elements, and the server would plan anew at each call, which takes longer than the work. It does not
 * see through a subquery, so both prices are the same and the plan is made once.
 */
export const anyLength = (parameter: string): string =>
  `(select ${parameter})${parameter.slice(parameter.indexOf("::"))}`;

/** Object identifiers of the element types in pg_type. */
const oids = {
  bool: 16,
  bytea: 17,
  int2: 21,
  int8: 20,
  int4: 23,
  text: 25,
  timestamptz: 1184,
  numeric: 1700,
  uuid: 2950,
} as const;

const headerBytes = 20;
const hasNulls = 1;

/** Writes one element at `offset`; the buffer has room for `bytesMax(value)` bytes. @returns the length in bytes */
type Write<T> = (into: Buffer, offset: number, value: T) => number;

/** Scratch buffer, reused for every array. It grows to the size of the largest array. */
let draft = Buffer.allocUnsafe(64 * 1024);

function encode<T>(
  type: keyof typeof oids,
  values: readonly (T | null)[],
  bytesMax: (value: T) => number,
  write: Write<T>,
): Buffer {
  let offset = headerBytes;
  let flags = 0;
  for (const value of values) {
    reserve(offset, 4 + (value === null ? 0 : bytesMax(value)));
    const length = value === null ? -1 : write(draft, offset + 4, value);
    draft.writeInt32BE(length, offset);
    offset += 4;
    if (length < 0) flags = hasNulls;
    else offset += length;
  }
  // The header is: dimensions, flags, type, length and lower bound of the one dimension. An empty array has no dimension.
  const header = values.length === 0 ? [0, flags, oids[type]] : [1, flags, oids[type], values.length, 1];
  header.forEach((word, index) => draft.writeInt32BE(word, index * 4));
  return Buffer.copyBytesFrom(draft, 0, values.length === 0 ? header.length * 4 : offset);
}

function reserve(used: number, bytes: number): void {
  if (used + bytes <= draft.length) return;
  const larger = Buffer.allocUnsafe(2 * (used + bytes));
  draft.copy(larger, 0, 0, used);
  draft = larger;
}

/** Encodes `uuid[]` from UUIDs with hyphens. @throws TypeError for another form */
export const uuids = (values: readonly (string | null)[]): Buffer =>
  encode(
    "uuid",
    values,
    () => 16,
    (into, offset, uuid) => {
      writeUuid(uuid, into, offset);
      return 16;
    },
  );

/**
 * Encodes `uuid[]` from identifiers of one kind.
 * @param idOf returns the identifier of an item; absent when the items are identifiers
 * @throws Error for anything that is not an identifier of this kind
 */
export function identifiers(kind: IdKind, ids: readonly string[]): Buffer;
export function identifiers<Item>(kind: IdKind, items: readonly Item[], idOf: (item: Item) => string): Buffer;
export function identifiers(
  kind: IdKind,
  items: readonly unknown[],
  idOf = (item: unknown) => item as string,
): Buffer {
  return optionalIdentifiers(kind, items, idOf);
}

/** Encodes `uuid[]` as `identifiers` does, with null for each item whose identifier is undefined. */
export const optionalIdentifiers = <Item>(
  kind: IdKind,
  items: readonly Item[],
  idOf: (item: Item) => string | undefined,
): Buffer =>
  encode(
    "uuid",
    items.map((item) => idOf(item) ?? null),
    () => 16,
    (into, offset, id) => {
      writeUuidOf(kind, id, into, offset);
      return 16;
    },
  );

/** Encodes `text[]`. */
export const texts = (values: readonly (string | null)[]): Buffer =>
  encode("text", values, (text) => text.length * 3, writeText);

/** Encodes `bytea[]`. */
export const byteas = (values: readonly (Uint8Array | null)[]): Buffer =>
  encode(
    "bytea",
    values,
    (bytes) => bytes.length,
    (into, offset, bytes) => {
      into.set(bytes, offset);
      return bytes.length;
    },
  );

/** Encodes `timestamptz[]` as microseconds since 2000. */
export const timestamps = (values: readonly (Date | null)[]): Buffer =>
  encode(
    "timestamptz",
    values,
    () => 8,
    (into, offset, date) => {
      into.writeBigInt64BE(BigInt(date.getTime() - epoch2000) * 1000n, offset);
      return 8;
    },
  );
const epoch2000 = Date.UTC(2000, 0, 1);

/** Encodes `numeric[]` from whole numbers. */
export const numerics = (values: readonly (bigint | null)[]): Buffer =>
  encode("numeric", values, () => 128, writeNumeric);

/** Encodes `int2[]`. */
export const smallints = (values: readonly (number | null)[]): Buffer =>
  encode(
    "int2",
    values,
    () => 2,
    (into, offset, value) => into.writeInt16BE(value, offset) - offset,
  );

/** Encodes `int4[]`. */
export const integers = (values: readonly (number | null)[]): Buffer =>
  encode(
    "int4",
    values,
    () => 4,
    (into, offset, value) => into.writeInt32BE(value, offset) - offset,
  );

/** Encodes `int8[]`. */
export const bigints = (values: readonly (bigint | null)[]): Buffer =>
  encode(
    "int8",
    values,
    () => 8,
    (into, offset, value) => into.writeBigInt64BE(value, offset) - offset,
  );

/** Encodes `boolean[]`. */
export const booleans = (values: readonly (boolean | null)[]): Buffer =>
  encode(
    "bool",
    values,
    () => 1,
    (into, offset, value) => into.writeUInt8(value ? 1 : 0, offset) - offset,
  );

/** Writes text as UTF-8. For short ASCII text such as identifiers, this loop is cheaper than a native call. */
function writeText(into: Buffer, offset: number, text: string): number {
  const { length } = text;
  if (length > 128) return into.write(text, offset, "utf8");
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code > 127) return into.write(text, offset, "utf8");
    into[offset + index] = code;
  }
  return length;
}

/** Writes the digit count, the weight of the first digit, the sign and the scale, then base-10,000 digits, most significant first. */
function writeNumeric(into: Buffer, offset: number, value: bigint): number {
  const digits: number[] = [];
  for (let rest = value < 0n ? -value : value; rest > 0n; ) {
    if (rest <= 0xffff_ffffn) {
      for (let small = Number(rest); small > 0; small = Math.floor(small / 10_000))
        digits.push(small % 10_000);
      break;
    }
    digits.push(Number(rest % 10_000n));
    rest /= 10_000n;
  }
  into.writeInt16BE(digits.length, offset);
  into.writeInt16BE(Math.max(0, digits.length - 1), offset + 2);
  into.writeUInt16BE(value < 0n ? 0x4000 : 0, offset + 4);
  into.writeInt16BE(0, offset + 6);
  let to = offset + 8;
  for (let index = digits.length - 1; index >= 0; index--) to = into.writeInt16BE(digits[index] ?? 0, to);
  return to - offset;
}
