import { createDecipheriv, timingSafeEqual } from "node:crypto";
import { aesCmac, encryptBlock } from "./sun/cmac.ts";

/** The two keys of a tag for secure unique NFC messages, 16 octets each. No other tag has them. */
export interface SunKeys {
  /** SDMMetaReadKey: decrypts the PICCData. */
  readonly metaRead: Uint8Array;
  /** SDMFileReadKey: session keys for the MAC and the file data. */
  readonly fileRead: Uint8Array;
}

/** The part of a tap's URL that the tag writes, in hexadecimal of either case. */
export interface SunMessage {
  /** Encrypted PICCData, 16 octets. */
  readonly piccEncData: string;
  /** SDMMAC, 8 octets. */
  readonly cmac: string;
  /**
   * Encrypted file data, and the name of the URL parameter after it, which holds the MAC.
   * The MAC then covers `<encFileData>&<macParameter>=`. If absent, the MAC covers the empty text.
   */
  readonly file?: { readonly encFileData: string; readonly macParameter: string };
}

type SunReason = "SUN_MALFORMED" | "SUN_PICC_DATA_UNREADABLE" | "SUN_MAC_INVALID";

export type SunResult =
  | {
      readonly ok: true;
      /** UID of the tag, 7 octets. */
      readonly uid: Uint8Array;
      /** SDMReadCtr. The caller must check that it is above the last accepted counter, by compare-and-set. */
      readonly counter: number;
      /** Decrypted file data. */
      readonly fileData: Uint8Array | undefined;
    }
  | { readonly ok: false; readonly reason: SunReason };

const BLOCK_BYTES = 16;
const MAC_BYTES = 8;
const UID_BYTES = 7;
const COUNTER_BYTES = 3;
const FILE_BYTES_MAX = 256;
/** PICCDataTag with UID and counter mirrored and a UID of 7 octets (AN12196 §3.4.2). */
const PICC_DATA_TAG = 0xc7;
const SESSION_VECTOR_MAC = Uint8Array.of(0x3c, 0xc3, 0x00, 0x01, 0x00, 0x80);
const SESSION_VECTOR_ENCRYPTION = Uint8Array.of(0xc3, 0x3c, 0x00, 0x01, 0x00, 0x80);
const PARAMETER = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * Decrypts and authenticates the message of an NTAG 424 DNA tap (NXP AN12196 §3.3 and §3.4: PICCData, SV1, SV2, SDMMAC).
 * Never throws for a message. Compares the MAC in constant time before it decrypts file data.
 */
export function verifySun(message: SunMessage, keys: SunKeys): SunResult {
  const piccEncData = octets(message.piccEncData, BLOCK_BYTES);
  const mac = octets(message.cmac, MAC_BYTES);
  if (piccEncData === undefined || mac === undefined || !fileIsReadable(message))
    return refused("SUN_MALFORMED");
  const picc = decrypt(keys.metaRead, Buffer.alloc(BLOCK_BYTES), piccEncData);
  if (picc[0] !== PICC_DATA_TAG) return refused("SUN_PICC_DATA_UNREADABLE");
  const uid = picc.subarray(1, 1 + UID_BYTES);
  const counterOctets = picc.subarray(1 + UID_BYTES, 1 + UID_BYTES + COUNTER_BYTES);
  const counter = counterOctets.readUIntLE(0, COUNTER_BYTES);
  const session = (vector: Uint8Array): Buffer =>
    aesCmac(keys.fileRead, Buffer.concat([vector, uid, counterOctets]));
  const expected = truncate(aesCmac(session(SESSION_VECTOR_MAC), macInput(message)));
  if (!timingSafeEqual(expected, mac)) return refused("SUN_MAC_INVALID");
  const encFileData = message.file && Buffer.from(message.file.encFileData, "hex");
  const fileData = encFileData && decryptFile(session(SESSION_VECTOR_ENCRYPTION), counterOctets, encFileData);
  return { ok: true, uid: Uint8Array.from(uid), counter, fileData };
}

function refused(reason: SunReason): SunResult {
  return { ok: false, reason };
}

/** Decodes a hexadecimal text of exactly `count` octets. Returns undefined for every other text. */
function octets(text: string, count: number): Buffer | undefined {
  return text.length === count * 2 && /^[0-9A-Fa-f]*$/.test(text) ? Buffer.from(text, "hex") : undefined;
}

function fileIsReadable({ file }: SunMessage): boolean {
  if (file === undefined) return true;
  const bytes = file.encFileData.length / 2;
  const whole = bytes > 0 && bytes <= FILE_BYTES_MAX && bytes % BLOCK_BYTES === 0;
  return whole && octets(file.encFileData, bytes) !== undefined && PARAMETER.test(file.macParameter);
}

function macInput({ file }: SunMessage): Buffer {
  return Buffer.from(file === undefined ? "" : `${file.encFileData}&${file.macParameter}=`, "latin1");
}

/** Returns every second octet (AN12196 §3.4.4.2.1): S14, S12 and so on, counted from the least significant. */
function truncate(mac: Buffer): Buffer {
  return Buffer.from(mac.filter((_, index) => index % 2 === 1));
}

/** Decrypts by CBC without padding under the session key. The initial vector is the encrypted counter (§3.4.3). */
function decryptFile(key: Uint8Array, counter: Uint8Array, data: Uint8Array): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.set(counter);
  return decrypt(key, encryptBlock(key, block), data);
}

function decrypt(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Buffer {
  return createDecipheriv("aes-128-cbc", key, iv).setAutoPadding(false).update(data);
}
