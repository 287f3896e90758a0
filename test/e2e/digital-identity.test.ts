// Digital identities by way of REST: a bar learns that somebody is an adult, and nobody learns more.
import { expect } from "chai";
import { claim, credential, keyPair, present, seconds, type Shown } from "../support/sd-jwt-issuer.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask } from "./support/http.ts";
import { card, cardType, type City, city } from "./support/identity.ts";
import { type Merchant, merchant, type Publisher, publisher } from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

const path = "/api/v1/verification/identities";

describe("digital identities over REST", function () {
  this.timeout(180_000);
  let product: Product;
  let issuer: Publisher;
  let bar: Merchant;
  let signer: City;
  let assetId: string;
  let jwt: string;
  const holder = keyPair();
  const adult = claim("age_over_18", true);
  const family = claim("family_name", "Möbius-Sekretär");
  /** Everything that was answered. */
  const told: string[] = [];

  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    bar = await merchant(product, issuer, ["identities.read"]);
    signer = await city(product, issuer);
    assetId = await card(product, issuer);
    jwt = await credential(signer, {
      iss: signer.issuer,
      vct: cardType,
      assetId,
      iat: seconds(),
      exp: seconds() + 3_600,
      cnf: { jwk: holder.publicKey.export({ format: "jwk" }) },
      _sd: [adult.digest, family.digest],
    });
  });

  const post = async (to: string, body: unknown, key = bar.key) => {
    const answer = await ask(product, to, { key, body });
    told.push(JSON.stringify(answer.headers), answer.text);
    return answer;
  };
  const presented = async (disclosures: readonly Shown[] = [adult], over: object = {}) => {
    const { nonce, audience } = (await post(`${path}/challenges`, { audience: "https://bar.example" })).json
      .data;
    const presentation = await present({
      credential: jwt,
      disclosures,
      key: holder.privateKey,
      nonce,
      audience,
    });
    const conditions = [{ path: ["age_over_18"], boolean: true }];
    return { presentation, nonce, acceptedTypes: [cardType], conditions, ...over };
  };

  it("say what was asked for and nothing else", async () => {
    const { status, json } = await post(path, await presented([adult, family], { receipt: true }));
    expect(status).to.equal(200);
    const { receipt, evaluateTime, expireTime, ...verdict } = json.data;
    expect(verdict).to.deep.include({ satisfied: true, outcome: "passed", assurance: "proof_of_possession" });
    expect(Object.keys(verdict)).to.have.members(["satisfied", "outcome", "assurance", "checks"]);
    expect(verdict.checks.map(({ check }: { check: string }) => check)).to.deep.equal([
      "format",
      "issuer_path",
      "signature",
      "disclosures",
      "validity",
      "nonce",
      "key_binding",
      "status",
      "requested_claims",
    ]);
    expect(Date.parse(expireTime)).to.be.above(Date.parse(evaluateTime));
    told.push(Buffer.from(receipt.split(".")[1], "base64url").toString());
  });

  it("are not satisfied, which is no error, and a proof counts once", async () => {
    const body = await presented([]);
    for (const [check, reason] of [
      ["requested_claims", "CLAIM_MISSING"],
      ["nonce", "CHALLENGE_UNKNOWN"],
    ]) {
      const { status, json } = await post(path, body);
      expect(status).to.equal(200);
      expect(json.data).to.include({ satisfied: false, outcome: "failed", assurance: "none" });
      const failed = json.data.checks.filter(({ outcome }: { outcome: string }) => outcome === "failed");
      expect(failed).to.deep.equal([{ check, outcome: "failed", reason }]);
    }
  });

  it("are refused in words of the catalogue where the question makes no sense", async () => {
    const body = await presented();
    for (const wrong of [
      { presentation: "Möbius-Sekretär~" },
      { presentation: "x".repeat(65_537) },
      { presentation: 1 },
      { acceptedTypes: [] },
      { conditions: [{ boolean: true }] },
      { conditions: [{ path: ["family_name"], boolean: true, text: { oneOf: ["Möbius"] } }] },
      { conditions: Array(33).fill(body.conditions[0]) },
      { nonce: "x" },
      { unknown: 1 },
    ]) {
      const { status, json } = await post(path, { ...body, ...wrong });
      expect(status, JSON.stringify(wrong).slice(0, 80)).to.equal(400);
      expect(json.errorCode).to.match(/^SVC-400\d$/);
    }
    expect((await ask(product, path, { body })).status).to.equal(401);
    const other = await merchant(product, issuer, ["payments.read"]);
    expect((await post(path, body, other.key)).json.errorCode).to.equal("SVC-4030");
    // Refused before it was looked at, so the challenge is still good.
    expect((await post(path, body)).json.data.satisfied).to.equal(true);
  });

  it("end with their asset and with their issuer's key", async () => {
    const failing = async (): Promise<string> => {
      const { json } = await post(path, await presented());
      return (
        json.data.checks.find(({ outcome }: { outcome: string }) => outcome === "failed")?.reason ??
        "satisfied"
      );
    };
    const change = (what: string) =>
      post(`/api/v1/publishers/${issuer.publisherId}/${what}`, {}, product.operatorKey);
    expect(await failing()).to.equal("satisfied");
    await change(`assets/${assetId}/suspend`);
    expect(await failing()).to.equal("ASSET_SUSPENDED");
    await change(`assets/${assetId}/resume`);
    expect(await failing()).to.equal("satisfied");
    const revoked = await change(`identity-issuers/${signer.certificateId}/revoke`);
    expect(revoked.json.data.status).to.equal("revoked");
    expect(await failing()).to.equal("ISSUER_CERTIFICATE_REVOKED");
  });

  it("are in no answer, no log and no event", async () => {
    const events = await ask(product, "/api/v1/events?pageSize=200", { key: product.operatorKey });
    const [, payload = "", signature = ""] = jwt.split(".");
    const secrets = [
      "Möbius",
      "Sekret",
      "family_name",
      "age_over_18",
      adult.text,
      family.text,
      adult.digest,
      payload,
      signature,
    ];
    // The words of a refusal may name the member of the request, never what stands in it.
    for (const text of [...told, events.text, product.output])
      for (const secret of secrets)
        expect(text.includes(secret), `${secret} in ${text.slice(0, 200)}`).to.equal(false);
    expect(told).to.have.length.above(20);
    expect(secretsIn(product)).to.deep.equal([]);
  });
});
