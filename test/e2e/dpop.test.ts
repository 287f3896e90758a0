// Tokens that are bound to a key, with DPoP proofs (RFC 9449): over two gateways and two cores, on REST and on gRPC.
import { KeyObject } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import * as outside from "dpop";
import { createPdaClient } from "../../clients/typescript/src/index.ts";
import { PaymentServiceService } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { holderKey, newKeyPair } from "../../src/cli/demo/keys.ts";
import { TestIssuer } from "../services/support/issuer.ts";
import { accessToken, type CallerKey, callerKey, proofOf } from "../support/access-tokens.ts";
import {
  boundToken,
  dpopProof,
  type Proven,
  type ProofChange,
  thumbprintOf,
} from "../support/dpop-proofs.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { ask, type Received } from "./support/http.ts";
import { merchant, type Merchant, publisher, type Publisher, service } from "./support/scene.ts";

describe("DPoP in several processes", function () {
  this.timeout(240_000);
  const folder = temporaryDirectory();
  let issuer: TestIssuer;
  let product: Product;
  let mint: Publisher;
  let shop: Merchant;
  let nonce: string;
  const key = callerKey();

  before(async () => {
    issuer = await TestIssuer.start();
    const file = join(folder.path, "pda.config.yaml");
    const issuers = [{ issuer: issuer.issuer, caFile: issuer.caFile, tenants: ["merchant"] }];
    writeFileSync(file, JSON.stringify({ oauth: { issuers } }));
    product = await Product.start({
      PDA_CONFIG: file,
      PDA_GATEWAY_PROCESSES: "2",
      PDA_CORE_PROCESSES: "2",
      PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000",
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000",
    });
    mint = await publisher(product);
    shop = await merchant(product, mint);
  });
  beforeEach(async () => {
    nonce = await nonceFor(key, await oauthToken());
  });
  after(async () => {
    await product?.stop();
    await issuer?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  /** A front with connections of its own, so that the two gateways share them. */
  const front = () => ({ baseUrl: product.baseUrl, ca: product.ca });
  const urlOf = (path: string): string => `${product.baseUrl}${path}`;
  const payments = "/api/v1/payments";
  const oauthToken = async (by = key, cnf: object = {}): Promise<string> =>
    issuer.token(shop.merchantId, {
      claims: {
        aud: product.baseUrl,
        scope: "payments.read payments.write",
        cnf: { jkt: await thumbprintOf(by), ...cnf },
      },
    });
  const send = (token: string, proof: string, { path = payments, at = front(), body }: Call = {}) =>
    ask(at, path, {
      headers: { Authorization: `DPoP ${token}`, DPoP: proof },
      ...(body === undefined ? {} : { body }),
    });
  interface Call {
    readonly path?: string;
    readonly at?: ReturnType<typeof front>;
    readonly body?: unknown;
  }
  /** Calls with a good proof, unless the test changes it. */
  const call = async (by: CallerKey, token: string, over: Call & ProofChange & Partial<Proven> = {}) => {
    const { path = payments, body } = over;
    const method = body === undefined ? "GET" : "POST";
    return send(token, await dpopProof(by, { method, url: urlOf(path), token, nonce, ...over }, over), over);
  };
  const nonceFor = async (by: CallerKey, token: string, path = payments): Promise<string> => {
    const asked = await send(token, await dpopProof(by, { url: urlOf(path), token }), { path });
    expect(outcome(asked)).to.deep.equal([401, "DPOP_NONCE_NEEDED"]);
    return String(asked.headers["dpop-nonce"]);
  };
  const outcome = ({ status: code, json }: Received) => [code, json.errors?.[0]?.reason];
  const order = () => ({ amount: "1", assetType: mint.assetType, merchantId: shop.merchantId });
  const register = async (by: CallerKey, over: object = {}): Promise<string> => {
    const proof = await proofOf(by, product.baseUrl, shop.merchantId);
    const body = { name: "office", scopes: ["payments.read"], publicKey: by.publicKey, proof, ...over };
    const registered = await ask(product, `/api/v1/merchants/${shop.merchantId}/public-keys`, {
      key: product.operatorKey,
      body,
    });
    expect(registered.status, registered.text).to.equal(201);
    return registered.json.data.publicKeyId;
  };

  it("asks for a nonce that all gateways and cores accept, and gives it in the challenge", async () => {
    const token = await oauthToken();
    const asked = await send(token, await dpopProof(key, { url: urlOf(payments), token }));
    expect(asked.headers["www-authenticate"]).to.match(
      /^DPoP realm="pda", resource_metadata="[^"]+", algs="ES256 EdDSA Ed25519 PS256", error="use_dpop_nonce"$/,
    );
    expect(asked.headers["cache-control"]).to.include("no-store");
    const given = String(asked.headers["dpop-nonce"]);
    for (let turn = 0; turn < 8; turn += 1) {
      const answer = await call(key, token, { nonce: given });
      expect(answer.status, answer.text).to.equal(200);
    }
  });

  it("accepts access tokens with proofs of an outside client, which repeats with the nonce", async () => {
    const pair = await outside.generateKeyPair("ES256");
    const jkt = await outside.calculateThumbprint(pair.publicKey);
    const token = await oauthToken(key, { jkt });
    const url = urlOf(payments);
    const first = await send(token, await outside.generateProof(pair, url, "POST", undefined, token), {
      body: order(),
    });
    expect(outcome(first)).to.deep.equal([401, "DPOP_NONCE_NEEDED"]);
    const given = String(first.headers["dpop-nonce"]);
    const second = await send(token, await outside.generateProof(pair, url, "POST", given, token), {
      body: order(),
    });
    expect(second.status, second.text).to.equal(201);
  });

  it("accepts one of 100 replays at the same time, over several gateways and cores", async () => {
    for (let round = 0; round < 3; round += 1) {
      const token = await oauthToken();
      const proof = await dpopProof(key, { url: urlOf(payments), token, nonce });
      const fronts = Array.from({ length: 20 }, front);
      const answers = await Promise.all(
        Array.from({ length: 100 }, async (_, index) =>
          send(token, proof, { at: fronts[index % 20] as never }),
        ),
      );
      expect(answers.filter((answer) => answer.status === 200)).to.have.length(1);
      const refused = answers.filter((answer) => answer.status !== 200).map(outcome);
      expect(refused).to.deep.equal(Array.from({ length: 99 }, () => [401, "DPOP_PROOF_REPLAYED"]));
    }
  });

  it("refuses every wrong proof with its challenge, and changes nothing", async () => {
    const token = await oauthToken();
    const other = await oauthToken();
    const count = async () => (await ask(product, payments, { key: shop.key })).json.data.items.length;
    const before = await count();
    const stranger = callerKey();
    const cases: [string, Parameters<typeof call>[2], string, string][] = [
      ["method", { claims: { htm: "GET" } }, "DPOP_PROOF_REFUSED", "invalid_dpop_proof"],
      ["target", { claims: { htu: urlOf("/api/v1/refunds") } }, "DPOP_PROOF_REFUSED", "invalid_dpop_proof"],
      ["token", { token: other }, "DPOP_PROOF_REFUSED", "invalid_dpop_proof"],
      ["time", { claims: { iat: 1_700_000_000 } }, "DPOP_PROOF_EXPIRED", "invalid_dpop_proof"],
      ["type", { header: { typ: "JWT" } }, "DPOP_PROOF_MALFORMED", "invalid_dpop_proof"],
      ["nonce of another installation", { nonce: "A".repeat(22) }, "DPOP_NONCE_NEEDED", "use_dpop_nonce"],
    ];
    for (const [what, change, reason, error] of cases) {
      const refused = await call(key, token, { body: order(), ...change });
      expect(outcome(refused), what).to.deep.equal([401, reason]);
      expect(refused.headers["www-authenticate"], what).to.match(new RegExp(`^DPoP .*error="${error}"$`));
    }
    const foreign = await call(stranger, token, { body: order() });
    expect(outcome(foreign)).to.deep.equal([401, "TOKEN_BOUND"]);
    expect(foreign.headers["www-authenticate"]).to.match(/^DPoP .*error="invalid_token"$/);
    const huge = await send(token, `a.b.${"c".repeat(5_000)}`, { body: order() });
    expect(outcome(huge)).to.deep.equal([401, "DPOP_PROOF_MALFORMED"]);
    expect(await count()).to.equal(before);
  });

  it("refuses a bound token as bearer, an unbound one with a proof, and a proof beside anything else", async () => {
    const token = await oauthToken();
    const proofFor = (of: string) => dpopProof(key, { url: urlOf(payments), token: of, nonce });
    const asBearer = await ask(front(), payments, { key: token });
    expect(outcome(asBearer)).to.deep.equal([401, "TOKEN_BOUND"]);
    expect(asBearer.headers["www-authenticate"]).to.match(
      /^Bearer .*error="invalid_token", DPoP .*algs="ES256 /,
    );
    const unbound = await issuer.token(shop.merchantId, { claims: { aud: product.baseUrl } });
    expect(outcome(await send(unbound, await proofFor(unbound)))).to.deep.equal([401, "TOKEN_NOT_BOUND"]);
    const misplaced: Record<string, string>[] = [
      { Authorization: `Bearer ${token}`, DPoP: await proofFor(token) },
      { Authorization: `Bearer ${shop.key}`, DPoP: await proofFor(shop.key) },
      { DPoP: await proofFor(token) },
      { Authorization: `DPoP ${token}` },
      { Authorization: `DPoP ${token}`, DPoP: [await proofFor(token), await proofFor(token)] as never },
    ];
    for (const headers of misplaced)
      expect(outcome(await ask(front(), payments, { headers }))).to.deep.equal([401, "DPOP_PROOF_MALFORMED"]);
    for (const Authorization of [`DPoP ${shop.key}`, "DPoP", `Bearer x, DPoP ${token}`])
      expect(
        outcome(await ask(front(), payments, { headers: { Authorization, DPoP: await proofFor(token) } })),
      ).to.deep.equal([401, "CREDENTIAL_MALFORMED"]);
    const twice = { Authorization: [`DPoP ${token}`, `Bearer ${token}`] as never };
    expect(outcome(await ask(front(), payments, { headers: twice }))).to.deep.equal([
      401,
      "CREDENTIAL_MALFORMED",
    ]);
  });

  it("does not use up a proof that is refused for something else", async () => {
    const token = await oauthToken();
    const proof = await dpopProof(key, { url: urlOf(payments), token, nonce });
    const mixed = { Authorization: `DPoP ${token}`, DPoP: proof, Signature: "sig=:AAAA:" };
    expect((await ask(front(), payments, { headers: mixed })).status).to.equal(401);
    expect((await send(token, proof)).status).to.equal(200);
  });

  it("lets a registered key sign one JWT for many requests, which counts with proofs of this key only", async () => {
    const own = callerKey("EdDSA");
    const kid = await register(own);
    const token = await boundToken(own, product.baseUrl, { kid });
    for (let turn = 0; turn < 4; turn += 1)
      expect((await call(own, token, { at: front() })).status).to.equal(200);
    expect(outcome(await call(key, token))).to.deep.equal([401, "TOKEN_BOUND"]);
    expect(outcome(await ask(front(), payments, { key: token }))).to.deep.equal([401, "TOKEN_BOUND"]);
    const toOther = await boundToken(own, product.baseUrl, {
      kid,
      claims: { cnf: { jkt: await thumbprintOf(key) } },
    });
    expect(outcome(await call(key, toOther))).to.deep.equal([401, "TOKEN_CLAIMS_MALFORMED"]);
    const single = await accessToken(own, { kid, aud: product.baseUrl });
    expect(outcome(await call(own, single))).to.deep.equal([401, "TOKEN_NOT_BOUND"]);
    expect((await ask(front(), payments, { key: single })).status).to.equal(200);
    const late = await boundToken(own, product.baseUrl, {
      kid,
      claims: { iat: 1_700_000_000, exp: 1_700_000_060 },
    });
    expect(outcome(await call(own, late))).to.deep.equal([401, "TOKEN_EXPIRED"]);
  });

  it("keeps a registered key to its networks", async () => {
    const own = callerKey();
    const kid = await register(own, { allowedNetworks: ["203.0.113.0/24"] });
    const token = await boundToken(own, product.baseUrl, { kid });
    expect(outcome(await call(own, token))).to.deep.equal([403, "NETWORK_NOT_ALLOWED"]);
  });

  it("lets the holder of a wallet call with the wallet's key, about this wallet only", async () => {
    const keys = await newKeyPair();
    const privateKey = KeyObject.from(keys.privateKey);
    const client = createPdaClient({
      baseUrl: product.baseUrl,
      ca: product.ca,
      apiKey: "",
      signature: { privateKey },
    });
    const { data } = await client.POST("/api/v1/wallets", { body: { holderKey: await holderKey(keys) } });
    await client.close();
    const holder: CallerKey = { algorithm: "ES256", privateKey, publicKey: "" };
    const token = await boundToken(holder, product.baseUrl);
    const path = `/api/v1/wallets/${data.walletId}`;
    for (let turn = 0; turn < 4; turn += 1) {
      const read = await call(holder, token, { path, at: front() });
      expect(read.status, read.text).to.equal(200);
    }
    const other = await ask(product, "/api/v1/wallets", {
      key: product.operatorKey,
      body: { holderKey: await holderKey(await newKeyPair()) },
    });
    const foreign = await call(holder, token, { path: `/api/v1/wallets/${other.json.data.walletId}` });
    expect(outcome(foreign)).to.deep.equal([403, "OTHER_TENANT"]);
    const nobody = callerKey();
    const unknown = await boundToken(nobody, product.baseUrl);
    expect(outcome(await call(nobody, unknown, { path }))).to.deep.equal([401, "CREDENTIAL_REFUSED"]);
    // Without a binding the thumbprint names nobody.
    const unbound = await boundToken(holder, product.baseUrl, { claims: { cnf: undefined } });
    expect(outcome(await ask(front(), path, { key: unbound }))).to.deep.equal([401, "CREDENTIAL_MALFORMED"]);
  });

  it("works on gRPC by metadata, where the target is the method below the public address", async () => {
    const files = await service(product, "dpop-test", { scopes: [] });
    using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    const { path } = PaymentServiceService.listPayments;
    const token = await oauthToken();
    const proofFor = (over: ProofChange & Partial<Proven> = {}) =>
      dpopProof(key, { method: "POST", url: urlOf(path), token, nonce, ...over }, over);
    const list = (dpop: string, authorization = `DPoP ${token}`) =>
      grpc.call(path, new Uint8Array(), { authorization, dpop });
    const proof = await proofFor();
    expect((await list(proof)).code).to.equal(status.OK);
    const refused = { code: status.UNAUTHENTICATED };
    expect(await list(proof)).to.include({ ...refused, reason: "DPOP_PROOF_REPLAYED" });
    const elsewhere = await proofFor({ url: urlOf(PaymentServiceService.getPayment.path) });
    expect(await list(elsewhere)).to.include({ ...refused, reason: "DPOP_PROOF_REFUSED" });
    const asked = await list(await proofFor({ nonce: undefined }));
    expect(asked).to.include({ ...refused, reason: "DPOP_NONCE_NEEDED" });
    expect((await list(await proofFor({ nonce: String(asked.dpopNonce) }))).code).to.equal(status.OK);
    expect(await list(await proofFor(), `Bearer ${token}`)).to.include({
      ...refused,
      reason: "DPOP_PROOF_MALFORMED",
    });
    // A proof for REST is none for gRPC, and one use counts for both.
    const rest = await dpopProof(key, { url: urlOf(payments), token, nonce });
    expect(await list(rest)).to.include({ ...refused, reason: "DPOP_PROOF_REFUSED" });
  });

  it("shows in the metadata of the service what it takes", async () => {
    const metadata = await ask(product, "/.well-known/oauth-protected-resource");
    expect(metadata.json).to.deep.include({
      dpop_signing_alg_values_supported: ["ES256", "EdDSA", "Ed25519", "PS256"],
      dpop_bound_access_tokens_required: false,
    });
    const asked = await ask(front(), payments);
    expect(asked.headers["www-authenticate"]).to.match(/^Bearer realm="pda".*, DPoP realm="pda".*algs="/);
  });

  it("leaves no token and no proof in the log", () => {
    expect(product.output).to.not.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
  });
});
