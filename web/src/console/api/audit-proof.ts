// Checks in the browser that a record is in the signed audit log, step by step: RFC 6962 section 2.1, C2SP signed-note and tlog-checkpoint.

/** What the service gives as a proof. */
export interface GivenProof {
  readonly position: string;
  readonly canonicalRecord: string;
  readonly checkpoint: string;
  /** Base64. */
  readonly hashes: readonly string[];
}

/** The record that is shown. Its other members are those of the record in the tree. */
export interface ShownRecord {
  readonly recordId: string;
  /** RFC 3339. */
  readonly callTime: string;
  readonly callCount: number;
  readonly replayed: boolean;
}

/** What the signed head of the log says. */
export interface Head {
  readonly origin: string;
  readonly size: number;
  /** Base64. */
  readonly root: string;
}

/** The steps of the check, each of which must hold. */
interface ProofSteps {
  /** The proof is about what is shown. */
  readonly record: boolean;
  /** The hashes lead from the leaf, which is the record, to the root of the head. */
  readonly path: boolean;
  /** The key of the log has signed the head. */
  readonly signature: boolean;
}

export interface CheckedProof {
  readonly steps: ProofSteps;
  readonly isProven: boolean;
  /** Undefined when the checkpoint is none. */
  readonly head: Head | undefined;
  /** Base64. */
  readonly leaf: string;
}

const utf8 = new TextEncoder();
const HASH_BYTES = 32;
const ED25519 = 1;

/**
 * Checks a proof of the record that is shown. @param key of the log, `<name>+<key id>+<base64>`
 * @throws DOMException when the browser cannot verify Ed25519
 */
export async function checkProof(shown: ShownRecord, proof: GivenProof, key: string): Promise<CheckedProof> {
  const leaf = await hash(Uint8Array.of(0), utf8.encode(proof.canonicalRecord));
  const [text = "", signatures = ""] = parted(proof.checkpoint);
  const head = headOf(text);
  const hashes = proof.hashes.map(bytesOf);
  const root = head && (await rootFrom(leaf, Number(proof.position), head.size, hashes));
  const steps = {
    record: isShown(proof.canonicalRecord, shown),
    path: root !== undefined && base64Of(root) === head?.root,
    signature: head !== undefined && (await isSigned(text, signatures, head.origin, key)),
  };
  return { steps, isProven: Object.values(steps).every(Boolean), head, leaf: base64Of(leaf) };
}

/** Tells whether a record in its only form says, member by member, what is shown. */
function isShown(canonicalRecord: string, { callTime, ...shown }: ShownRecord): boolean {
  try {
    const { time, callCount = 1, replayed = false, ...rest } = JSON.parse(canonicalRecord);
    const isSameTime = Date.parse(time) === Date.parse(callTime);
    return isSameTime && textOf({ ...rest, callCount, replayed }) === textOf(shown);
  } catch {
    return false;
  }
}

/** Returns the members of a record as text, whatever their order. */
const textOf = (record: object): string =>
  JSON.stringify(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Parts a note into its text, which is signed, and the lines of its signatures. */
function parted(note: string): readonly [string, string] | readonly [] {
  const end = note.lastIndexOf("\n\n");
  return end === -1 ? [] : [note.slice(0, end + 1), note.slice(end + 2)];
}

/** Reads the head from the text of a checkpoint; undefined when the text is none. */
export function headOf(text: string): Head | undefined {
  const [, origin, size, root] =
    /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*/.exec(text) ?? [];
  if (origin === undefined || root === undefined) return undefined;
  return { origin, size: Number(size), root };
}

async function isSigned(text: string, signatures: string, origin: string, key: string): Promise<boolean> {
  const [, name, keyId, encoded = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(key) ?? [];
  const typed = bytesOf(encoded);
  if (name === undefined || name !== origin || typed.length !== 33 || typed[0] !== ED25519) return false;
  const id = (await hash(utf8.encode(`${name}\n`), typed)).subarray(0, 4);
  if (hexOf(id) !== keyId) return false;
  const publicKey = await crypto.subtle.importKey("raw", typed.subarray(1), "Ed25519", false, ["verify"]);
  for (const line of signatures.split("\n")) {
    const [, signer, base64 = ""] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    const bytes = bytesOf(base64);
    if (signer !== name || hexOf(bytes.subarray(0, 4)) !== keyId) continue;
    if (await crypto.subtle.verify("Ed25519", publicKey, bytes.subarray(4), utf8.encode(text))) return true;
  }
  return false;
}

/**
 * Returns the root that a leaf and the hashes beside its way give; undefined when these are not as many as the tree needs (RFC 9162
 * section 2.1.3.2).
 */
async function rootFrom(
  leaf: Uint8Array<ArrayBuffer>,
  index: number,
  size: number,
  hashes: readonly Uint8Array<ArrayBuffer>[],
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return undefined;
  let node = index;
  let last = size - 1;
  let root = leaf;
  for (const each of hashes) {
    if (last === 0 || each.length !== HASH_BYTES) return undefined;
    if (node % 2 === 1 || node === last) {
      root = await inner(each, root);
      // A last node without a neighbour goes up as it is.
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else root = await inner(root, each);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : undefined;
}

const inner = (left: Uint8Array<ArrayBuffer>, right: Uint8Array<ArrayBuffer>) =>
  hash(Uint8Array.of(1), left, right);

async function hash(...parts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

/** Bytes of a text in base64; none when the text is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
