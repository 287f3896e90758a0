import { expect } from "chai";
import fc from "fast-check";
import { exceeds, parseAmount } from "../../../src/domain/amount/amount.ts";
import { requireOwnMetadata, requireShowable } from "../../../src/domain/payment/details.ts";
import { simulations } from "../../../src/domain/payment/simulation.ts";
import { Refused } from "../../../src/domain/refused.ts";

const reasonOf = (action: () => unknown): string | undefined => {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
};

describe("what a merchant says of a payment", () => {
  for (const text of [
    "Two coffees",
    "Zwei Kännchen",
    "קפה גדול",
    "👩‍👩‍👧 menu",
    "a\u200Db",
    "x",
    "می\u200Cخواهم",
    "☕\uFE0F",
  ])
    it(`may be shown: ${JSON.stringify(text)}`, () =>
      expect(reasonOf(() => requireShowable(text))).to.equal(undefined));

  for (const [what, text] of [
    ["nothing", ""],
    ["blanks", " \u00A0 "],
    ["a line feed", "a\nb"],
    ["U+0000", "a\u0000"],
    ["an escape", "\u001B[2J"],
    ["a control character of C1", "a\u0085b"],
    ["a turn of direction", "12.50 \u202E05.21"],
    ["an isolate", "\u2067x\u2069"],
    ["half a character", "\uD83D"],
    ["U+FFFE", "a\uFFFE"],
    ["U+FFFF", "a\uFFFFb"],
    ["a noncharacter of a higher plane", "a\u{1FFFE}"],
    ["a noncharacter within", "\uFDD0a"],
    ["a zero-width blank", "\u200B"],
    ["the blank of braille, with fillers", "\u2800\u3164\u115F"],
    ["characters of formatting only", "\u200B\u200D\u2060\uFEFF\u00AD"],
    ["joiners and blanks", " \u200D \u00A0"],
    ["a variation selector", "\uFE0F"],
    ["a filler", "\u3164"],
  ] as const)
    it(`may not be ${what}`, () =>
      expect(reasonOf(() => requireShowable(text))).to.equal("TEXT_NOT_PRINTABLE"));

  it("has keys of its own, and none of the service's", () => {
    const { key } = simulations;
    expect(reasonOf(() => requireOwnMetadata({ table: "7", pda: "x" }))).to.equal(undefined);
    expect(reasonOf(() => requireOwnMetadata({ table: "7", "pda:x": "" }, key))).to.equal(
      "METADATA_KEY_RESERVED",
    );
    expect(reasonOf(() => requireOwnMetadata({ [key]: "" }))).to.equal("METADATA_KEY_RESERVED");
    expect(reasonOf(() => requireOwnMetadata({ [key]: "x" }, key))).to.equal(undefined);
    for (const odd of [{ "a\u0000": "" }, { a: "\u0000" }] as Record<string, string>[])
      expect(reasonOf(() => requireOwnMetadata(odd))).to.equal("TEXT_NOT_STORABLE");
  });

  it("asks for a simulation by its word, and by no other", () => {
    const { key, lifetimeSeconds, delayMs, declines } = simulations;
    const refusal = (metadata: Record<string, string>, atTerminal = false) =>
      reasonOf(() => simulations.require({ metadata }, atTerminal));
    const effects = (metadata?: Record<string, string>) =>
      [lifetimeSeconds, delayMs, declines].map((effect) => effect({ metadata }));
    const none = [undefined, undefined, false];
    for (const metadata of [undefined, { other: "declined" }]) expect(effects(metadata)).to.deep.equal(none);
    expect(refusal({ other: "x" })).to.equal(undefined);
    for (const [word, expected] of Object.entries({
      declined: [undefined, undefined, true],
      expired: [0.001, undefined, false],
      slow: [undefined, 5000, false],
      [simulations.reversal]: none,
    })) {
      expect(refusal({ [key]: word })).to.equal(undefined);
      expect(effects({ [key]: word })).to.deep.equal(expected);
    }
    for (const word of ["", "Declined", "declined ", "toString"])
      expect(refusal({ [key]: word })).to.equal("SIMULATION_UNKNOWN");
    expect(refusal({ [key]: "expired" }, true)).to.equal("SIMULATION_UNKNOWN");
  });
});

describe("a limit in whole units", () => {
  it("is exceeded by what is above it, whatever the fraction digits of the type", () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 24n),
        fc.nat(18),
        fc.bigInt(0n, 10n ** 17n),
        fc.nat({ max: 999_999 }),
        (minor, decimals, whole, micro) => {
          const limit = `${whole}.${String(micro).padStart(6, "0")}`;
          // Both to 18 fraction digits.
          const scaled = minor * 10n ** BigInt(18 - decimals);
          const bound = (whole * 1_000_000n + BigInt(micro)) * 10n ** 12n;
          expect(exceeds(minor, decimals, limit)).to.equal(scaled > bound);
        },
      ),
    );
  });

  it("is met exactly", () => {
    expect(exceeds(parseAmount("50", 6), 6, "50")).to.equal(false);
    expect(exceeds(parseAmount("50.000001", 6), 6, "50")).to.equal(true);
    expect(exceeds(1n, 0, "0")).to.equal(true);
    expect(exceeds(1n, 0, "0.5")).to.equal(true);
    expect(() => exceeds(1n, 0, "fifty")).to.throw(RangeError);
  });
});
