// Credentials with limits on REST and gRPC, through all tiers.
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { CreatePaymentRequest } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { accessToken, callerKey, proofOf } from "../support/access-tokens.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { ask, type Received } from "./support/http.ts";
import { type Merchant, merchant, type Publisher, publisher, service } from "./support/scene.ts";

const createPayment = "/pda.payment.v1.PaymentService/CreatePayment";
const listPayments = "/pda.payment.v1.PaymentService/ListPayments";
const page = "https://till.shop.example";

describe("credentials with limits", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;

  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
  });

  const scopes = ["payments.read", "payments.write"];
  const limits = () => ({
    operations: ["CreatePayment"],
    maximumAmount: { amount: "50", assetType: issuer.assetType },
    allowedOrigins: [page],
  });
  const own = (to: string, body: object): Promise<Received> =>
    ask(product, `/api/v1/merchants/${shop.merchantId}${to}`, { key: product.operatorKey, body });
  const keyWithLimits = async (): Promise<string> => {
    const made = await own("/api-keys", { name: "till", scopes, limits: limits() });
    expect([made.status, made.json.data.apiKey?.limits], made.text).to.deep.equal([201, limits()]);
    return made.json.data.secret;
  };
  const order = (amount: string) => ({ amount, assetType: issuer.assetType, merchantId: shop.merchantId });
  const outcome = ({ status: answered, json }: Received) => [answered, json.errors?.[0]?.reason];

  it("hold on REST with an API key, and with a JWT of a registered key", async () => {
    const apiKey = await keyWithLimits();
    const caller = callerKey();
    const aud = product.baseUrl;
    const registered = await own("/public-keys", {
      name: "till",
      scopes,
      limits: limits(),
      publicKey: caller.publicKey,
      proof: await proofOf(caller, aud, shop.merchantId),
    });
    expect([registered.status, registered.json.data?.limits], registered.text).to.deep.equal([201, limits()]);
    const kid = registered.json.data.publicKeyId;
    for (const credential of [async () => apiKey, () => accessToken(caller, { kid, aud })]) {
      const pay = async (amount: string) =>
        ask(product, "/api/v1/payments", { key: await credential(), body: order(amount) });
      expect((await pay("50")).status).to.equal(201);
      expect(outcome(await pay("50.01"))).to.deep.equal([403, "AMOUNT_ABOVE_LIMIT"]);
      const listed = await ask(product, "/api/v1/payments", { key: await credential() });
      expect(outcome(listed)).to.deep.equal([403, "OPERATION_NOT_ALLOWED"]);
      expect(listed.headers["www-authenticate"]).to.match(
        /^Bearer realm="pda".*, error="insufficient_scope"$/,
      );
    }
  });

  it("hold on gRPC", async () => {
    const authorization = `Bearer ${await keyWithLimits()}`;
    const files = await service(product, "till-service", { scopes: ["events.read"] });
    using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    const pay = (amount: string) =>
      grpc.call(
        createPayment,
        CreatePaymentRequest.encode(CreatePaymentRequest.fromPartial(order(amount))).finish(),
        {
          authorization,
        },
      );
    expect((await pay("50")).code).to.equal(status.OK);
    const more = await pay("50.01");
    expect([more.code, more.reason]).to.deep.equal([status.PERMISSION_DENIED, "AMOUNT_ABOVE_LIMIT"]);
    const listed = await grpc.call(listPayments, new Uint8Array(), { authorization });
    expect([listed.code, listed.reason]).to.deep.equal([status.PERMISSION_DENIED, "OPERATION_NOT_ALLOWED"]);
  });

  it("let pages of the allowed origins call, and no others", async () => {
    const key = await keyWithLimits();
    const from = (Origin: string) =>
      ask(product, "/api/v1/payments", { key, body: order("1"), headers: { Origin } });
    const allowed = await from(page);
    expect([allowed.status, allowed.headers["access-control-allow-origin"]]).to.deep.equal([201, page]);
    const refused = await from("https://other.example");
    expect(outcome(refused)).to.deep.equal([403, "ORIGIN_NOT_ALLOWED"]);
    // Another credential would not help the page.
    expect(refused.headers).to.not.have.property("www-authenticate");
    expect(refused.headers).to.not.have.any.keys("access-control-allow-origin");
  });
});
