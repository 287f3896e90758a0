import { createHash } from "node:crypto";
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from "@solana/kit";
import { publiclyKnownKey, readKeyFile, type SignerSource } from "../signer-key.ts";

/** Seed of the development network's keys. Everyone knows these keys. */
const DEVELOPMENT_SEED = "pda development network: key";
const DEVELOPMENT_KEYS = 4;

/**
 * Reads a key file in the format of `solana-keygen`: the 64 bytes of secret and public key as a JSON array. Errors never show its content,
 * because the content may be a key.
 */
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
    throw new Error(
      `the signer key file ${path} is not a JSON array of 64 bytes, as solana-keygen writes it`,
    );
  }
  const signer = await createKeyPairSignerFromPrivateKeyBytes(Uint8Array.from(bytes.slice(0, 32)));
  const key = new Uint8Array(await crypto.subtle.exportKey("raw", signer.keyPair.publicKey));
  if (!Buffer.from(key).equals(Buffer.from(bytes.slice(32)))) {
    throw new Error(`the signer key file ${path} is damaged: its secret key and its public key do not match`);
  }
  return signer;
}

/** Returns the i-th key of the development network. */
export function developmentSigner(index: number): Promise<KeyPairSigner> {
  const seed = createHash("sha256").update(`${DEVELOPMENT_SEED} ${index}`).digest();
  return createKeyPairSignerFromPrivateKeyBytes(Uint8Array.from(seed));
}

/**
 * Loads the signing key. The key stays in this process and never appears in an error.
 * @throws Error if the key is unreadable, readable by others or malformed, or if it is publicly known and `development` is false
 */
export async function loadSigner(source: SignerSource, development: boolean): Promise<KeyPairSigner> {
  const signer = source.kind === "development" ? await developmentSigner(0) : await fromKeyFile(source.path);
  const known = await Promise.all(Array.from({ length: DEVELOPMENT_KEYS }, (_, i) => developmentSigner(i)));
  if (!development && known.some(({ address }) => address === signer.address)) {
    throw publiclyKnownKey();
  }
  return signer;
}
