// A valid presentation in which anything was changed is refused, and no answer repeats what a credential says.
import { expect } from "chai";
import fc from "fast-check";
import type { IdentityRequest } from "../../../src/trust/identity/request.ts";
import { claim, seconds } from "../../support/sd-jwt-issuer.ts";
import { evaluated, identityScene, NOW, presentation, QUESTION, verdict } from "./support/identity.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";

describe("a changed presentation", function () {
  this.timeout(120_000);
  const scene = identityScene();
  let valid: string;

  before(async () => {
    valid = await presentation(scene);
    expect(verdict(evaluated(scene, valid))).to.equal("satisfied");
  });

  const satisfied = (text: string): boolean => evaluated(scene, text).satisfied;

  it("is refused whichever character is another one", () => {
    for (let at = 0; at < valid.length; at++) {
      const other =
        ALPHABET[
          (ALPHABET.indexOf(valid[at] as string) + 1 + (at % (ALPHABET.length - 1))) % ALPHABET.length
        ];
      expect(satisfied(valid.slice(0, at) + other + valid.slice(at + 1)), `character ${at}`).to.equal(false);
    }
  });

  it("is refused whichever bit of its text is flipped", () => {
    fc.assert(
      fc.property(fc.nat(valid.length - 1), fc.nat(7), (at, bit) => {
        const bytes = Buffer.from(valid, "latin1");
        bytes[at] = (bytes[at] as number) ^ (1 << bit);
        expect(satisfied(bytes.toString("latin1"))).to.equal(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is refused whichever bit of what it says is flipped", () => {
    const parts = valid.split(/([.~])/);
    const places = parts.flatMap((part, index) => (/^[.~]?$/.test(part) ? [] : [index]));
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.nat(), fc.nat(7), (place, where, bit) => {
        const bytes = Buffer.from(parts[place] as string, "base64url");
        const at = where % bytes.length;
        bytes[at] = (bytes[at] as number) ^ (1 << bit);
        expect(satisfied(parts.with(place, bytes.toString("base64url")).join(""))).to.equal(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is refused when parts of it are left out, doubled, or come in another order", () => {
    const parts = valid.split("~");
    const other = fc
      .array(fc.nat(parts.length - 1), { maxLength: 6 })
      .map((order) => order.map((index) => parts[index]).join("~"));
    fc.assert(
      fc.property(
        other.filter((text) => text !== valid),
        (text) => {
          expect(satisfied(text)).to.equal(false);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("of another holder or issuer cannot be put together with parts of this one", async () => {
    const elsewhere = identityScene();
    const [theirs, ours] = [(await presentation(elsewhere)).split("~"), valid.split("~")];
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: ours.length, maxLength: ours.length }), (choice) => {
        const mixed = choice.map((own, index) => (own ? ours : theirs)[index]).join("~");
        // Both show the same disclosures, so only credential and proof tell them apart.
        expect(satisfied(mixed)).to.equal(mixed === valid);
      }),
    );
  });
});

describe("the answer about a digital identity", function () {
  this.timeout(60_000);
  const scene = identityScene();

  it("holds nothing of what the credential says or the question expects, whatever it is", async () => {
    const secret = fc.string({ minLength: 12, maxLength: 40 }).filter((text) => /^[^"\\]*$/.test(text));
    await fc.assert(
      fc.asyncProperty(
        secret,
        secret,
        fc.boolean(),
        fc.constantFrom(0, -1_000),
        async (name, value, asked, age) => {
          const shown = claim(name, value);
          fc.pre(!["_sd", "..."].includes(name));
          const text = await presentation(scene, {
            payload: { _sd: [shown.digest] },
            disclosures: [shown],
            proof: { iat: seconds(NOW) + age },
          });
          const expected = { kind: "text_in", values: asked ? [value] : ["another"] } as const;
          const question: IdentityRequest = { ...QUESTION, conditions: [{ path: [name], expected }] };
          const answer = evaluated(scene, text, {}, question);
          expect(answer.satisfied).to.equal(asked && age === 0);
          const told = JSON.stringify(answer);
          expect(told).to.not.contain(value);
          expect(told).to.not.contain(name);
        },
      ),
      { numRuns: 100 },
    );
  });
});
