// Keys of secp256k1 without a certificate, against vectors of another library and the openssl command.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { TrustInputError } from "../../../src/trust/error.ts";
import { bindingMessage, possessionMessage } from "../../../src/trust/possession/message.ts";
import { provesRawKeyPossession } from "../../../src/trust/possession/signature.ts";
import { parseRawKey } from "../../../src/trust/raw-key.ts";
import { SigningChip } from "../../support/chips.ts";
import { openssl } from "./support/openssl.ts";
import { derSignature } from "./support/der-signature.ts";

interface Signed {
  readonly comment: string;
  readonly assetId: string;
  readonly publicKey: string;
  readonly message: string;
  readonly signature: string;
  readonly valid: boolean;
}
interface Vectors {
  readonly publicKey: string;
  readonly publicKeyUncompressed: string;
  readonly publicKeySha256: string;
  readonly bindings: readonly (Signed & { readonly serialNumber: string })[];
  readonly proofs: readonly (Signed & { readonly nonce: string; readonly audience: string })[];
  readonly refusedKeys: readonly { readonly comment: string; readonly publicKey: string }[];
}

const file = join(import.meta.dirname, "../../../docs/vectors/raw-key.json");
const published = JSON.parse(readFileSync(file, "utf8")) as Vectors;
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const assetId = "ast_01h455vb4pex5vsknk084sn02q";
const bytes = (text: string): Buffer => Buffer.from(text, "base64url");

/** What openssl says of a signature, whatever its s. */
function opensslAccepts({ message, signature }: Signed): boolean {
  const pem = parseRawKey(published.publicKey).key.export({ type: "spki", format: "pem" }) as string;
  return openssl(["dgst", "-sha256", "-verify", "{key.pem}", "-signature", "{signature}", "{message}"], {
    "key.pem": pem,
    signature: derSignature(bytes(signature)),
    message: Buffer.from(message, "hex"),
  }).ok;
}

