// Delegations of registered keys: what makes one good, and every form that is refused.
import { expect } from "chai";
import fc from "fast-check";
import { isDelegation, readDelegation, verifyDelegation } from "../../../src/trust/delegation.ts";
import { readJws } from "../../../src/trust/jws.ts";
import { keyOfSpki, parseRegisteredKey } from "../../../src/trust/registered-key.ts";
import { type CallerKey, callerKey, seconds } from "../../support/access-tokens.ts";
import { delegation } from "../../support/delegations.ts";
import { thumbprintOf } from "../../support/dpop-proofs.ts";

const kid = "pky_01kf05yaj0fg8rwbaz19nqs3cy";
const aud = "https://pda.example";

describe("delegations", () => {
  const keys = (["ES256", "EdDSA", "PS256"] as const).map((algorithm) => callerKey(algorithm));
  const [key] = keys as [CallerKey];
  let to: string;
  before(async () => {
    to = await thumbprintOf(callerKey());
  });

  const made = (over: Parameters<typeof delegation>[2] = {}, by = key): Promise<string> =>
    delegation(by, { kid, aud, to }, over);
  const verdict = async (text: string, by = key) => {
    const jws = readJws(text);
    if (typeof jws === "string" || !isDelegation(jws)) return "no delegation";
    const sent = readDelegation(jws);
    if (typeof sent === "string") return sent;
    const spki = parseRegisteredKey(by.publicKey).spki;
    return verifyDelegation(sent, { key: keyOfSpki(spki), audience: aud }, new Date());
  };
  const problem = async (text: string): Promise<string> => {
    const found = await verdict(text);
    if (typeof found === "string") return found;
    if (found === undefined) return "not signed";
    return found.accepted ? "accepted" : `${found.reason}: ${found.message}`;
  };

  it("count with every type of key, and say what was signed", async () => {
    const details = {
      operations: ["CreatePayment", "GetPayment"],
      maximumAmount: { amount: "50.0", assetType: "USDX" },
      count: 3,
    };
    for (const by of keys) {
      const now = seconds();
      const text = await made({ details, claims: { jti: "a", iat: now, exp: now + 86_400 } }, by);
      expect(await verdict(text, by)).to.deep.equal({
        accepted: true,
        delegationId: "a",
        keyThumbprint: to,
        operations: ["CreatePayment", "GetPayment"],
        maximumAmount: { amount: "50", assetType: "USDX" },
        count: 3,
        expiresAt: new Date((now + 86_400 + 60) * 1000),
      });
    }
    const bare = await verdict(await made());
    expect(bare).to.deep.include({ operations: ["CreatePayment"] });
    expect(bare).to.not.have.any.keys("maximumAmount", "count");
  });

  it("are refused for each claim that is missing, wrong or unknown", async () => {
    const now = seconds();
    const cases: [object, string][] = [
      [{ iss: "pky_01kf05yaj0fg8rwbaz19nqs3cz" }, "TOKEN_CLAIMS_MALFORMED"],
      [{ iss: undefined }, "TOKEN_CLAIMS_MALFORMED"],
      [{ aud: "https://other.example" }, "TOKEN_OF_OTHER_AUDIENCE"],
      [{ aud: [aud] }, "TOKEN_OF_OTHER_AUDIENCE"],
      [{ aud: undefined }, "TOKEN_OF_OTHER_AUDIENCE"],
      [{ jti: "" }, "TOKEN_CLAIMS_MALFORMED"],
      [{ jti: "x".repeat(65) }, "TOKEN_CLAIMS_MALFORMED"],
      [{ jti: 1 }, "TOKEN_CLAIMS_MALFORMED"],
      [{ jti: undefined }, "TOKEN_CLAIMS_MALFORMED"],
      [{ cnf: undefined }, "TOKEN_CLAIMS_MALFORMED"],
      [{ cnf: {} }, "TOKEN_CLAIMS_MALFORMED"],
      [{ cnf: { jkt: "short" } }, "TOKEN_CLAIMS_MALFORMED"],
      [{ cnf: { jkt: to, "x5t#S256": to } }, "TOKEN_CLAIMS_MALFORMED"],
      [{ cnf: [to] }, "TOKEN_CLAIMS_MALFORMED"],
      [{ iat: undefined }, "TOKEN_CLAIMS_MALFORMED"],
      [{ exp: undefined }, "TOKEN_CLAIMS_MALFORMED"],
      [{ iat: now, exp: now }, "TOKEN_CLAIMS_MALFORMED"],
      [{ iat: now, exp: now + 86_401 }, "TOKEN_CLAIMS_MALFORMED"],
      [{ iat: now - 7_200, exp: now - 61 }, "TOKEN_EXPIRED"],
      [{ iat: now + 90, exp: now + 120 }, "TOKEN_NOT_YET_VALID"],
      [{ sub: kid }, "TOKEN_CLAIMS_MALFORMED"],
      [{ scope: "payments.write" }, "TOKEN_CLAIMS_MALFORMED"],
      [{ nbf: now }, "TOKEN_CLAIMS_MALFORMED"],
    ];
    for (const [claims, reason] of cases)
      expect(await problem(await made({ claims: { ...claims } })), JSON.stringify(claims)).to.match(
        new RegExp(`^${reason}: `),
      );
  });

  it("are refused for each form of authorization_details that is not theirs", async () => {
    const maximum = { amount: "50", assetType: "USDX" };
    const wrong: unknown[] = [
      undefined,
      {},
      [],
      "pda",
      [[]],
      [{ type: "pda" }],
      [{ operations: ["CreatePayment"] }],
      [{ type: "other", operations: ["CreatePayment"] }],
      [
        { type: "pda", operations: ["CreatePayment"] },
        { type: "pda", operations: ["GetPayment"] },
      ],
      ...[[], "CreatePayment", [1], ["createPayment"], ["*"], ["CreatePayment", "CreatePayment"]].map(
        (operations) => [{ type: "pda", operations }],
      ),
      [{ type: "pda", operations: Array.from({ length: 33 }, (_, at) => `A${"b".repeat(at + 1)}`) }],
      ...[
        null,
        "50",
        { ...maximum, amount: "0" },
        { ...maximum, amount: "0.00" },
        { ...maximum, amount: "-1" },
        { ...maximum, amount: "1e3" },
        { ...maximum, amount: 50 },
        { ...maximum, amount: "01" },
        { ...maximum, assetType: "usdx" },
        { amount: "50" },
        { ...maximum, perDay: "50" },
      ].map((maximumAmount) => [{ type: "pda", operations: ["CreatePayment"], maximumAmount }]),
      ...[null, 0, -1, 1.5, "3", 1_001].map((count) => [
        { type: "pda", operations: ["CreatePayment"], count },
      ]),
      [{ type: "pda", operations: ["CreatePayment"], locations: ["https://pda.example"] }],
    ];
    for (const authorization_details of wrong)
      expect(
        await problem(await made({ claims: { authorization_details } })),
        JSON.stringify(authorization_details),
      ).to.match(/^TOKEN_CLAIMS_MALFORMED: /);
  });

  it("are refused for another header, and for the signature of another key", async () => {
    expect(await problem(await made({ header: { typ: "pda-access+jwt" } }))).to.equal("no delegation");
    expect(await problem(await made({ header: { typ: "JWT" } }))).to.equal("no delegation");
    expect(await problem(await made({ header: { kid: to } }))).to.match(/header kid/);
    expect(await problem(await made({ header: { kid: undefined } }))).to.match(/header kid/);
    expect(await problem(await made({ header: { cty: "JWT" } }))).to.match(/and no others/);
    for (const by of [callerKey(), ...keys.slice(1)])
      expect(await problem(await made({}, by))).to.equal("not signed");
    const [head, body] = (await made()).split(".");
    expect(await problem(`${head}.${body}.`)).to.equal("not signed");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "pda-delegation+jwt", kid })).toString(
      "base64url",
    );
    expect(await problem(`${none}.${body}.`)).to.equal("not signed");
  });

  it("count for nothing after any change of a character", async () => {
    const text = await made({ details: { count: 2 } });
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: text.length - 1 }),
        fc.constantFrom(..."AZaz09-_."),
        async (at, other) => {
          fc.pre(text[at] !== other);
          expect(await problem(text.slice(0, at) + other + text.slice(at + 1))).to.not.equal("accepted");
        },
      ),
      { numRuns: 500 },
    );
  });
});
