import { randomBytes } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { newId } from "../../../src/domain/identifier/identifier.ts";
import { OwnershipTags, sameTag } from "../../../src/trust/ownership/tags.ts";

const thumbprint = (): string => randomBytes(32).toString("base64url");

describe("tags of owners", () => {
  const key = randomBytes(32);
  const tags = new OwnershipTags(key);

  it("are the same for the same owner of the same asset, and by the same key only", () => {
    const [asset, owner] = [newId("asset"), thumbprint()];
    expect(sameTag(tags.owner(asset, owner), new OwnershipTags(key).owner(asset, owner))).to.equal(true);
    expect(
      sameTag(tags.owner(asset, owner), new OwnershipTags(randomBytes(32)).owner(asset, owner)),
    ).to.equal(false);
  });

  it("differ for every asset, owner, transfer, part and use", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5 }), (count) => {
        const owners = Array.from({ length: count }, thumbprint);
        const [assets, transfers] = [owners.map(() => newId("asset")), owners.map(() => newId("transfer"))];
        const all = owners.flatMap((owner) => [
          tags.shelf("assets", owner),
          tags.shelf("transfers", owner),
          ...assets.flatMap((id) => [tags.owner(id, owner), tags.item(id, owner)]),
          ...transfers.flatMap((id) => [
            tags.party("giver", id, owner),
            tags.party("receiver", id, owner),
            tags.item(id, owner),
          ]),
        ]);
        expect(new Set(all.map((tag) => tag.toString("hex"))).size).to.equal(all.length);
        expect(all.every((tag) => tag.length === 32)).to.equal(true);
      }),
      { numRuns: 20 },
    );
  });

  it("are never the same as none", () => {
    expect(sameTag(undefined, Buffer.alloc(32))).to.equal(false);
  });

  it("are made with a key of 32 bytes", () => {
    expect(() => new OwnershipTags(randomBytes(16))).to.throw(RangeError);
  });
});