describe("a key of secp256k1", () => {
  const forms = {
    "compressed, hexadecimal": published.publicKey,
    "compressed, capitals": published.publicKey.toUpperCase(),
    "compressed, base64": Buffer.from(published.publicKey, "hex").toString("base64"),
    "uncompressed, hexadecimal": published.publicKeyUncompressed,
    "uncompressed, base64": Buffer.from(published.publicKeyUncompressed, "hex").toString("base64"),
  };
  for (const [form, text] of Object.entries(forms))
    it(`is the same one whatever its form: ${form}`, () => {
      const { compressed, digest, key } = parseRawKey(text);
      expect(compressed.toString("hex")).to.equal(published.publicKey);
      expect(digest.toString("hex")).to.equal(published.publicKeySha256);
      expect(key.asymmetricKeyDetails?.namedCurve).to.equal("secp256k1");
    });

  it("is known by the SHA-256 of its compressed form", () => {
    const sha256 = createHash("sha256").update(Buffer.from(published.publicKey, "hex")).digest("hex");
    expect(sha256).to.equal(published.publicKeySha256);
  });

  for (const { comment, publicKey } of published.refusedKeys)
    it(`is not ${comment}`, () => {
      expect(() => parseRawKey(publicKey)).to.throw(TrustInputError);
    });

  it("is not a text of any other kind, and none of them fails otherwise", () => {
    const hex = fc.stringMatching(/^(0[234567])?[0-9a-f]{60,130}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), hex, fc.base64String({ minLength: 40, maxLength: 92 })), (text) => {
        try {
          expect(parseRawKey(text).compressed).to.have.length(33);
        } catch (error) {
          expect(error).to.be.instanceOf(TrustInputError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("signatures of a key of secp256k1", () => {
  it("have vectors of both kinds", () => {
    for (const vectors of [published.bindings, published.proofs]) {
      expect(vectors.filter(({ valid }) => valid)).to.have.length.above(3);
      expect(vectors.filter(({ valid }) => !valid)).to.have.length.above(6);
    }
  });

  const cases = [
    ...published.bindings.map((vector) => ({
      ...vector,
      kind: "binding",
      made: (keySha256: Buffer) => bindingMessage({ ...vector, keySha256 }),
    })),
    ...published.proofs.map((vector) => ({
      ...vector,
      kind: "proof",
      made: (certificateSha256: Buffer) =>
        possessionMessage({ ...vector, nonce: bytes(vector.nonce), certificateSha256 }),
    })),
  ];
  for (const { kind, made, ...vector } of cases) {
    describe(`${kind}: ${vector.comment}`, () => {
      const { key, digest } = parseRawKey(vector.publicKey);
      const message = Buffer.from(vector.message, "hex");
      it("has the message that we make", () => {
        expect(made(digest).toString("hex")).to.equal(vector.message);
      });
      it(`is ${vector.valid ? "accepted" : "refused"}`, async () => {
        expect(await provesRawKeyPossession(key, message, bytes(vector.signature))).to.equal(vector.valid);
      });
      it(
        vector.comment === "high s" ? "openssl takes it, because s may be high there" : "openssl agrees",
        () => {
          expect(opensslAccepts(vector)).to.equal(vector.valid || vector.comment === "high s");
        },
      );
    });
  }

  it("count with low s only: exactly one of the two that fit", async () => {
    const chip = new SigningChip();
    const { key } = parseRawKey(chip.publicKey);
    for (let turn = 0; turn < 200; turn++) {
      const message = Buffer.from(`message ${turn}`);
      const low = bytes(chip.sign(message));
      expect(await provesRawKeyPossession(key, message, low)).to.equal(true);
      const s = BigInt(`0x${low.subarray(32).toString("hex")}`);
      const other = Buffer.from((order - s).toString(16).padStart(64, "0"), "hex");
      expect(
        await provesRawKeyPossession(key, message, Buffer.concat([low.subarray(0, 32), other])),
      ).to.equal(false);
      low.writeUInt8(low.readUInt8(turn % 64) ^ (1 << (turn % 8)), turn % 64);
      expect(await provesRawKeyPossession(key, message, low)).to.equal(false);
    }
  });

  for (const length of [0, 63, 65, 70, 72])
    it(`have 64 bytes, not ${length}`, async () => {
      const { key } = parseRawKey(published.publicKey);
      const signature = Buffer.alloc(length, 1);
      const error = await provesRawKeyPossession(key, Buffer.from("m"), signature).catch((e: unknown) => e);
      expect(error).to.be.instanceOf(RangeError);
    });
});

describe("the message that binds a chip", () => {
  const good = { assetId, keySha256: Buffer.alloc(32, 7), serialNumber: "04A1B2C3D4E5F6" };

  it("is its parts one after the other, the serial number with its length", () => {
    expect(bindingMessage(good).toString("latin1")).to.equal(
      `PDA-BIND-v1${assetId}${"\x07".repeat(32)}\x0e04A1B2C3D4E5F6`,
    );
  });

  it("is never one that answers a challenge", () => {
    const challenge = fc.record({
      nonce: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      assetId: fc.constant(assetId),
      certificateSha256: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      audience: fc.stringMatching(/^[!-~]{1,255}$/),
    });
    fc.assert(
      fc.property(challenge, fc.stringMatching(/^[!-~]{1,64}$/), (possession, serialNumber) => {
        const message = bindingMessage({ ...good, serialNumber });
        expect(message.equals(possessionMessage(possession))).to.equal(false);
      }),
    );
  });

  for (const [what, change] of Object.entries({
    "an identifier of another length": { assetId: `${assetId}0` },
    "a digest of 20 bytes": { keySha256: Buffer.alloc(20) },
    "no serial number": { serialNumber: "" },
    "a serial number of 65 characters": { serialNumber: "A".repeat(65) },
    "a serial number beyond ASCII": { serialNumber: "é" },
  }))
    it(`does not exist for ${what}`, () => {
      expect(() => bindingMessage({ ...good, ...change })).to.throw(RangeError);
    });
});
