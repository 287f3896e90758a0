import { UuidSource } from "./uuid-source.ts";

/** Kinds of resources and their identifier's prefix (TypeID 0.3). */
const idPrefixes = {
  merchant: "mer",
  publisher: "pub",
  asset: "ast",
  assetType: "aty",
  wallet: "wal",
  payment: "pay",
  transaction: "txn",
  refund: "rfd",
  settlement: "stl",
  certificate: "crt",
  device: "dev",
  event: "evt",
  webhook: "whk",
  delivery: "dlv",
  transfer: "trf",
  apiKey: "key",
  publicKey: "pky",
  redemption: "rdm",
  issuanceJob: "isj",
  settlementAccountChange: "sac",
  recovery: "rcv",
  account: "acc",
  request: "req",
  auditRecord: "aud",
  session: "ses",
  passkey: "psk",
  process: "prc",
} as const;

/** Kind of a resource. */
export type IdKind = keyof typeof idPrefixes;

/** The UUID that is being converted. Nothing here waits, so all conversions share it. */
const draft = new Uint8Array(16);

/** Small steps back, by which clocks are corrected, keep the order. */
const backMsMax = 5_000;
/** Lists by time read only rows whose identifiers have about that time, so identifiers follow a clock that is set back by more. */
const times = new UuidSource(backMsMax);
/** The order in which a process made its events must outlast any clock, because they get their positions in this order. */
const order = new UuidSource(Number.POSITIVE_INFINITY);

/**
 * Returns a new identifier, `<prefix>_<base32 UUIDv7>`. Later identifiers sort after earlier ones, except after a clock that was ahead. Events
 * keep their order in any case.
 */
export function newId(kind: IdKind): string {
  (kind === "event" ? order : times).write(draft);
  return `${idPrefixes[kind]}_${suffixOf(draft)}`;
}

/** Returns the UUID of a new identifier. Not for events of the log, which need their order. */
export function newUuid(): string {
  times.write(draft);
  return uuidText(draft);
}

/** Returns the identifier for a UUID of this kind. @throws TypeError for anything that is not a UUID */
export function idOf(kind: IdKind, uuid: string): string {
  writeUuid(uuid, draft, 0);
  return `${idPrefixes[kind]}_${suffixOf(draft)}`;
}

/** Returns the UUID inside an identifier. @throws Error for anything that is not an identifier of this kind */
export function uuidOf(kind: IdKind, id: string): string {
  writeUuidOf(kind, id, draft, 0);
  return uuidText(draft);
}

/** Tells whether a text is an identifier of this kind. */
export function isId(kind: IdKind, text: string): boolean {
  try {
    writeUuidOf(kind, text, draft, 0);
    return true;
  } catch {
    return false;
  }
}

function uuidText(bytes: Uint8Array): string {
  let text = "";
  for (let index = 0; index < 16; index += 1) text += octets[bytes[index] as number];
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}

const digits = "0123456789abcdefghjkmnpqrstvwxyz";
/** The two base32 characters of each 10 bits. */
const pairs = Array.from({ length: 1024 }, (_, bits) => `${digits[bits >> 5]}${digits[bits & 31]}`);
/** The two hexadecimal digits of each octet. */
const octets = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, "0"));
/** Value of each character code in Crockford's lower-case base32. Other character codes have values above 31. */
const base32 = new Uint8Array(128).fill(255);
for (const [value, digit] of [...digits].entries()) base32[digit.charCodeAt(0)] = value;
/** Value of each character code in hexadecimal. Other character codes have values above 15. */
const base16 = new Uint8Array(128).fill(255);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
  base16[digit.charCodeAt(0)] = value;
  base16[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Returns the 26 characters for 16 bytes. Their 130 bits begin with two that are 0, so the first byte has 2 characters, and 5 bytes have 8. */
function suffixOf(bytes: Uint8Array): string {
  let suffix = pairs[bytes[0] as number] as string;
  for (let index = 1; index < 16; index += 5) {
    const middle = bytes[index + 2] as number;
    const high = ((bytes[index] as number) << 12) | ((bytes[index + 1] as number) << 4) | (middle >> 4);
    const low = ((middle & 15) << 16) | ((bytes[index + 3] as number) << 8) | (bytes[index + 4] as number);
    suffix += `${pairs[high >> 10]}${pairs[high & 1023]}${pairs[low >> 10]}${pairs[low & 1023]}`;
  }
  return suffix;
}

/**
 * Writes the UUID inside an identifier, the reverse of `suffixOf`.
 * @param into has room for 16 bytes at `offset`
 * @throws Error for anything that is not an identifier of this kind
 */
export function writeUuidOf(kind: IdKind, id: string, into: Uint8Array, offset: number): void {
  const prefix = idPrefixes[kind];
  const start = prefix.length + 1;
  let all = 0;
  const quintet = (index: number): number => {
    const value = base32[id.charCodeAt(start + index)] ?? 255;
    all |= value;
    return value;
  };
  const quartet = (index: number): number =>
    (quintet(index) << 15) | (quintet(index + 1) << 10) | (quintet(index + 2) << 5) | quintet(index + 3);
  const first = (quintet(0) << 5) | quintet(1);
  into[offset] = first;
  for (let index = 2, at = offset + 1; index < 26; index += 8, at += 5) {
    const high = quartet(index);
    const low = quartet(index + 4);
    into[at] = high >> 12;
    into[at + 1] = high >> 4;
    into[at + 2] = (high << 4) | (low >> 16);
    into[at + 3] = low >> 8;
    into[at + 4] = low;
  }
  const isForm = id.length === start + 26 && id.startsWith(prefix) && id[prefix.length] === "_";
  if (!isForm || all > 31 || first > 255)
    throw new Error(`not an identifier of the form ${prefix}_ and 26 characters`);
}

/**
 * Writes a UUID.
 * @param uuid with hyphens, of any version
 * @param into has room for 16 bytes at `offset`
 * @throws TypeError for another form
 */
export function writeUuid(uuid: string, into: Uint8Array, offset: number): void {
  let all = uuid.length === 36 ? 0 : 255;
  const digit = (index: number): number => {
    const value = base16[uuid.charCodeAt(index)] ?? 255;
    all |= value;
    return value;
  };
  let at = offset;
  for (let index = 0; index < 36; index += 2) {
    if (index === 8 || index === 13 || index === 18 || index === 23) {
      if (uuid[index] !== "-") all = 255;
      index += 1;
    }
    into[at] = (digit(index) << 4) | digit(index + 1);
    at += 1;
  }
  if (all > 15) throw new TypeError("not a UUID");
}
