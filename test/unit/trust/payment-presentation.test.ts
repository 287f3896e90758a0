// What a device signs to pay, against vectors of another library and the openssl command.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { parseCertificate } from "../../../src/trust/certificate.ts";
import { paymentMessage, possessionMessage } from "../../../src/trust/possession/message.ts";
import { provesPossession } from "../../../src/trust/possession/signature.ts";
import { derSignature } from "./support/der-signature.ts";
import { openssl } from "./support/openssl.ts";

interface Vector {
  readonly comment: string;
  readonly nonce: string;
  readonly assetId: string;
  readonly audience: string;
  readonly merchantId: string;
  readonly assetType: string;
  readonly amount: string;
  readonly message: string;
  readonly signature: string;
  readonly valid: boolean;
}

const file = join(import.meta.dirname, "../../../docs/vectors/payment-presentation.json");
const published = JSON.parse(readFileSync(file, "utf8")) as {
  certificate: string;
  vectors: readonly Vector[];
};
const certificate = parseCertificate(Buffer.from(published.certificate, "base64"));
const key = certificate.publicKey.usable!.key;
const certificateSha256 = createHash("sha256").update(certificate.der).digest();
const bytes = (text: string): Buffer => Buffer.from(text, "base64url");

const possession = {
  nonce: Buffer.alloc(32, 7),
  assetId: "ast_01h455vb4pex5vsknk084sn02q",
  certificateSha256,
};
const terms = {
  audience: "https://pay.example",
  merchantId: "mer_01h455vb4pex5vsknk084sn02v",
  assetType: "USDX",
  amount: "12.5",
};

describe("a device's agreement to a payment", () => {
  for (const { comment, nonce, assetId, message, signature, valid, ...rest } of published.vectors) {
    const { audience, merchantId, assetType, amount } = rest;
    describe(`vector: ${comment}`, () => {
      it("has the message that we make", () => {
        const made = paymentMessage(
          { nonce: bytes(nonce), assetId, certificateSha256 },
          { audience, merchantId, assetType, amount },
        );
        expect(made.toString("hex")).to.equal(message);
      });
      it(`is ${valid ? "accepted" : "refused"}, and openssl agrees`, async () => {
        const signed = Buffer.from(message, "hex");
        expect(await provesPossession(key, signed, bytes(signature))).to.equal(valid);
        const { ok } = openssl(
          ["dgst", "-sha256", "-verify", "{key.pem}", "-signature", "{signature}", "{message}"],
          {
            "key.pem": key.export({ type: "spki", format: "pem" }) as string,
            signature: derSignature(bytes(signature)),
            message: signed,
          },
        );
        expect(ok).to.equal(valid);
      });
    });
  }

  it("has another message for every other part, and none that proves possession", () => {
    const all = fc.record({
      audience: fc.stringMatching(/^[!-~]{1,60}$/),
      merchantId: fc.stringMatching(/^mer_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      assetType: fc.stringMatching(/^[A-Z][A-Z0-9]{1,15}$/),
      amount: fc.stringMatching(/^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/),
    });
    fc.assert(
      fc.property(all, all, (one, other) => {
        const message = paymentMessage(possession, one);
        const same = JSON.stringify(Object.values(one)) === JSON.stringify(Object.values(other));
        expect(message.equals(paymentMessage(possession, other))).to.equal(same);
        for (const { audience } of [one, other])
          expect(message.equals(possessionMessage({ ...possession, audience }))).to.equal(false);
      }),
    );
  });

  for (const [what, change] of Object.entries({
    "a merchant that is none": { merchantId: "mer_x" },
    "a code in lower case": { assetType: "usdx" },
    "a code of 17 characters": { assetType: "A".repeat(17) },
    "no amount": { amount: "" },
    "an amount with a sign": { amount: "-1" },
    "an amount of 19 whole digits": { amount: "1".repeat(19) },
    "no audience": { audience: "" },
  }))
    it(`has no message for ${what}`, () => {
      expect(() => paymentMessage(possession, { ...terms, ...change })).to.throw(RangeError);
    });
});
