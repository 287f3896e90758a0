// `pda keys delegate`: what it signs, as an outside library reads it, and what it says of a mistake.
import { createPublicKey } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { callerKey } from "../support/access-tokens.ts";
import { thumbprintOf } from "../support/dpop-proofs.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { pda } from "./program.ts";

const kid = "pky_01kf05yaj0fg8rwbaz19nqs3cy";

describe("pda keys delegate", function () {
  this.timeout(120_000);
  const folder = temporaryDirectory();
  after(() => folder[Symbol.dispose]());
  const at = (name: string): string => join(folder.path, name);
  const delegate = callerKey("PS256");
  const keys = (["ES256", "EdDSA", "PS256"] as const).map((algorithm) => callerKey(algorithm));
  before(() => {
    for (const { algorithm, privateKey } of keys)
      writeFileSync(at(`${algorithm}.key`), privateKey.export({ format: "pem", type: "pkcs8" }));
    writeFileSync(at("delegate.pub"), delegate.publicKey);
  });

  /** @param over options in place of the right ones */
  const run = (over: Record<string, string> = {}) => {
    const options = {
      key: at("EdDSA.key"),
      "public-key": kid,
      to: at("delegate.pub"),
      operations: "CreatePayment",
      ...over,
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    return pda(["keys", "delegate", ...args], { cwd: folder.path });
  };

  it("signs with a key of each type what the options say", async () => {
    for (const { algorithm, privateKey } of keys) {
      const { code, stdout, stderr } = await run({
        key: at(`${algorithm}.key`),
        to: algorithm === "EdDSA" ? await thumbprintOf(delegate) : at("delegate.pub"),
        operations: "CreatePayment,GetPayment",
        maximum: "50 USDX",
        count: "10",
        for: "8h",
        audience: "https://pda.example",
      });
      expect(code, stderr).to.equal(0);
      const token = stdout.trim();
      const audience = "https://pda.example";
      const { payload } = await jwtVerify(token, createPublicKey(privateKey), { audience });
      expect(decodeProtectedHeader(token)).to.deep.equal({
        alg: algorithm,
        typ: "pda-delegation+jwt",
        kid,
      });
      const { iat, exp, jti, ...rest } = payload;
      expect((exp ?? 0) - (iat ?? 0)).to.equal(28_800);
      expect(jti).to.match(/^[\w-]{36}$/);
      expect(rest).to.deep.equal({
        iss: kid,
        aud: audience,
        cnf: { jkt: await thumbprintOf(delegate) },
        authorization_details: [
          {
            type: "pda",
            operations: ["CreatePayment", "GetPayment"],
            maximumAmount: { amount: "50", assetType: "USDX" },
            count: 10,
          },
        ],
      });
    }
  });

  it("refuses what the service would refuse, in two lines", async () => {
    const cases: [Record<string, string>, string][] = [
      [{ "public-key": "key_01kf05yaj0fg8rwbaz19nqs3cy" }, "is not the identifier of a public key"],
      [{ operations: "CreatePaymnt" }, "did you mean CreatePayment?"],
      [{ operations: "CreateApiKey" }, "cannot be delegated"],
      [{ operations: "" }, "1 to 32 different names"],
      [{ maximum: "50" }, "maximumAmount"],
      [{ count: "1001" }, "count"],
      [{ count: "few" }, "count"],
      [{ for: "25h" }, "at most 24 hours"],
      [{ for: "a day" }, "at most 24 hours"],
      [{ key: at("delegate.pub") }, "is not a private key in PEM"],
      [{ key: at("none.key") }, "does not exist"],
      [{ to: at("EdDSA.key") }, "is not one public key in PEM"],
    ];
    for (const [over, problem] of cases) {
      const { code, stdout, stderr } = await run(over);
      expect([code, stdout], JSON.stringify(over)).to.deep.equal([1, ""]);
      expect(stderr)
        .to.match(/^pda: .+\n {2}next: .+\n$/)
        .and.include(problem);
    }
  });

  it("is revoked by one key and one name", async () => {
    const other = "pky_01kf05yaj0fg8rwbaz19nqs3cz";
    for (const args of [
      [kid, other, "--delegation", "a"],
      ["key_01h2xcejqtf2nbrexx3vqjhp41", "--delegation", "a"],
      [kid, "--delegation", "a b"],
      [kid, "--delegation", ""],
    ]) {
      const { code, stderr } = await pda(["keys", "revoke", ...args], { cwd: folder.path });
      expect([code, stderr], args.join(" ")).to.deep.equal([
        1,
        "pda: a delegation is named by one public key and by its jti, 1 to 64 visible ASCII characters\n" +
          "  next: give the kid and the jti of the delegation: pda keys revoke <kid> --delegation <jti>\n",
      ]);
    }
  });
});
