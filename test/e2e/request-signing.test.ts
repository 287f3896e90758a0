// A merchant that requires signatures of itself, against several gateways and cores, over REST and gRPC.
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { PaymentServiceService } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { callerKey, proofOf } from "../support/access-tokens.ts";
import { signed } from "../support/http-signing.ts";
import { Product } from "../support/product.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { ask, type Received } from "./support/http.ts";
import { eventually, service } from "./support/scene.ts";

describe("a merchant that requires signatures", function () {
  this.timeout(240_000);
  const key = callerKey("EdDSA");
  const weak = callerKey("EdDSA");
  let product: Product;
  let merchant: string;
  let merchantId: string;
  let apiKey: string;
  let keyId: string;
  let weakKeyId: string;

  before(async () => {
    product = await Product.start({
      PDA_GATEWAY_PROCESSES: "2",
      PDA_CORE_PROCESSES: "2",
      PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000",
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000",
    });
    const operator = async (path: string, body: object) => {
      const { json, text } = await ask(product, path, { key: product.operatorKey, body });
      expect(json.success, text).to.equal(true);
      return json.data;
    };
    ({ merchantId } = await operator("/api/v1/merchants", { name: "Shop" }));
    merchant = `/api/v1/merchants/${merchantId}`;
    const scopes = ["merchants.read", "merchants.write", "payments.read", "payments.write"];
    apiKey = (await operator(`${merchant}/api-keys`, { name: "office", scopes })).secret;
    const register = async (name: string, of: typeof key, rights: string[]): Promise<string> => {
      const proof = await proofOf(of, product.baseUrl, merchantId);
      const request = { name, scopes: rights, publicKey: of.publicKey, proof };
      return (await operator(`${merchant}/public-keys`, request)).publicKeyId;
    };
    keyId = await register("signer", key, scopes);
    weakKeyId = await register("reader", weak, ["payments.read"]);
  });
  after(() => product?.[Symbol.asyncDispose]());

  /** A front with connections of its own, so that the two gateways share them. */
  const front = () => ({ baseUrl: product.baseUrl, ca: product.ca });
  interface Asked {
    readonly method?: string;
    readonly body?: object;
  }
  const headersOf = (
    path: string,
    { method, body }: Asked,
    by = { key: key.privateKey, keyId },
  ): Record<string, string> =>
    signed(
      {
        method: method ?? (body ? "POST" : "GET"),
        url: product.baseUrl + path,
        headers: { authorization: `Bearer ${apiKey}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
      by,
    );
  const unsigned = (path: string, asked: Asked = {}): Promise<Received> =>
    ask(front(), path, { key: apiKey, ...asked });
  const bySignature = (path: string, asked: Asked = {}, at = front()): Promise<Received> =>
    ask(at, path, { ...asked, headers: headersOf(path, asked) });
  const reasonOf = ({ status: code, json }: Received) => [code, json.errors[0]?.reason];
  const required = [401, "REQUEST_SIGNATURE_REQUIRED"];
  const policy = (requestSigning: string) => ({ method: "PATCH", body: { requestSigning } });
  const payment = () => ({ body: { amount: "1", assetType: "NONE", merchantId } });
  const takenFor = [422, "UNKNOWN_ASSET_TYPE"];

  it("turns the requirement on by a signed request, and within five seconds nothing sensitive goes unsigned", async () => {
    expect(reasonOf(await unsigned("/api/v1/payments", payment()))).to.deep.equal(takenFor);
    expect(reasonOf(await unsigned(merchant, policy("sensitive_required")))).to.deep.equal(required);
    const turnedOn = await bySignature(merchant, policy("sensitive_required"));
    expect([turnedOn.status, turnedOn.json.data.requestSigning], turnedOn.text).to.deep.equal([
      200,
      "sensitive_required",
    ]);
    await eventually("unsigned payments are refused", async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => unsigned("/api/v1/payments", payment())),
      );
      return answers.every((answer) => answer.status === 401);
    });
    const refused = await unsigned("/api/v1/payments", payment());
    expect(refused.headers["accept-signature"]).to.match(
      /^sig=\("@method" "@target-uri" "content-digest" "authorization".*\);created;nonce;keyid;tag="pda"$/,
    );
    expect(reasonOf(await bySignature("/api/v1/payments", payment()))).to.deep.equal(takenFor);
    expect((await unsigned("/api/v1/payments")).status).to.equal(200);
    expect(reasonOf(await unsigned(merchant, policy("optional")))).to.deep.equal(required);
  });

  it("refuses its unsigned calls on gRPC with the same reason", async () => {
    const files = await service(product, "request-signing-test", { scopes: [] });
    using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    const call = (path: string) => grpc.call(path, new Uint8Array(), { authorization: `Bearer ${apiKey}` });
    expect((await call(PaymentServiceService.listPayments.path)).code).to.equal(status.OK);
    expect(await call(PaymentServiceService.createPayment.path)).to.include({
      code: status.UNAUTHENTICATED,
      reason: "REQUEST_SIGNATURE_REQUIRED",
    });
  });

  it("has one of 100 replays accepted that come at once to several gateways", async () => {
    const headers = headersOf("/api/v1/payments", {});
    const fronts = Array.from({ length: 20 }, front);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        ask(fronts[index % fronts.length] as (typeof fronts)[0], "/api/v1/payments", { headers }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).to.have.length(1);
    expect(
      new Set(answers.filter((answer) => answer.status !== 200).map((answer) => reasonOf(answer).join())),
    ).to.deep.equal(new Set(["401,REQUEST_SIGNATURE_REPLAYED"]));
  });

  it("is not served by a key of less rights, whatever the credential beside it may do", async () => {
    const byWeak = async (path: string, asked: Asked = {}) => {
      const headers = headersOf(path, asked, { key: weak.privateKey, keyId: weakKeyId });
      const answer = await ask(front(), path, { ...asked, headers });
      return answer.status === 200 ? 200 : reasonOf(answer);
    };
    expect(await byWeak("/api/v1/payments")).to.equal(200);
    for (const [path, asked] of [
      [merchant, policy("optional")],
      ["/api/v1/payments", payment()],
      [`${merchant}/api-keys`, { body: { name: "more", scopes: ["payments.read"] } }],
    ] as const)
      expect(await byWeak(path, asked)).to.deep.equal([403, "SCOPE_MISSING"]);
    expect(reasonOf(await unsigned("/api/v1/payments", payment()))).to.deep.equal(required);
  });

  it("turns the requirement off by a signed request", async () => {
    expect((await bySignature(merchant, policy("optional"))).json.data.requestSigning).to.equal("optional");
    await eventually(
      "unsigned payments are accepted",
      async () => (await unsigned("/api/v1/payments", payment())).status === 422,
    );
  });
});
