import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** Two characters for each number of ten bits. */
const PAIRS = Array.from(ALPHABET, (first) => Array.from(ALPHABET, (second) => first + second)).flat();
const RANDOM_PAIRS = 8;
/** Random numbers are had for many ids at once: asking for them costs more than making an id of them. */
const pool = new Uint16Array(RANDOM_PAIRS * 256);
let used = pool.length;
let lastMs = -1;
let prefix = "";

/** 48 bits of time are the first ten of the 26 characters. */
function prefixOf(ms: number): string {
  let text = "";
  for (let rest = ms, count = 0; count < 10; count += 1, rest = Math.floor(rest / 32)) {
    text = ALPHABET.charAt(rest % 32) + text;
  }
  return `req_${text}`;
}

/** A new TypeID (version 0.3) with the prefix `req`: a UUID of version 7 (RFC 9562 section 5.7) in Crockford's base 32. */
export function newRequestId(): string {
  const ms = Date.now();
  if (ms !== lastMs) {
    lastMs = ms;
    prefix = prefixOf(ms);
  }
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const at = used;
  used += RANDOM_PAIRS;
  // The version, 0111, before the first random bit; the variant, 10, after the twelfth: bits 0 to 3 and 16 to 17 of the 80 here.
  const first = ((pool[at] as number) & 0b00001_11111) | 0b01110_00000;
  const second = ((pool[at + 1] as number) & 0b11111_10011) | 0b00000_01000;
  return (
    prefix +
    PAIRS[first] +
    PAIRS[second] +
    pair(at + 2) +
    pair(at + 3) +
    pair(at + 4) +
    pair(at + 5) +
    pair(at + 6) +
    pair(at + 7)
  );
}

function pair(at: number): string {
  return PAIRS[(pool[at] as number) & 0x3ff] as string;
}
