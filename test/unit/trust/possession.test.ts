// Proof of possession: bytes that are signed and signatures over them, against vectors of another library and the openssl command.
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { parseCertificate } from "../../../src/trust/certificate.ts";
import { possessionMessage } from "../../../src/trust/possession/message.ts";
import { provesPossession } from "../../../src/trust/possession/signature.ts";
import { derSignature } from "./support/der-signature.ts";
import { openssl } from "./support/openssl.ts";

interface Vectors {
  readonly certificate: string;
  readonly certificateSha256: string;
  readonly vectors: readonly {
    readonly comment: string;
    readonly nonce: string;
    readonly assetId: string;
    readonly audience: string;
    readonly message: string;
    readonly signature: string;
    readonly valid: boolean;
  }[];
}

const file = join(import.meta.dirname, "../../../docs/vectors/proof-of-possession.json");
const published = JSON.parse(readFileSync(file, "utf8")) as Vectors;
const certificate = parseCertificate(Buffer.from(published.certificate, "base64"));
const key = certificate.publicKey.usable!.key;
const certificateSha256 = createHash("sha256").update(certificate.der).digest();
const bytes = (text: string): Buffer => Buffer.from(text, "base64url");

const assetId = "ast_01h455vb4pex5vsknk084sn02q";
const good = { nonce: Buffer.alloc(32, 7), assetId, certificateSha256, audience: "https://pay.example" };

describe("proof of possession", () => {
  it("has vectors of a certificate that is what they say", () => {
    expect(certificateSha256.toString("hex")).to.equal(published.certificateSha256);
    expect(published.vectors.filter(({ valid }) => valid)).to.have.length.above(5);
    expect(published.vectors.filter(({ valid }) => !valid)).to.have.length.above(5);
  });

  for (const { comment, nonce, audience, message, signature, valid, ...vector } of published.vectors) {
    describe(`vector: ${comment}`, () => {
      it("has the message that we make", () => {
        const made = possessionMessage({
          nonce: bytes(nonce),
          assetId: vector.assetId,
          certificateSha256,
          audience,
        });
        expect(made.toString("hex")).to.equal(message);
      });
      it(`is ${valid ? "accepted" : "refused"}`, async () => {
        expect(await provesPossession(key, Buffer.from(message, "hex"), bytes(signature))).to.equal(valid);
      });
      it("openssl agrees", () => {
        const { ok } = openssl(
          ["dgst", "-sha256", "-verify", "{key.pem}", "-signature", "{signature}", "{message}"],
          {
            "key.pem": key.export({ type: "spki", format: "pem" }) as string,
            signature: derSignature(bytes(signature)),
            message: Buffer.from(message, "hex"),
          },
        );
        expect(ok).to.equal(valid);
      });
    });
  }

  it("is signed over the parts one after the other, the audience with its length", () => {
    expect(possessionMessage(good).toString("latin1")).to.equal(
      `PDA-POP-v1${good.nonce.toString("latin1")}${assetId}${certificateSha256.toString("latin1")}\x13https://pay.example`,
    );
  });

  it("has another message for every other part", () => {
    const possession = fc.record({
      nonce: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      assetId: fc.stringMatching(/^ast_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      certificateSha256: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      audience: fc.stringMatching(/^[!-~]{1,255}$/),
    });
    const nearly = possession.chain((one) =>
      possession.chain((other) => fc.tuple(fc.constant(one), fc.constantFrom(...variants(one, other)))),
    );
    const variants = <T extends object>(one: T, other: T): T[] =>
      Object.keys(one).map((name) => ({ ...one, [name]: other[name as keyof T] }));
    const text = (value: object): string =>
      JSON.stringify(Object.values(value).map((part) => (typeof part === "string" ? part : [...part])));
    fc.assert(
      fc.property(nearly, ([one, other]) => {
        const same = text(one) === text(other);
        expect(possessionMessage(one).equals(possessionMessage(other))).to.equal(same);
      }),
    );
  });

  for (const [what, change] of Object.entries({
    "a nonce of 31 bytes": { nonce: Buffer.alloc(31) },
    "a nonce of 33 bytes": { nonce: Buffer.alloc(33) },
    "an identifier of another length": { assetId: `${assetId}0` },
    "an identifier that is none": { assetId: "AST_01h455vb4pex5vsknk084sn02q" },
    "a digest of 20 bytes": { certificateSha256: Buffer.alloc(20) },
    "no audience": { audience: "" },
    "an audience of 256 characters": { audience: "a".repeat(256) },
    "an audience with a blank": { audience: "a b" },
    "an audience beyond ASCII": { audience: "é" },
  }))
    it(`has no message for ${what}`, () => {
      expect(() => possessionMessage({ ...good, ...change })).to.throw(RangeError);
    });

  for (const length of [0, 63, 65, 70, 72])
    it(`has no signature of ${length} bytes`, async () => {
      const signature = Buffer.alloc(length, 1);
      const error = await provesPossession(key, possessionMessage(good), signature).catch((e: unknown) => e);
      expect(error).to.be.instanceOf(RangeError);
    });

  it("takes every signature of node, whatever its numbers look like", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    for (let turn = 0; turn < 600; turn++) {
      const message = possessionMessage({ ...good, audience: `turn-${turn}` });
      const signature = sign("sha256", message, { key: privateKey, dsaEncoding: "ieee-p1363" });
      expect(await provesPossession(publicKey, message, signature)).to.equal(true);
      const at = turn % 64;
      signature.writeUInt8(signature.readUInt8(at) ^ (1 << (turn % 8)), at);
      expect(await provesPossession(publicKey, message, signature)).to.equal(false);
    }
  });
});
