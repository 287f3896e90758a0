import { createHash } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import {
  consistencyPath,
  inclusionPath,
  leafHash,
  provesConsistency,
  provesInclusion,
  rootOf,
} from "../../../../src/domain/audit/merkle.ts";
import { append, edgeOf, hashesIn, type Tile, tilesFor } from "../../../../src/domain/audit/tiles.ts";

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash("sha256").update(Buffer.concat(parts)).digest();

/** The tree as RFC 6962 section 2.1 defines it, from all leaves. */
function naive(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.of(0), leaves[0] as Buffer);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(Buffer.of(1), naive(leaves.slice(0, k)), naive(leaves.slice(k)));
}

const leavesOf = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, index) => Buffer.from(`leaf ${index}`));

/** A log that has only its tiles, and reads only those that it is asked for. */
class Tiles {
  size = 0;
  readonly #tiles = new Map<string, Tile>();

  append(leaves: readonly Buffer[]): void {
    const edge = this.#read(edgeOf(this.size));
    for (const tile of append(this.size, edge, Buffer.concat(leaves.map(leafHash))))
      this.#tiles.set(`${tile.level}/${tile.index}`, tile);
    this.size += leaves.length;
  }

  roots(subtrees: readonly { start: number; end: number }[]): Uint8Array[] {
    const hashAt = hashesIn(this.#read(tilesFor(subtrees)));
    return subtrees.map((each) => rootOf(each, hashAt));
  }

  get count(): number {
    return this.#tiles.size;
  }

  #read(places: readonly { level: number; index: number }[]): Tile[] {
    return places.flatMap(({ level, index }) => this.#tiles.get(`${level}/${index}`) ?? []);
  }
}

function filled(portions: readonly number[]): { tiles: Tiles; leaves: Buffer[] } {
  const tiles = new Tiles();
  const leaves = leavesOf(portions.reduce((sum, each) => sum + each, 0));
  for (const portion of portions) tiles.append(leaves.slice(tiles.size, tiles.size + portion));
  return { tiles, leaves };
}

const portions = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 });

describe("the tree of the audit log", () => {
  it("has the roots of RFC 6962 at every size, whatever the portions it grew in", () => {
    fc.assert(
      fc.property(portions, fc.nat(), (sizes, choice) => {
        const { tiles, leaves } = filled(sizes);
        const end = choice % (leaves.length + 1);
        const [now, earlier] = tiles.roots([
          { start: 0, end: leaves.length },
          { start: 0, end },
        ]);
        expect(now).to.deep.equal(naive(leaves));
        expect(earlier).to.deep.equal(naive(leaves.slice(0, end)));
      }),
      { numRuns: 40 },
    );
  });

  it("has three levels of tiles beyond 65,536 leaves, and tiles grow only at the edge", () => {
    const { tiles, leaves } = filled([65_535, 1, 257]);
    expect(tiles.count).to.equal(258 + 2 + 1);
    expect(tiles.roots([{ start: 0, end: leaves.length }])[0]).to.deep.equal(naive(leaves));
    expect(edgeOf(65_536)).to.deep.equal([{ level: 2, index: 0 }]);
  });

  it("proves each leaf, and refuses another leaf, place, root, or a proof that was changed", () => {
    fc.assert(
      fc.property(portions, fc.nat(), fc.nat(), fc.nat(), (sizes, a, b, flip) => {
        const { tiles, leaves } = filled(sizes);
        const size = 1 + (a % leaves.length);
        const index = b % size;
        const proof = tiles.roots(inclusionPath(index, { start: 0, end: size }));
        const root = naive(leaves.slice(0, size));
        const claim = { index, size, leaf: leafHash(leaves[index] as Buffer), root };
        expect(provesInclusion(claim, proof)).to.equal(true);
        expect(provesInclusion({ ...claim, leaf: leafHash(Buffer.from("other")) }, proof)).to.equal(false);
        expect(provesInclusion({ ...claim, index: size }, proof)).to.equal(false);
        if (size > 1) expect(provesInclusion({ ...claim, index: (index + 1) % size }, proof)).to.equal(false);
        expect(provesInclusion(claim, [...proof, root])).to.equal(false);
        if (proof.length === 0) return;
        const changed = proof.map((hash) => Buffer.from(hash));
        const hash = changed[flip % changed.length] as Buffer;
        hash.writeUInt8(hash.readUInt8(flip % 32) ^ 1, flip % 32);
        expect(provesInclusion(claim, changed)).to.equal(false);
      }),
      { numRuns: 60 },
    );
  });

  it("proves that a tree continues an older one, and refuses a tree with another beginning", () => {
    fc.assert(
      fc.property(portions, fc.nat(), fc.nat(), (sizes, a, b) => {
        const { tiles, leaves } = filled(sizes);
        const newer = { size: leaves.length, root: naive(leaves) };
        const older = {
          size: 1 + (a % leaves.length),
          root: naive(leaves.slice(0, 1 + (a % leaves.length))),
        };
        const proof = tiles.roots(consistencyPath(older.size, newer.size));
        expect(provesConsistency(older, newer, proof)).to.equal(true);
        const forged = leaves.with(b % older.size, Buffer.from("forged"));
        const other = { size: older.size, root: naive(forged.slice(0, older.size)) };
        expect(provesConsistency(other, newer, proof)).to.equal(false);
        expect(provesConsistency(older, { size: newer.size, root: naive(forged) }, proof)).to.equal(false);
        expect(provesConsistency(newer, older, proof)).to.equal(older.size === newer.size);
      }),
      { numRuns: 60 },
    );
  });
});
