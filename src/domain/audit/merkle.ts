import { hash } from "node:crypto";
import { sha256 } from "../sha256.ts";

/** Bytes of a hash of the tree. */
export const HASH_BYTES = 32;

/** The leaves from `start` up to, but not including, `end`. */
export interface Leaves {
  readonly start: number;
  readonly end: number;
}

/** Returns the hash of the complete subtree with 2^height leaves that is the `index`-th of its height. */
export type HashAt = (height: number, index: number) => Uint8Array;

const leafPrefix = Buffer.of(0);

/** Returns the hash of a leaf (RFC 6962 section 2.1). */
export const leafHash = (leaf: Uint8Array): Buffer => sha256(Buffer.concat([leafPrefix, leaf]));

/** Returns the hash of a leaf that is a text, in UTF-8. The hash is a text of 32 characters (Latin-1), which costs less than a buffer. */
export const leafHashOfText = (leaf: string): string => hash("sha256", `\0${leaf}`, "binary");

/** An inner node that is being hashed: the prefix 1, then both hashes. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

/** Returns the hash of an inner node (RFC 6962 section 2.1). */
function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
}

/** Returns the root of the complete subtree over hashes, one after the other, whose number is a power of two. */
export function rootOfRow(hashes: Uint8Array): Buffer {
  const row = Buffer.from(hashes);
  for (let count = row.length / HASH_BYTES; count > 1; count /= 2)
    for (let pair = 0; pair < count / 2; pair += 1) {
      row.copy(node, 1, pair * 2 * HASH_BYTES, (pair + 1) * 2 * HASH_BYTES);
      row.write(hash("sha256", node, "binary"), pair * HASH_BYTES, "latin1");
    }
  return row.subarray(0, HASH_BYTES);
}

/** Returns the largest power of two below `count`, which is at least 2. Positions may exceed 32 bits. */
function splitOf(count: number): number {
  let size = 1;
  while (size * 2 < count) size *= 2;
  return size;
}

/** Returns the left and the right subtree of leaves. */
export function halves({ start, end }: Leaves): [Leaves, Leaves] {
  const middle = start + splitOf(end - start);
  return [
    { start, end: middle },
    { start: middle, end },
  ];
}

/** Returns the height of a complete subtree; undefined when the number of leaves is not a power of two. */
export function heightOf({ start, end }: Leaves): number | undefined {
  let height = 0;
  let size = 1;
  for (; size < end - start; size *= 2) height += 1;
  return size === end - start ? height : undefined;
}

/** Returns the root of a subtree. The hash of no leaves is the hash of nothing. */
export function rootOf(leaves: Leaves, hashAt: HashAt): Uint8Array {
  if (leaves.start === leaves.end) return sha256("");
  const height = heightOf(leaves);
  if (height !== undefined) return hashAt(height, leaves.start / 2 ** height);
  const [left, right] = halves(leaves);
  return nodeHash(rootOf(left, hashAt), rootOf(right, hashAt));
}

/** Returns the subtrees whose roots prove that a leaf is in the tree, from the leaf up (RFC 6962 section 2.1.1). */
export function inclusionPath(index: number, tree: Leaves): Leaves[] {
  if (index < tree.start || index >= tree.end) throw new RangeError("the leaf is not in the tree");
  if (tree.end - tree.start === 1) return [];
  const [left, right] = halves(tree);
  return index < left.end ? [...inclusionPath(index, left), right] : [...inclusionPath(index, right), left];
}

/**
 * Returns the subtrees whose roots prove that the tree of `size` leaves continues the tree of `older` leaves (RFC 6962 section 2.1.2).
 * @param older from 1 to `size`
 */
export function consistencyPath(older: number, size: number): Leaves[] {
  if (older < 1 || older > size)
    throw new RangeError("the older tree must have 1 leaf to the number of the newer");
  const path = (tree: Leaves, known: boolean): Leaves[] => {
    if (tree.end === older) return known ? [] : [tree];
    const [left, right] = halves(tree);
    return older <= left.end ? [...path(left, known), right] : [...path(right, false), left];
  };
  return path({ start: 0, end: size }, true);
}

/** Tells whether a proof shows that the leaf at `index` is in the tree of `size` leaves with this root. */
export function provesInclusion(
  { index, size, leaf, root }: { index: number; size: number; leaf: Uint8Array; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (index < 0 || index >= size) return false;
  const path = inclusionPath(index, { start: 0, end: size });
  if (path.length !== proof.length) return false;
  let computed = leaf;
  for (const [step, { start }] of path.entries()) {
    const sibling = proof[step] as Uint8Array;
    computed = start > index ? nodeHash(computed, sibling) : nodeHash(sibling, computed);
  }
  return Buffer.from(computed).equals(root);
}

/** A tree by its number of leaves and its root. */
export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Tells whether a proof shows that the newer tree has all leaves of the older tree, unchanged and first. */
export function provesConsistency(older: TreeHead, newer: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (older.size < 1 || older.size > newer.size) return false;
  const path = consistencyPath(older.size, newer.size);
  if (path.length !== proof.length) return false;
  // An older tree that is a complete subtree of the newer tree is its own first element.
  const known = path[0]?.end === older.size ? proof.slice(1) : proof;
  const steps = path.slice(path.length - known.length);
  let before = (known.length === proof.length ? older.root : proof[0]) as Uint8Array;
  let now = before;
  for (const [step, { start }] of steps.entries()) {
    const sibling = known[step] as Uint8Array;
    if (start >= older.size) now = nodeHash(now, sibling);
    else {
      before = nodeHash(sibling, before);
      now = nodeHash(sibling, now);
    }
  }
  return Buffer.from(before).equals(older.root) && Buffer.from(now).equals(newer.root);
}
