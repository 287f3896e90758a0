import { expect } from "chai";
import fc from "fast-check";
import { listIdOf, placeOf, SHARD_SIZE, shardOf } from "../../../src/domain/status/status-list.ts";
import { permutationOf } from "../../../src/trust/status-index.ts";
import { StatusEntries } from "../../../src/trust/status-list.ts";
import { statusAt } from "../../support/status-at.ts";

/** draft-ietf-oauth-status-list §4.1 and §4.2: the two examples. */
const oneBit = { bits: 1, lst: "eNrbuRgAAhcBXQ" };
const oneBitStatuses = [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1];
const twoBits = { bits: 2, lst: "eNo76fITAAPfAgc" };
const twoBitStatuses = [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3];

describe("a status list", () => {
  it("is packed as the draft's example is", () => {
    const entries = new StatusEntries(12);
    for (const [index, status] of twoBitStatuses.entries()) entries.set(index, status);
    expect(Buffer.from(entries.bytes).toString("hex")).to.equal("c944f9");
    expect(entries.claim()).to.deep.equal({ bits: 2, lst: twoBits.lst });
  });

  it("is read as the draft's examples are", () => {
    expect(oneBitStatuses.map((_, index) => statusAt(oneBit, index))).to.deep.equal(oneBitStatuses);
    expect(twoBitStatuses.map((_, index) => statusAt(twoBits, index))).to.deep.equal(twoBitStatuses);
  });

  it("gives back what was set, the last of several", () => {
    const change = fc.tuple(fc.nat(255), fc.nat(3));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 300 }), (changes) => {
        const entries = new StatusEntries(256);
        for (const [index, status] of changes) entries.set(index, status);
        const expected = new Map(changes);
        const claim = entries.claim();
        for (let index = 0; index < 256; index++)
          expect(statusAt(claim, index)).to.equal(expected.get(index) ?? 0);
      }),
      { numRuns: 20 },
    );
  });

  it("has no entry beyond its end, no fifth status, and does not unpack without bound", () => {
    const entries = new StatusEntries(8);
    expect(() => entries.set(8, 1)).to.throw(RangeError);
    expect(() => entries.set(-1, 1)).to.throw(RangeError);
    expect(() => entries.set(0, 4)).to.throw(RangeError);
    for (const index of [8, -1, 0.5, Number.NaN])
      expect(() => statusAt(entries.claim(), index)).to.throw(RangeError);
    expect(() => statusAt({ ...twoBits, bits: 3 }, 0)).to.throw(RangeError);
    expect(() => statusAt(new StatusEntries(SHARD_SIZE).claim(), 0, 1_000)).to.throw();
    expect(() => statusAt({ bits: 2, lst: "AAAA" }, 0)).to.throw();
  });

  it("of a whole shard with one in a hundred revoked is small", () => {
    const entries = new StatusEntries(SHARD_SIZE);
    const place = permutationOf(Buffer.alloc(32, 1), 0);
    for (let at = 0; at < SHARD_SIZE; at += 100) entries.set(place(at), 1);
    expect(entries.claim().lst.length).to.be.below(6_000);
  });
});

describe("the index of an entry", () => {
  it("is one of the shard's for each place, and no two have the same", () => {
    const permutation = permutationOf(Buffer.alloc(32, 7), 3);
    const seen = new Uint8Array(SHARD_SIZE);
    for (let place = 0; place < SHARD_SIZE; place++) {
      const index = permutation(place);
      expect(index >= 0 && index < SHARD_SIZE).to.equal(true);
      seen[index] = 1;
    }
    expect(seen.every((once) => once === 1)).to.equal(true);
  });

  it("stays the same for the same seed, and is another for another seed or shard", () => {
    const indexes = (seed: number, shard: number): number[] => {
      const permutation = permutationOf(Buffer.alloc(32, seed), shard);
      return Array.from({ length: 1_000 }, (_, place) => permutation(place));
    };
    const same = (a: number[], b: number[]): number => a.filter((index, at) => index === b[at]).length;
    expect(indexes(1, 0)).to.deep.equal(indexes(1, 0));
    expect(same(indexes(1, 0), indexes(2, 0))).to.be.below(10);
    expect(same(indexes(1, 0), indexes(1, 1))).to.be.below(10);
  });

  it("tells nothing of the order of issuance: neighbours are anywhere, evenly", () => {
    const permutation = permutationOf(Buffer.alloc(32, 9), 0);
    const count = 16_384;
    const cells = Array.from({ length: 16 }, () => 0);
    let ascents = 0;
    for (let place = 0; place < count; place++) {
      const [index, next] = [permutation(place), permutation(place + 1)];
      cells[index >> 13] = (cells[index >> 13] as number) + 1;
      if (next > index) ascents++;
    }
    // Six standard deviations.
    for (const cell of cells) expect(Math.abs(cell - count / 16)).to.be.below(6 * Math.sqrt(count / 16));
    expect(Math.abs(ascents - count / 2)).to.be.below(6 * Math.sqrt(count / 4));
  });

  it("is refused outside of the shard", () => {
    const permutation = permutationOf(Buffer.alloc(32), 0);
    for (const place of [-1, SHARD_SIZE, 0.5]) expect(() => permutation(place)).to.throw(RangeError);
  });
});

describe("the identifier of a list", () => {
  it("names subject and shard, and nothing else is one", () => {
    expect(placeOf("assets", 5 * SHARD_SIZE + 3)).to.deep.equal({ subject: "assets", shard: 5, place: 3 });
    for (const subject of ["assets", "devices", "publishers"] as const)
      expect(shardOf(listIdOf({ subject, shard: 12 }))).to.deep.equal({ subject, shard: 12 });
    for (const other of [
      "",
      "assets",
      "assets-",
      "assets-01",
      "wallets-0",
      "assets-1-2",
      "assets-1000000000",
    ])
      expect(shardOf(other)).to.equal(undefined);
  });
});
