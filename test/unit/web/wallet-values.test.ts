// What the sandbox wallet reads from people, and how it writes amounts.
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { covers, usableLanguage } from "../../../web/src/wallet/values/amount.ts";
import { claimLink, readClaim } from "../../../web/src/wallet/values/claim-link.ts";
import { withoutDirection } from "../../../web/src/wallet/values/direction.ts";
import { newTransferId } from "../../../web/src/wallet/values/identifier.ts";
import { readPasted } from "../../../web/src/wallet/values/payment-link.ts";

const ORIGIN = "https://localhost:8443";
const REFERENCE = "RF18539007547034";
const WALLET = "wal_01h455vb4pex5vsknk084sn02q";

describe("a name in the title of the window", () => {
  it("turns no words around", () => {
    expect(withoutDirection("Row\u202e 7\u202c \u2066x\u2069\u200f")).to.equal("Row 7 x");
    expect(withoutDirection("شارع Café 👩‍👧")).to.equal("شارع Café 👩‍👧");
  });
});

describe("what is pasted or scanned", () => {
  it("is a payment: a reference in any spelling, or a link of this service", () => {
    const payment = { kind: "payment", reference: REFERENCE };
    for (const text of [
      REFERENCE,
      " rf18 5390 0754 7034\n",
      `${ORIGIN}/pay/${REFERENCE}`,
      `  ${ORIGIN}/pay/${REFERENCE}/?lang=de#top `,
      `${ORIGIN.toUpperCase()}/pay/${REFERENCE.toLowerCase()}`,
    ])
      expect(readPasted(text, ORIGIN), text).to.deep.equal(payment);
  });

  it("is a wallet: its identifier, or the link in its code", () => {
    for (const text of [WALLET, ` ${WALLET} `, `${ORIGIN}/wallet/send?to=${WALLET}`])
      expect(readPasted(text, ORIGIN), text).to.deep.equal({ kind: "wallet", walletId: WALLET });
  });

  it("is of another service, which it names", () => {
    for (const [text, host] of [
      [`https://pay.example/pay/${REFERENCE}`, "pay.example"],
      [`https://localhost:8444/pay/${REFERENCE}`, "localhost:8444"],
      [`https://localhost@evil.example/pay/${REFERENCE}`, "evil.example"],
      [`https://localhost:8443.evil.example/pay/${REFERENCE}`, undefined],
    ] as const)
      expect(readPasted(text, ORIGIN), text).to.deep.equal(
        host === undefined ? { kind: "unknown" } : { kind: "elsewhere", host },
      );
  });

  it("is nothing else", () => {
    for (const text of [
      "",
      "two coffees",
      "RF19539007547034",
      `http://localhost:8443/pay/${REFERENCE}`,
      `javascript:location='${ORIGIN}/pay/${REFERENCE}'`,
      `${ORIGIN}/pay/`,
      `${ORIGIN}/payments/${REFERENCE}`,
      `${ORIGIN}/wallet/send?to=wal_1`,
      "wal_91h455vb4pex5vsknk084sn02q",
    ])
      expect(readPasted(text, ORIGIN), text).to.deep.equal({ kind: "unknown" });
  });

  it("has right check digits: every single wrong digit is found", () => {
    for (let at = 2; at < REFERENCE.length; at++)
      for (const digit of "0123456789")
        if (digit !== REFERENCE[at])
          expect(readPasted(REFERENCE.slice(0, at) + digit + REFERENCE.slice(at + 1), ORIGIN).kind).to.equal(
            "unknown",
          );
  });

  it("is a claim: from a link, or transfer and code as they were written down", () => {
    const claim = { transferId: newTransferId(), claimCode: randomBytes(16).toString("base64url") };
    for (const text of [
      claimLink(claim, ORIGIN),
      `${claim.transferId} ${claim.claimCode}`,
      `${claim.transferId}.${claim.claimCode}\n`,
    ])
      expect(readClaim(text), text).to.deep.equal(claim);
    for (const text of ["", claim.transferId, claim.claimCode, `${claim.transferId} short`])
      expect(readClaim(text), text).to.equal(undefined);
    expect(new URL(claimLink(claim, ORIGIN)).search).to.equal("");
  });
});

describe("an amount", () => {
  it("is compared exactly", () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }))
      .map(([whole, fraction]) => ({
        text: `${whole}.${fraction.toString().padStart(18, "0")}`,
        units: whole * 10n ** 18n + fraction,
      }));
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        expect(covers(one.text, other.text)).to.equal(one.units >= other.units);
      }),
    );
    expect(covers("12.5", "12.50")).to.equal(true);
    expect(covers("12.49", "12.5")).to.equal(false);
  });

  it("is written in the language of the browser only when that is one", () => {
    expect(usableLanguage("de-AT")).to.equal("de-AT");
    expect(usableLanguage("en-US@posix")).to.equal(undefined);
  });
});

describe("an identifier that the wallet makes", () => {
  it("has the form that the service takes, and 128 random bits", () => {
    const made = new Set(Array.from({ length: 1000 }, newTransferId));
    expect(made.size).to.equal(1000);
    for (const id of made) expect(id).to.match(/^trf_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  });
});
