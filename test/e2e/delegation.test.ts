// Delegations of registered keys, made by the command: over two gateways and two cores, on REST and on gRPC.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { decodeJwt } from "jose";
import { CreatePaymentRequest, PaymentServiceService } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { type CallerKey, callerKey, proofOf } from "../support/access-tokens.ts";
import { delegation } from "../support/delegations.ts";
import { dpopProof, thumbprintOf } from "../support/dpop-proofs.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { ask, type Received } from "./support/http.ts";
import { eventually, merchant, type Merchant, publisher, type Publisher, service } from "./support/scene.ts";

const payments = "/api/v1/payments";

describe("delegations in several processes", function () {
  this.timeout(240_000);
  const folder = temporaryDirectory();
  const owner = callerKey("EdDSA");
  const delegate = callerKey();
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let kid: string;

  before(async () => {
    product = await Product.start({
      PDA_GATEWAY_PROCESSES: "2",
      PDA_CORE_PROCESSES: "2",
      PDA_DPOP_NONCE: "off",
      PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000",
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000",
    });
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    kid = await register(owner);
    writeFileSync(file("owner.key"), owner.privateKey.export({ format: "pem", type: "pkcs8" }));
    writeFileSync(file("delegate.pub"), delegate.publicKey);
  });
  after(async () => {
    await product?.stop();
    folder[Symbol.dispose]();
  });

  const file = (name: string): string => join(folder.path, name);
  const register = async (by: CallerKey): Promise<string> => {
    const proof = await proofOf(by, product.baseUrl, shop.merchantId);
    const scopes = ["payments.read", "payments.write"];
    const registered = await ask(product, `/api/v1/merchants/${shop.merchantId}/public-keys`, {
      key: product.operatorKey,
      body: { name: "office", scopes, publicKey: by.publicKey, proof },
    });
    expect(registered.status, registered.text).to.equal(201);
    return registered.json.data.publicKeyId;
  };
  /** Returns what `pda keys delegate` prints. */
  const delegated = async (...more: string[]): Promise<string> => {
    const own = ["--key", file("owner.key"), "--public-key", kid, "--to", file("delegate.pub")];
    const { code, stdout, stderr } = await product.pda("keys", "delegate", ...own, ...more);
    expect(code, stderr).to.equal(0);
    return stdout.trim();
  };
  /** A front with connections of its own, so that the two gateways share them. */
  const front = () => ({ baseUrl: product.baseUrl, ca: product.ca });
  interface Call {
    readonly by?: CallerKey;
    readonly path?: string;
    readonly at?: ReturnType<typeof front>;
    readonly body?: unknown;
  }
  const call = async (
    token: string,
    { by = delegate, path = payments, at = front(), body }: Call = {},
  ): Promise<Received> => {
    const method = body === undefined ? "GET" : "POST";
    const proof = await dpopProof(by, { method, url: `${product.baseUrl}${path}`, token });
    const headers = { Authorization: `DPoP ${token}`, DPoP: proof };
    return ask(at, path, { headers, ...(body === undefined ? {} : { body }) });
  };
  const order = (amount = "1") => ({ amount, assetType: issuer.assetType, merchantId: shop.merchantId });
  const outcome = ({ status: code, json }: Received) => [code, json.errors?.[0]?.reason];
  const paymentCount = async (): Promise<number> =>
    (await ask(product, `${payments}?pageSize=200`, { key: shop.key })).json.data.items.length;

  it("let the delegate call what they name, and nothing else", async () => {
    const maximum = ["--maximum", `50 ${issuer.assetType}`];
    const token = await delegated("--operations", "CreatePayment", ...maximum, "--for", "30m");
    for (let turn = 0; turn < 4; turn += 1)
      expect(outcome(await call(token, { body: order("50") }))).to.deep.equal([201, undefined]);
    expect(outcome(await call(token, { body: order("50.01") }))).to.deep.equal([403, "AMOUNT_ABOVE_LIMIT"]);
    const other = await call(token);
    expect(outcome(other)).to.deep.equal([403, "OPERATION_NOT_ALLOWED"]);
    expect(other.headers["www-authenticate"]).to.match(/^DPoP realm="pda".*, error="insufficient_scope"$/);
    const keys = `/api/v1/merchants/${shop.merchantId}/api-keys`;
    expect(outcome(await call(token, { path: keys, body: { name: "x", scopes: [] } }))).to.deep.equal([
      403,
      "OPERATION_NOT_ALLOWED",
    ]);
  });

  it("count for the delegate's key only, as they were signed", async () => {
    const token = await delegated("--operations", "ListPayments");
    expect((await call(token)).status).to.equal(200);
    for (const by of [owner, callerKey()])
      expect(outcome(await call(token, { by }))).to.deep.equal([401, "TOKEN_BOUND"]);
    const bearer = await ask(front(), payments, { key: token });
    expect(outcome(bearer)).to.deep.equal([401, "TOKEN_BOUND"]);
    const own = { kid, aud: product.baseUrl, to: await thumbprintOf(delegate) };
    const details = { operations: ["ListPayments", "CreateApiKey"] };
    const wide = await call(await delegation(owner, own, { details }));
    expect(outcome(wide)).to.deep.equal([401, "DELEGATION_NOT_ALLOWED"]);
    expect(wide.headers["www-authenticate"]).to.match(/^DPoP .*error="invalid_token"$/);
  });

  it("end alone when they are revoked, on every gateway and core within 5 seconds", async () => {
    const tokens = [
      await delegated("--operations", "ListPayments"),
      await delegated("--operations", "ListPayments"),
      await delegated("--operations", "ListPayments"),
    ] as const;
    const [byRest, byCommand, kept] = tokens;
    for (const token of tokens) expect((await call(token)).status).to.equal(200);
    const idOf = (token: string) => String(decodeJwt(token).jti);
    const revoked = performance.now();
    const path = `/api/v1/merchants/${shop.merchantId}/public-keys/${kid}/revoke-delegation`;
    const body = { delegationId: idOf(byRest) };
    expect((await ask(product, path, { key: product.operatorKey, body })).status).to.equal(200);
    const { stdout } = await product.pda("keys", "revoke", kid, "--delegation", idOf(byCommand));
    expect(stdout).to.equal(`revoked the delegation ${idOf(byCommand)} of ${kid}\n`);
    for (const token of [byRest, byCommand])
      await eventually("eight calls in a row are refused", async () => {
        const answers: Received[] = [];
        for (let at = 0; at < 8; at += 1) answers.push(await call(token));
        return answers.every((answer) => outcome(answer)[1] === "CREDENTIAL_REFUSED");
      });
    // 5 seconds, and what CI adds.
    expect(performance.now() - revoked).to.be.below(20_000);
    expect((await call(kept)).status).to.equal(200);
  });

  it("allow their count of 100 calls at the same time, over several gateways and cores", async () => {
    const token = await delegated("--operations", "CreatePayment", "--count", "10");
    const before = await paymentCount();
    const fronts = Array.from({ length: 20 }, front);
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) =>
        call(token, { body: order(), at: fronts[index % 20] as never }),
      ),
    );
    const outcomes = answers.map((answer) => outcome(answer).join(" "));
    expect(outcomes.filter((one) => one.startsWith("201"))).to.have.length(10);
    expect(outcomes.filter((one) => one === "403 DELEGATION_USED_UP")).to.have.length(90);
    expect(await paymentCount()).to.equal(before + 10);
  });

  it("work on gRPC, and count their calls together with those on REST", async () => {
    const token = await delegated("--operations", "CreatePayment", "--count", "2");
    const files = await service(product, "partner-service", { scopes: [] });
    using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    const { path } = PaymentServiceService.createPayment;
    const pay = async () => {
      const dpop = await dpopProof(delegate, { method: "POST", url: `${product.baseUrl}${path}`, token });
      const request = CreatePaymentRequest.encode(CreatePaymentRequest.fromPartial(order())).finish();
      return grpc.call(path, request, { authorization: `DPoP ${token}`, dpop });
    };
    expect((await pay()).code).to.equal(status.OK);
    expect((await call(token, { body: order() })).status).to.equal(201);
    const usedUp = await pay();
    expect([usedUp.code, usedUp.reason]).to.deep.equal([status.PERMISSION_DENIED, "DELEGATION_USED_UP"]);
    expect(outcome(await call(token, { body: order() }))).to.deep.equal([403, "DELEGATION_USED_UP"]);
  });

  it("are named in the audit record of each call", async () => {
    const token = await delegated("--operations", "ListPayments");
    const { requestId } = (await call(token)).json;
    const record = await eventually("the record of the call", async () => {
      const query = `operation=ListPayments&credentialId=${kid}&pageSize=200`;
      const listed = await ask(product, `/api/v1/audit/records?${query}`, { key: product.operatorKey });
      return listed.json.data.items.find((item: { requestId: string }) => item.requestId === requestId);
    });
    expect(record).to.include({
      credentialId: kid,
      delegate: await thumbprintOf(delegate),
      mechanism: "delegation",
      tokenBinding: "dpop",
      tenantId: shop.merchantId,
    });
  });

  it("end with their key, within five seconds", async () => {
    const token = await delegated("--operations", "ListPayments");
    expect((await call(token)).status).to.equal(200);
    const revoked = await ask(product, `/api/v1/merchants/${shop.merchantId}/public-keys/${kid}/revoke`, {
      method: "POST",
      key: product.operatorKey,
    });
    expect(revoked.status, revoked.text).to.equal(200);
    const end = Date.now() + 5_000;
    while (Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 200));
    for (let turn = 0; turn < 4; turn += 1)
      expect(outcome(await call(token))).to.deep.equal([401, "CREDENTIAL_REFUSED"]);
  });
});
