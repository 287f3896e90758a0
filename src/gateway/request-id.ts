import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RANDOM_CHARACTERS = 16;
/** Random bytes are had for many ids at once: asking for them costs more than making an id of them. */
const pool = new Uint8Array(RANDOM_CHARACTERS * 256);
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
  let id = prefix;
  for (let index = 0; index < RANDOM_CHARACTERS; index += 1) {
    let five = (pool[used + index] as number) & 0x1f;
    // The version, 0111, before the first random bit; the variant, 10, after the twelfth.
    if (index === 0) five = (five & 0x01) | 0x0e;
    else if (index === 3) five = (five & 0x13) | 0x08;
    id += ALPHABET[five];
  }
  used += RANDOM_CHARACTERS;
  return id;
}
