// JWTs of registered keys against several gateways and cores, on REST and on gRPC.
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { PaymentServiceService } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { accessToken, type CallerKey, callerKey, proofOf } from "../support/access-tokens.ts";
import { Product } from "../support/product.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { ask, exchange, type Received } from "./support/http.ts";
import { eventually, service } from "./support/scene.ts";

describe("JWTs of registered keys in several processes", function () {
  this.timeout(240_000);
  let product: Product;
  let merchantId: string;
  let keys: string;
  const key = callerKey("EdDSA");
  let kid: string;
  let aud: string;

  before(async () => {
    product = await Product.start({
      PDA_GATEWAY_PROCESSES: "2",
      PDA_CORE_PROCESSES: "2",
      PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000",
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000",
    });
    aud = product.baseUrl;
    const registered = await operator("/api/v1/merchants", { name: "Shop" });
    merchantId = registered.json.data.merchantId;
    keys = `/api/v1/merchants/${merchantId}/public-keys`;
    kid = await register(key);
  });
  after(() => product?.[Symbol.asyncDispose]());

  const operator = (path: string, body: object) => ask(product, path, { key: product.operatorKey, body });
  const register = async (caller: CallerKey, over: object = {}): Promise<string> => {
    const proof = await proofOf(caller, aud, merchantId);
    const body = {
      name: "office",
      scopes: ["payments.read", "payments.write"],
      publicKey: caller.publicKey,
      proof,
    };
    const registered = await operator(keys, { ...body, ...over });
    expect(registered.status, registered.text).to.equal(201);
    expect(registered.headers.location).to.equal(`${keys}/${registered.json.data.publicKeyId}`);
    return registered.json.data.publicKeyId;
  };
  /** A front with connections of its own, so that the two gateways share them. */
  const front = () => ({ baseUrl: product.baseUrl, ca: product.ca });
  const payments = (token: string, at = front()): Promise<Received> =>
    ask(at, "/api/v1/payments", { key: token });

  it("call on REST, once each", async () => {
    const token = await accessToken(key, { kid, aud });
    expect((await payments(token)).status).to.equal(200);
    const again = await payments(token);
    expect([again.status, again.json.errorCode, again.json.errors[0].reason]).to.deep.equal([
      401,
      "SVC-4011",
      "TOKEN_REPLAYED",
    ]);
    expect(again.headers["www-authenticate"]).to.match(/^Bearer realm="pda", .*error="invalid_token"/);
  });

  it("are accepted once of 100 replays at the same time, over several gateways and cores", async () => {
    for (let round = 0; round < 3; round += 1) {
      const token = await accessToken(key, { kid, aud });
      const fronts = Array.from({ length: 20 }, front);
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => payments(token, fronts[index % fronts.length])),
      );
      expect(answers.filter((answer) => answer.status === 200)).to.have.length(1);
      const refused = answers.filter((answer) => answer.status === 401);
      expect(refused.map(({ json }) => json.errors[0].reason)).to.deep.equal(
        Array.from({ length: 99 }, () => "TOKEN_REPLAYED"),
      );
    }
  });

  it("create a payment once, although the repeat needs a JWT of its own", async () => {
    const body = { amount: "1", assetType: "NONE", merchantId };
    const idempotencyKey = randomUUID();
    const create = async (token: string) =>
      ask(front(), "/api/v1/payments", { key: token, body, headers: { "Idempotency-Key": idempotencyKey } });
    const token = await accessToken(key, { kid, aud });
    const first = await create(token);
    // The asset type does not exist: the answer shows that the call got as far as the rules.
    expect([first.status, first.json.errors[0].reason]).to.deep.equal([422, "UNKNOWN_ASSET_TYPE"]);
    expect((await create(token)).json.errors[0].reason).to.equal("TOKEN_REPLAYED");
    expect((await create(await accessToken(key, { kid, aud }))).status).to.equal(422);
  });

  it("call on gRPC, once each, also after REST", async () => {
    const files = await service(product, "access-token-test", { scopes: [] });
    using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    const list = (token: string) =>
      grpc.call(PaymentServiceService.listPayments.path, new Uint8Array(), {
        authorization: `Bearer ${token}`,
      });
    const token = await accessToken(key, { kid, aud });
    expect((await list(token)).code).to.equal(status.OK);
    expect(await list(token)).to.include({ code: status.UNAUTHENTICATED, reason: "TOKEN_REPLAYED" });
    expect((await payments(token)).json.errors[0].reason).to.equal("TOKEN_REPLAYED");
    const spent = await accessToken(key, { kid, aud });
    await payments(spent);
    expect(await list(spent)).to.include({ code: status.UNAUTHENTICATED, reason: "TOKEN_REPLAYED" });
    const late = await accessToken(key, { kid, aud }, { claims: { iat: 1_700_000_000, exp: 1_700_000_060 } });
    expect(await list(late)).to.include({ code: status.UNAUTHENTICATED, reason: "TOKEN_EXPIRED" });
    for (const long of [2_049, 8_000])
      expect(await list(`a.b.${"c".repeat(long - 4)}`)).to.include({ code: status.UNAUTHENTICATED });
  });

  it("are refused in every other form, and nothing is changed", async () => {
    const good = await accessToken(key, { kid, aud });
    const [head, body] = good.split(".");
    for (const [token, reason] of [
      ["a.b.c", "CREDENTIAL_MALFORMED"],
      [`${head}.${body}.`, "CREDENTIAL_MALFORMED"],
      [`a.b.${"c".repeat(2_045)}`, "CREDENTIAL_MALFORMED"],
      [`a.b.c.${"d".repeat(500)}`, "CREDENTIAL_REFUSED"],
      [`${head}.${body}.${"A".repeat(86)}`, "CREDENTIAL_REFUSED"],
      [await accessToken(key, { kid, aud: "https://elsewhere.example" }), "TOKEN_OF_OTHER_AUDIENCE"],
    ] as const) {
      const answer = await payments(token);
      expect([answer.status, answer.json.errors[0].reason], token).to.deep.equal([401, reason]);
      expect(answer.headers["www-authenticate"]).to.match(/^Bearer realm="pda", .*error="invalid_token"/);
    }
    // Larger than all headers may be.
    const huge = await exchange(front(), "/api/v1/payments", { key: `a.b.${"c".repeat(100_000)}` });
    expect(huge.status).to.equal(431);
    expect((await payments(good)).status).to.equal(200);
  });

  it("are not spent on a path that does not exist", async () => {
    const token = await accessToken(key, { kid, aud });
    expect((await exchange(front(), "/api/v1/nothing", { key: token })).status).to.equal(404);
    expect((await payments(token)).status).to.equal(200);
  });

  it("are refused everywhere within five seconds after the key is revoked", async () => {
    const leaving = callerKey();
    const leavingId = await register(leaving);
    const call = async () => (await payments(await accessToken(leaving, { kid: leavingId, aud }))).status;
    for (let turn = 0; turn < 6; turn += 1) expect(await call()).to.equal(200);
    await operator(`${keys}/${leavingId}/revoke`, {});
    const revoked = Date.now();
    while (Date.now() < revoked + 5_000) await new Promise((resolve) => setTimeout(resolve, 200));
    for (let turn = 0; turn < 6; turn += 1) expect(await call()).to.equal(401);
  });

  it("are those of the operator, too, whose keys are registered on the machine", async () => {
    const office = callerKey("PS256");
    const file = join(product.folder, "office.pub");
    writeFileSync(file, office.publicKey);
    const registered = await product.pda(
      "keys",
      "register",
      "--name",
      "office",
      "--public-key",
      file,
      "--scope",
      "merchants.admin",
    );
    expect(registered.stderr).to.equal("");
    const officeId = /^id +(pky_\w+)$/m.exec(registered.stdout)?.[1] ?? "";
    expect(registered.stdout)
      .to.match(/^algorithm +PS256$/m)
      .and.to.match(new RegExp(`^audience +${aud}$`, "m"));
    const merchants = async () =>
      ask(front(), "/api/v1/merchants", { key: await accessToken(office, { kid: officeId, aud }) });
    expect((await merchants()).status).to.equal(200);
    await eventually("the use is listed", async () => {
      const listed = await product.pda("keys", "list");
      return new RegExp(`^${officeId}  active .*office .* from 127\\.0\\.0\\.1$`, "m").test(listed.stdout);
    });
    const again = await product.pda("keys", "register", "--name", "office", "--public-key", file);
    expect(again.stderr).to.include("registered already");
    writeFileSync(file, "junk");
    const junk = await product.pda("keys", "register", "--name", "office", "--public-key", file);
    expect(junk.stderr).to.include("is not one public key in PEM");
    expect((await product.pda("keys", "revoke", officeId)).stdout).to.include(`revoked ${officeId}`);
    await eventually("the key is refused", async () => (await merchants()).status === 401);
  });

  it("leave no secret in the log", () => {
    expect(product.output).to.not.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
  });
});
