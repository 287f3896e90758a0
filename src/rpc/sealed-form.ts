import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { keyObjectOf } from "./key-objects.ts";

const nonceBytes = 12;
const tagBytes = 16;
const magic = Buffer.from("pda seal", "latin1");
const versionBytes = 4;

const headerBytes = magic.length + versionBytes;

const none = Buffer.alloc(0);
const headers = new Map<number, Buffer>([[0, none]]);

/**
 * Returns what stands before values that the key of a version sealed: eight fixed bytes and the version, big-endian. It is empty for
 * version 0. A random nonce of version 0 equals a given header once in 2^96 values.
 */
export function headerOf(version: number): Buffer {
  let header = headers.get(version);
  if (!header) {
    header = Buffer.alloc(headerBytes);
    magic.copy(header);
    header.writeUInt32BE(version, magic.length);
    headers.set(version, header);
  }
  return header;
}

/** Returns the version in the header of a sealed value; undefined without a header. */
export function versionIn(sealed: Buffer): number | undefined {
  if (sealed.length < headerBytes || magic.compare(sealed, 0, magic.length) !== 0) return undefined;
  const version = sealed.readUInt32BE(magic.length);
  return version === 0 ? undefined : version;
}

/** Encrypts with AES-256-GCM. The header and the context are authenticated. @returns header ‖ nonce ‖ ciphertext ‖ tag */
export function encrypt(key: Buffer, plain: Uint8Array, header: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyObjectOf(key), nonce).setAAD(
    authenticated(header, context),
  );
  return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what `encrypt` made with the same header. @throws when anything of it differs */
export function decrypt(key: Buffer, sealed: Buffer, header: Buffer, context: string): Buffer {
  const from = header.length;
  const end = sealed.length - tagBytes;
  const nonce = sealed.subarray(from, from + nonceBytes);
  const cipher = createDecipheriv("aes-256-gcm", keyObjectOf(key), nonce, { authTagLength: tagBytes })
    .setAAD(authenticated(header, context))
    .setAuthTag(sealed.subarray(end));
  return Buffer.concat([cipher.update(sealed.subarray(from + nonceBytes, end)), cipher.final()]);
}

function authenticated(header: Buffer, context: string): Buffer {
  return header.length === 0 ? Buffer.from(context) : Buffer.concat([header, Buffer.from(context)]);
}
