import { v7 } from "uuid";

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

/** Returns a new identifier, `<prefix>_<base32 UUIDv7>`. Later identifiers sort after earlier ones. */
export function newId(kind: IdKind): string {
  return idOf(kind, v7());
}

/** Returns the UUID inside an identifier. @throws Error for anything that is not an identifier of this kind */
export function uuidOf(kind: IdKind, id: string): string {
  const prefix = idPrefixes[kind];
  if (id.length === prefix.length + 27 && id.startsWith(prefix) && id[prefix.length] === "_") {
    const uuid = uuidOfSuffix(id, prefix.length + 1);
    if (uuid !== undefined) return uuid;
  }
  throw new Error(`not an identifier of the form ${prefix}_ and 26 characters`);
}

/** Returns the identifier for a UUID of this kind. @throws Error for anything that is not a UUID */
export function idOf(kind: IdKind, uuid: string): string {
  return `${idPrefixes[kind]}_${suffixOf(uuid)}`;
}

const digits = "0123456789abcdefghjkmnpqrstvwxyz";

/** Value of each character code in Crockford's lower-case base32. Other character codes have values above 31. */
const base32 = new Uint8Array(128).fill(255);
for (const [value, digit] of [...digits].entries()) base32[digit.charCodeAt(0)] = value;

/** Returns the UUID, of any version, in the 26 characters from `start` on. Undefined when the characters are invalid. */
function uuidOfSuffix(id: string, start: number): string | undefined {
  let all = 0;
  const quintet = (index: number): number => {
    const value = base32[id.charCodeAt(start + index)] ?? 255;
    all |= value;
    return value;
  };
  // 26 characters have 130 bits, and the first two bits are 0. So 2 characters give 2 hexadecimal digits, and 4 characters give 5.
  const first = (quintet(0) << 5) | quintet(1);
  let hex = (first | 0x100).toString(16).slice(-2);
  for (let index = 2; index < 26; index += 4) {
    const bits =
      (quintet(index) << 15) | (quintet(index + 1) << 10) | (quintet(index + 2) << 5) | quintet(index + 3);
    hex += (bits | 0x100000).toString(16).slice(-5);
  }
  if (all > 31 || first > 255) return undefined;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Value of each character code in hexadecimal. Other character codes have values above 15. */
const base16 = new Uint8Array(128).fill(255);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
  base16[digit.charCodeAt(0)] = value;
  base16[digit.toUpperCase().charCodeAt(0)] = value;
}
/** The two base32 characters of each 10 bits. */
const pairs = Array.from({ length: 1024 }, (_, bits) => `${digits[bits >> 5]}${digits[bits & 31]}`);
/** Where a UUID has hexadecimal digits: those of the first 2 characters of a suffix, then 5 for every 4 characters. */
const places = [..."xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"].flatMap((mark, place) =>
  mark === "x" ? [place] : [],
);

/** Returns the 26 characters for a UUID, which is the reverse of `uuidOfSuffix`. */
function suffixOf(uuid: string): string {
  let all = uuid.length === 36 ? 0 : 255;
  const quartet = (index: number): number => {
    const value = base16[uuid.charCodeAt(places[index] as number)] ?? 255;
    all |= value;
    return value;
  };
  let suffix = pairs[(quartet(0) << 4) | quartet(1)] as string;
  for (let index = 2; index < 32; index += 5) {
    const bits =
      (quartet(index) << 16) |
      (quartet(index + 1) << 12) |
      (quartet(index + 2) << 8) |
      (quartet(index + 3) << 4) |
      quartet(index + 4);
    suffix += `${pairs[bits >> 10]}${pairs[bits & 1023]}`;
  }
  if (all > 15) throw new Error("not a UUID");
  return suffix;
}
