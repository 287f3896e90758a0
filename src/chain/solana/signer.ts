import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from "@solana/kit";
import { shellWord } from "../../files/shell.ts";

/** Keys of the development network are derived from this text: everyone knows them. */
const DEVELOPMENT_SEED = "pda development network: key";
const DEVELOPMENT_KEYS = 4;

/** Where the signing key comes from. */
export type SignerSource =
  /** A file as `solana-keygen` writes it: the 64 bytes of secret and public key as a JSON array. Readable by its owner only. */
  | { readonly kind: "file"; readonly path: string }
  /** The first development key. */
  | { readonly kind: "development" };

function readKeyFile(path: string): string {
  const { mode } = statSync(path);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new Error(`the signer key file ${path} is open to other users; run: chmod 600 ${shellWord(path)}`);
  }
  return readFileSync(path, "utf8");
}

/** Errors never show what was read: it may be a key. */
async function fromKeyFile(path: string): Promise<KeyPairSigner> {
  let bytes: unknown;
  try {
    bytes = JSON.parse(readKeyFile(path));
  } catch (error) {
    if (error instanceof SyntaxError) bytes = undefined;
    else throw error;
  }
  const isByte = (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
  if (!Array.isArray(bytes) || bytes.length !== 64 || !bytes.every(isByte)) {
    throw new Error(`the signer key file ${path} is not a JSON array of 64 bytes`);
  }
  const signer = await createKeyPairSignerFromPrivateKeyBytes(Uint8Array.from(bytes.slice(0, 32)));
  const key = new Uint8Array(await crypto.subtle.exportKey("raw", signer.keyPair.publicKey));
  if (!Buffer.from(key).equals(Buffer.from(bytes.slice(32)))) {
    throw new Error(`the two halves of the signer key file ${path} do not belong together`);
  }
  return signer;
}

/** The i-th key of the development network. */
export function developmentSigner(index: number): Promise<KeyPairSigner> {
  const seed = createHash("sha256").update(`${DEVELOPMENT_SEED} ${index}`).digest();
  return createKeyPairSignerFromPrivateKeyBytes(Uint8Array.from(seed));
}

/**
 * The signing key. It stays in this process and is never part of an error.
 * @throws Error on an unreadable, open or malformed key, and on a publicly known one unless `development`
 */
export async function loadSigner(source: SignerSource, development: boolean): Promise<KeyPairSigner> {
  const signer = source.kind === "development" ? await developmentSigner(0) : await fromKeyFile(source.path);
  const known = await Promise.all(Array.from({ length: DEVELOPMENT_KEYS }, (_, i) => developmentSigner(i)));
  if (!development && known.some(({ address }) => address === signer.address)) {
    throw new Error("the signer key is a publicly known development key, which is refused in production");
  }
  return signer;
}
