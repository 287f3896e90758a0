// An issuer that moves its key set to another address, which its metadata names, while the service runs.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { IssuerKeys } from "../../src/services/access/oauth/issuer-keys.ts";
import { TestIssuer } from "./support/issuer.ts";

const METADATA = "/.well-known/oauth-authorization-server/tenant";

describe("keys of an issuer that move", () => {
  const performanceNow = performance.now.bind(performance);
  const dateNow = Date.now;
  let issuer: TestIssuer;
  let keys: IssuerKeys;
  let old: string;

  beforeEach(async () => {
    issuer = await TestIssuer.start();
    keys = new IssuerKeys({ issuer: issuer.issuer, caFile: issuer.caFile });
    old = (await issuer.rotate()).kid;
    expect(await outcomeOf(old)).to.equal("found");
    issuer.asked.length = 0;
  });
  afterEach(async () => {
    performance.now = performanceNow;
    Date.now = dateNow;
    await keys[Symbol.asyncDispose]();
    await issuer[Symbol.asyncDispose]();
  });

  const outcomeOf = async (kid: string): Promise<string> => {
    try {
      await keys.find({ alg: "ES256", kid }, { payload: "", signature: "" });
      return "found";
    } catch (error) {
      return (error as Error).name;
    }
  };
  /** Puts the clock ahead by which the age of the metadata counts. The key set that is known stays fresh. */
  const ageMetadata = (): void => {
    performance.now = () => performanceNow() + 301_000;
  };
  const move = (): void => {
    issuer.keysPath = { named: "/moved", served: "/moved" };
  };

  it("are found when nothing is at the former address any more", async () => {
    move();
    ageMetadata();
    Date.now = () => dateNow() + 301_000;
    expect(await Promise.all([outcomeOf(old), outcomeOf(old)])).to.deep.equal(["found", "found"]);
    expect(issuer.asked).to.deep.equal(["/keys", METADATA, "/moved"]);
  });

  it("are found when the former address still has the former keys, once the metadata is old", async () => {
    move();
    const { kid } = await issuer.rotate();
    expect(await outcomeOf(kid)).to.equal("JWKSNoMatchingKey");
    expect(issuer.asked).to.deep.equal([]);
    ageMetadata();
    const all = await Promise.all(Array.from({ length: 5 }, () => outcomeOf(kid)));
    expect(all).to.deep.equal(Array.from({ length: 5 }, () => "found"));
    expect(await outcomeOf(randomUUID())).to.equal("JWKSNoMatchingKey");
    expect(issuer.asked).to.deep.equal([METADATA, "/moved"]);
    expect(await outcomeOf(old), "a key that is no longer there").to.equal("JWKSNoMatchingKey");
  });

  it("are not looked for where the settings name their address", async () => {
    await keys[Symbol.asyncDispose]();
    keys = new IssuerKeys({
      issuer: issuer.issuer,
      caFile: issuer.caFile,
      jwksUri: `${issuer.url}/keys`,
    });
    ageMetadata();
    expect(await outcomeOf(old)).to.equal("found");
    expect(await outcomeOf(randomUUID())).to.equal("JWKSNoMatchingKey");
    expect(issuer.asked).to.deep.equal(["/keys"]);
  });

  for (const what of ["the metadata", "the new key set"] as const)
    it(`stay the former ones while ${what} cannot be read, and the issuer is not asked for each token`, async () => {
      if (what === "the metadata") issuer.misbehaviour = "fail";
      else issuer.keysPath.named = "/nowhere";
      ageMetadata();
      for (let turn = 0; turn < 5; turn++) {
        expect(await outcomeOf(randomUUID())).to.equal("JWKSNoMatchingKey");
        expect(await outcomeOf(old)).to.equal("found");
      }
      expect(issuer.asked).to.have.length(2);
      if (what === "the new key set") {
        Date.now = () => dateNow() + 301_000;
        expect(await outcomeOf(old), "read again at the former address").to.equal("found");
      }
      issuer.misbehaviour = undefined;
      move();
      performance.now = () => performanceNow() + 304_000;
      const { kid } = await issuer.rotate();
      expect(await outcomeOf(kid)).to.equal("found");
    });
});
