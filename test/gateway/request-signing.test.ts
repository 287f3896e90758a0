// Requests that must be signed, and deployments that take no signatures, as the gateway passes them on and answers.
import { createPublicKey, hash } from "node:crypto";
import { expect } from "chai";
import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { RequestSigning } from "../../gen/ts/pda/access/v1/request_signing.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { isOneSignedBy } from "../../src/trust/http-signature/verify.ts";
import { holderKey } from "../support/fixtures.ts";
import { signed } from "../support/http-signing.ts";
import { ASSET_ID, asset } from "./support/answers.ts";
import { Rig } from "./support/rig.ts";
import { onSignature } from "./support/single-use.ts";

const MERCHANT_ID = "mer_01h455vb4pex5vsknk084sn02q";
const KEY_ID = "pky_01h455vb4pex5vsknk084sn02q";
const PUBLIC_URL = "https://pay.example";
const path = `/api/v1/assets/${ASSET_ID}`;

describe("the requirement of signatures, at the gateway", () => {
  const { privateKey } = holderKey();
  let rig: Rig;
  /** What the signing key may do. */
  let rights: Pick<Principal, "scopes" | "limits">;
  before(async () => {
    rig = await Rig.start({ config: { publicUrl: PUBLIC_URL } });
  });
  after(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    rig.core.reset();
    rig.core.on("GetAsset", asset);
    rights = { scopes: ["payments.read"], limits: undefined };
    onSignature(rig.core, async ({ bases, signature, algorithm }) => {
      const key = createPublicKey(privateKey);
      if (!(await isOneSignedBy(bases, signature, { key, stated: algorithm })))
        throw new Failure("REQUEST_SIGNATURE_REFUSED");
      return {
        kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
        tenantId: MERCHANT_ID,
        credentialId: KEY_ID,
        signedBy: KEY_ID,
        ...rights,
      };
    });
    rig.allow("shop", {
      tenantId: MERCHANT_ID,
      scopes: ["payments.read"],
      requestSigning: RequestSigning.REQUEST_SIGNING_REQUIRED,
    });
  });

  const headersOf = (headers: Record<string, string>) =>
    signed({ method: "GET", url: PUBLIC_URL + path, headers }, { key: privateKey, keyId: KEY_ID });
  const passedOn = () => rig.core.operationCalls.filter((call) => call.path.endsWith("GetAsset"));

  it("tells the core of each call which key signed it and what the credential requires, without a further question", async () => {
    const { status } = await rig.ask(path, { headers: headersOf({ authorization: "Bearer shop" }) });
    expect(status).to.equal(200);
    await rig.ask(path, { token: "shop" });
    const [first, second] = passedOn().map(({ principal }) => principal);
    expect(first).to.include({ signedBy: KEY_ID, requestSigning: RequestSigning.REQUEST_SIGNING_REQUIRED });
    expect(first?.scopes).to.deep.equal(["payments.read"]);
    expect(second).to.include({
      signedBy: undefined,
      issuedToken: undefined,
      tokenExpireTime: undefined,
      requestSigning: RequestSigning.REQUEST_SIGNING_REQUIRED,
    });
    await rig.ask(path, { headers: headersOf({}) });
    expect(passedOn()[2]?.principal).to.include({ credentialId: KEY_ID, signedBy: KEY_ID });
  });

  it("lets a call do only what the credential and the key that signed it both may", async () => {
    const limits = (operations: string[], amount?: string, allowedOrigins: string[] = []) => ({
      operations,
      maximumAmount: amount === undefined ? undefined : { amount, assetType: "USDX" },
      allowedOrigins,
    });
    const page = "https://till.shop.example";
    const seen = async (ofKey: typeof rights, ofShop: typeof rights) => {
      rights = ofKey;
      const token = rig.allow(hash("sha256", JSON.stringify(ofShop)), ofShop);
      const headers = headersOf({ authorization: `Bearer ${token}` });
      expect((await rig.ask(path, { headers })).status).to.equal(200);
      const { scopes, limits: both, credentialId, signedBy } = passedOn().at(-1)!.principal;
      expect([credentialId, signedBy]).to.deep.equal([`key_of_${token}`, KEY_ID]);
      return [scopes.toSorted(), both];
    };
    const shop = {
      scopes: ["merchants.write", "payments.read"],
      limits: limits(["GetAsset", "GetPayment"], "50"),
    };
    // The same credential, while the rights of the key change.
    const cases: [typeof rights, unknown[]][] = [
      [{ scopes: [], limits: undefined }, [[], shop.limits]],
      [{ scopes: ["payments.read", "payments.write"] }, [["payments.read"], shop.limits]],
      // A broader scope allows its narrower one.
      [{ scopes: ["credentials.write"] }, [["credentials.write"], shop.limits]],
      [{ scopes: [], limits: limits([]) }, [[], shop.limits]],
      [{ scopes: [], limits: limits(["GetAsset"], "9") }, [[], limits(["GetAsset"], "9")]],
      [{ scopes: [], limits: limits(["GetAsset"], "90") }, [[], limits(["GetAsset"], "50")]],
    ];
    for (const [ofKey, both] of cases) expect(await seen(ofKey, shop)).to.deep.equal(both);
    const open = { scopes: ["payments.read"], limits: undefined };
    expect(await seen(open, open)).to.deep.equal([["payments.read"], undefined]);
    expect(await seen({ ...open, limits: limits(["GetAsset"]) }, open)).to.deep.equal([
      ["payments.read"],
      limits(["GetAsset"]),
    ]);
    // A page may use what both allow to the page.
    const ofPage = { ...open, limits: limits([], undefined, [page]) };
    expect(await seen(open, ofPage)).to.deep.equal([["payments.read"], limits([])]);
    expect(await seen(ofPage, ofPage)).to.deep.equal([["payments.read"], ofPage.limits]);
  });

  it("refuses a call whose credential and key have no operation or asset type in common, and one whose key lacks the scope", async () => {
    const most = (assetType: string) => ({ amount: "5", assetType });
    const ask = async (ofShop: Partial<Principal>) => {
      const token = rig.allow(hash("sha256", JSON.stringify(ofShop)), ofShop);
      const { status, json } = await rig.ask(path, {
        headers: headersOf({ authorization: `Bearer ${token}` }),
      });
      return [status, json.errors[0]?.reason];
    };
    const limits = { operations: ["GetPayment"], maximumAmount: most("USDX"), allowedOrigins: [] };
    rights = { scopes: [], limits };
    expect(await ask({ limits: { ...limits, operations: ["GetAsset"] } })).to.deep.equal([
      403,
      "OPERATION_NOT_ALLOWED",
    ]);
    expect(await ask({ limits: { ...limits, maximumAmount: most("EURX") } })).to.deep.equal([
      403,
      "OPERATION_NOT_ALLOWED",
    ]);
    expect(passedOn()).to.deep.equal([]);

    rights = { scopes: ["payments.write"], limits: undefined };
    const token = rig.allow("reader", { scopes: ["payments.read"] });
    const listing = "/api/v1/payments";
    const headers = signed(
      { method: "GET", url: PUBLIC_URL + listing, headers: { authorization: `Bearer ${token}` } },
      { key: privateKey, keyId: KEY_ID },
    );
    const { status, json } = await rig.ask(listing, { headers });
    expect([status, json.errors[0]?.reason]).to.deep.equal([403, "SCOPE_MISSING"]);
    expect(json.errors[0]?.message).to.contain("payments.read").and.to.contain("Both must hold it");
  });

  it("says exactly what to sign, and that the credential is not at fault", async () => {
    rig.core.on("GetAsset", () => {
      throw new Failure("REQUEST_SIGNATURE_REQUIRED", { message: "Sign it." });
    });
    const reply = await rig.ask(path, { token: "shop", headers: { "x-request-id": "one" } });
    expect([reply.status, reply.json.errorCode, reply.json.errors[0]?.reason]).to.deep.equal([
      401,
      "SVC-4011",
      "REQUEST_SIGNATURE_REQUIRED",
    ]);
    expect(reply.headers["www-authenticate"]).to.match(/^Bearer realm="pda", resource_metadata="[^"]+"$/);
    expect(reply.headers["accept-signature"]).to.equal(
      'sig=("@method" "@target-uri" "authorization" "x-request-id");created;nonce;keyid;tag="pda"',
    );
  });

  it("refuses every signature where the deployment takes none, also beside a good credential", async () => {
    await using closed = await Rig.start({ config: { publicUrl: PUBLIC_URL, requestSigning: "off" } });
    closed.core.on("GetAsset", asset);
    closed.allow("shop", { tenantId: MERCHANT_ID, scopes: [] });
    expect((await closed.ask(path, { token: "shop" })).status).to.equal(200);
    for (const headers of [headersOf({}), headersOf({ authorization: "Bearer shop" })]) {
      const reply = await closed.ask(path, { headers });
      expect([reply.status, reply.json.errors[0]?.reason]).to.deep.equal([401, "REQUEST_SIGNATURES_OFF"]);
      expect(reply.headers).to.not.have.property("accept-signature");
    }
    expect(closed.core.operationCalls).to.have.length(1);
  });
});
