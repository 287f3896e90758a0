// Requests that must be signed, and deployments that take no signatures, as the gateway passes them on and answers.
import { createPublicKey } from "node:crypto";
import { expect } from "chai";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import {
  ResolveSignatureRequest,
  ResolveSignatureResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import { RequestSigning } from "../../gen/ts/pda/access/v1/request_signing.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { isBaseSignedBy } from "../../src/trust/http-signature/verify.ts";
import { holderKey } from "../support/fixtures.ts";
import { signed } from "../support/http-signing.ts";
import { ASSET_ID, asset } from "./support/answers.ts";
import { Rig } from "./support/rig.ts";

const MERCHANT_ID = "mer_01h455vb4pex5vsknk084sn02q";
const KEY_ID = "pky_01h455vb4pex5vsknk084sn02q";
const PUBLIC_URL = "https://pay.example";
const path = `/api/v1/assets/${ASSET_ID}`;

describe("the requirement of signatures, at the gateway", () => {
  const { privateKey } = holderKey();
  let rig: Rig;
  before(async () => {
    rig = await Rig.start({ config: { publicUrl: PUBLIC_URL } });
  });
  after(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    rig.core.reset();
    rig.core.on("GetAsset", asset);
    rig.core.on("ResolveSignature", ({ request }) => {
      const { bases, signature, algorithm } = ResolveSignatureRequest.decode(request);
      const key = createPublicKey(privateKey);
      if (!bases.some((base) => isBaseSignedBy(base, signature, { key, stated: algorithm })))
        throw new Failure("REQUEST_SIGNATURE_REFUSED");
      const principal = {
        kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
        tenantId: MERCHANT_ID,
        credentialId: KEY_ID,
        scopes: [],
        signedBy: KEY_ID,
      };
      return ResolveSignatureResponse.encode({ principal }).finish();
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
      requestSigning: RequestSigning.REQUEST_SIGNING_REQUIRED,
    });
    await rig.ask(path, { headers: headersOf({}) });
    expect(passedOn()[2]?.principal).to.include({ credentialId: KEY_ID, signedBy: KEY_ID });
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
