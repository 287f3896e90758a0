import { hash, type KeyObject, sign, verify } from "node:crypto";

/** Kinds of signatures on a note: Ed25519 (C2SP signed-note), and the timestamped cosignature of a witness (C2SP tlog-cosignature). */
const algorithms = { signature: 1, cosignature: 4 } as const;

/** The kind of a signature on a note. */
type NoteAlgorithm = keyof typeof algorithms;

/** A public key under a name, as verifiers of notes configure it. */
export interface NoteKey {
  readonly name: string;
  readonly algorithm: NoteAlgorithm;
  /** The 32 bytes of an Ed25519 public key. */
  readonly publicKey: Buffer;
}

/** A line of a note: who signed, with which key, and the bytes of the signature. */
interface SignatureLine {
  readonly name: string;
  readonly keyId: Buffer;
  readonly signature: Buffer;
}

const lineForm = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;
const keyIdBytes = 4;
const linesMax = 100;

const keyIdOf = ({ name, algorithm, publicKey }: NoteKey): Buffer =>
  hash("sha256", Buffer.concat([Buffer.from(`${name}\n`), typed(algorithm, publicKey)]), "buffer").subarray(
    0,
    keyIdBytes,
  );

const typed = (algorithm: NoteAlgorithm, publicKey: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(algorithms[algorithm]), publicKey]);

/** Writes a key as verifiers take it: `<name>+<key id>+<base64>`. */
export const verifierKey = (key: NoteKey): string =>
  `${key.name}+${keyIdOf(key).toString("hex")}+${typed(key.algorithm, key.publicKey).toString("base64")}`;

/** Reads a verifier key; undefined when the text is not one. */
export function readVerifierKey(text: string): NoteKey | undefined {
  const [, name, keyId, base64] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text) ?? [];
  const bytes = Buffer.from(base64 ?? "", "base64");
  const algorithm = Object.entries(algorithms).find(([, number]) => number === bytes[0])?.[0];
  if (name === undefined || algorithm === undefined || bytes.length !== 33) return undefined;
  const key = { name, algorithm: algorithm as NoteAlgorithm, publicKey: bytes.subarray(1) };
  return keyIdOf(key).toString("hex") === keyId ? key : undefined;
}

/** Returns the 32 bytes of an Ed25519 public key. */
export function rawPublicKey(key: KeyObject): Buffer {
  const { x } = key.export({ format: "jwk" });
  if (x === undefined) throw new TypeError("not an Ed25519 key");
  return Buffer.from(x, "base64url");
}

const line = (key: NoteKey, signature: Uint8Array): string =>
  `— ${key.name} ${Buffer.concat([keyIdOf(key), signature]).toString("base64")}\n`;

/** Signs the text of a note. @param text ends with a line break @returns the signature's line */
export function signNote(text: string, name: string, privateKey: KeyObject, publicKey: Buffer): string {
  return line({ name, algorithm: "signature", publicKey }, sign(null, Buffer.from(text), privateKey));
}

/** Cosigns a checkpoint as a witness. @param seconds Unix time @returns the signature's line */
export function cosignNote(
  text: string,
  {
    name,
    privateKey,
    publicKey,
    seconds,
  }: { name: string; privateKey: KeyObject; publicKey: Buffer; seconds: number },
): string {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  const signature = sign(null, cosigned(text, seconds), privateKey);
  return line({ name, algorithm: "cosignature", publicKey }, Buffer.concat([time, signature]));
}

const cosigned = (text: string, seconds: bigint | number): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);

/** Returns the text of a note if it has a valid signature of the key, else undefined. */
export function openNote(note: string, key: NoteKey): string | undefined {
  const end = note.lastIndexOf("\n\n");
  if (end === -1 || !note.endsWith("\n")) return undefined;
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > linesMax) return undefined;
  return lines.some((each) => {
    const read = readLine(each);
    return read !== undefined && isSignatureOf(key, text, read);
  })
    ? text
    : undefined;
}

function readLine(text: string): SignatureLine | undefined {
  const [, name, base64] = lineForm.exec(text) ?? [];
  if (name === undefined || base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, "base64");
  return { name, keyId: bytes.subarray(0, keyIdBytes), signature: bytes.subarray(keyIdBytes) };
}

function isSignatureOf(key: NoteKey, text: string, { name, keyId, signature }: SignatureLine): boolean {
  if (name !== key.name || !keyIdOf(key).equals(keyId)) return false;
  const publicKey = {
    key: { kty: "OKP", crv: "Ed25519", x: key.publicKey.toString("base64url") },
    format: "jwk",
  } as const;
  if (key.algorithm === "signature") return verify(null, Buffer.from(text), publicKey, signature);
  if (signature.length !== 72) return false;
  return verify(null, cosigned(text, signature.readBigUInt64BE()), publicKey, signature.subarray(8));
}
