// The form of sealed values: with and without a version in front.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { derivedKeys, KeyRing } from "../../../src/rpc/key-ring.ts";
import { headerOf, versionIn } from "../../../src/rpc/sealed-form.ts";
import { Sealer } from "../../../src/rpc/seal.ts";

const headerBytes = 12;
const outerKey = randomBytes(32);
const first = derivedKeys(outerKey);
const keys = new Map<number, Buffer>(
  [0, 1, 2, 7, 0xffff_ffff].map((version) => [version, randomBytes(32)] as const),
);
const { digest, ownershipTag } = first;
const sealerOf = (active: number, seal: ReadonlyMap<number, Buffer> = keys) =>
  new Sealer(new KeyRing({ seal, active, digest, ownershipTag }));
/** Seals in the form of version 0 with a chosen nonce. */
function sealedUnder(key: Buffer, nonce: Uint8Array, plain: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from("place"));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}
const versions = fc.constantFrom(...keys.keys());
const values = fc.uint8Array({ maxLength: 300 });

describe("a sealed value", () => {
  it("of version 0 is nonce, ciphertext and tag of AES-256-GCM, as versions before the first rotation wrote it", () => {
    fc.assert(
      fc.property(values, fc.string(), (plain, context) => {
        const sealed = new Sealer(KeyRing.derivedFrom(outerKey)).seal(plain, context);
        expect(sealed).to.have.length(12 + plain.length + 16);
        const cipher = createDecipheriv("aes-256-gcm", first.seal, sealed.subarray(0, 12))
          .setAAD(Buffer.from(context))
          .setAuthTag(sealed.subarray(-16));
        const opened = Buffer.concat([cipher.update(sealed.subarray(12, -16)), cipher.final()]);
        expect(opened.equals(plain)).to.equal(true);
      }),
    );
  });

  it("opens by every ring that has its key, whichever key is active, and by no other", () => {
    fc.assert(
      fc.property(versions, versions, values, fc.string(), (by, active, plain, context) => {
        const sealed = sealerOf(by).seal(plain, context);
        expect(sealerOf(active).open(sealed, context).equals(plain)).to.equal(true);
        const others = new Map([...keys].filter(([version]) => version !== by));
        for (const version of others.keys())
          expect(() => sealerOf(version, others).open(sealed, context)).to.throw();
        const changed = new Map(keys).set(by, randomBytes(32));
        expect(() => sealerOf(active, changed).open(sealed, context)).to.throw();
      }),
    );
  });

  it("says its version in front, and only then", () => {
    fc.assert(
      fc.property(versions, values, (version, plain) => {
        const sealed = sealerOf(version).seal(plain, "x");
        expect(versionIn(sealed)).to.equal(version === 0 ? undefined : version);
        expect(sealed).to.have.length(plain.length + 28 + (version === 0 ? 0 : headerBytes));
      }),
    );
  });

  it("does not open when a bit, its version or its context is another, or when it is cut off", () => {
    fc.assert(
      fc.property(versions, versions, values, fc.nat(), (version, other, plain, at) => {
        const sealed = sealerOf(version).seal(plain, "place");
        const flipped = Buffer.from(sealed);
        flipped[at % sealed.length]! ^= 1 << (at % 8);
        expect(() => sealerOf(1).open(flipped, "place")).to.throw();
        expect(() => sealerOf(1).open(sealed, "place ")).to.throw();
        expect(() => sealerOf(1).open(sealed.subarray(0, at % sealed.length), "place")).to.throw();
        if (other === version) return;
        const body = sealed.subarray(version === 0 ? 0 : headerBytes);
        const moved = Buffer.concat([headerOf(other), body]);
        const sameKey = new Map(keys).set(other, keys.get(version)!);
        expect(() => sealerOf(other, sameKey).open(moved, "place")).to.throw();
      }),
    );
  });

  it("of version 0 opens even when its nonce looks like a version", () => {
    const { seal } = derivedKeys(outerKey);
    fc.assert(
      fc.property(versions, values, (version, plain) => {
        if (version === 0) return;
        const sealed = sealedUnder(seal, headerOf(version), plain);
        expect(versionIn(sealed)).to.equal(version);
        const ring = new Map(keys).set(0, seal);
        expect(sealerOf(version, ring).open(sealed, "place").equals(plain)).to.equal(true);
        ring.delete(version);
        expect(sealerOf(0, ring).open(sealed, "place").equals(plain)).to.equal(true);
      }),
    );
  });

  it("of an unknown version is refused as a key that is not available", () => {
    const sealed = sealerOf(7).seal(Buffer.from("x"), "place");
    const without = new Map([...keys].filter(([version]) => version !== 7));
    expect(() => sealerOf(1, without).open(sealed, "place"))
      .to.throw()
      .with.property("reason", "DATA_KEY_UNAVAILABLE");
  });
});

describe("arbitrary bytes", () => {
  it("never open", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.option(versions), (bytes, version) => {
        const value = Buffer.concat([headerOf(version ?? 0), bytes]);
        expect(() => sealerOf(1).open(value, "place")).to.throw();
      }),
    );
  });
});
