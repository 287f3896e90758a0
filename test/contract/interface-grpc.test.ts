// The same operations for callers inside of the house: gRPC gets what REST gets, answers and refusals alike.

import { randomUUID } from "node:crypto";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { catalogue } from "../../gen/errors/catalogue.ts";
import { operations } from "../../gen/rest/operations.ts";
import { type Payment, PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import {
  CancelPaymentRequest,
  CreatePaymentRequest,
  CreatePaymentResponse,
  GetPaymentRequest,
  GetPaymentResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { CreateRefundRequest } from "../../gen/ts/pda/payment/v1/refund_service.ts";
import { credentials, type Outcome, RawGrpc } from "../e2e/support/grpc.ts";
import { ask } from "../e2e/support/http.ts";
import {
  createPayment,
  eventually,
  holder,
  type Merchant,
  merchant,
  merchantScopes,
  type Publisher,
  paid,
  publisher,
  service,
} from "../e2e/support/scene.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { says } from "./interface-sentence.ts";

const payments = "/pda.payment.v1.PaymentService";

const nameOf = (status: PaymentStatus): string =>
  Object.entries(PaymentStatus).find(([, value]) => value === status)?.[0] ?? "";

/** A payment of gRPC, said the way that REST says it. */
function asRest(payment: Payment): Record<string, unknown> {
  const time = (at?: { seconds: bigint; nanos: number }) =>
    at && new Date(Number(at.seconds) * 1000 + at.nanos / 1_000_000).toISOString();
  const { createTime, expireTime, endTime, ...rest } = payment;
  const said = {
    ...rest,
    status: nameOf(payment.status).replace("PAYMENT_STATUS_", "").toLowerCase(),
    createTime: time(createTime),
    expireTime: time(expireTime),
    endTime: time(endTime),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

describe("the published interface: the same on gRPC", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let completed: { paymentId: string; transactionId?: string | undefined };
  let grpc: RawGrpc;
  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    completed = await paid(product, issuer, shop, await holder(product, issuer, "5"), "5");
    const files = await service(product, "till", { scopes: merchantScopes, merchantId: shop.merchantId });
    grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    const request = GetPaymentRequest.encode({ paymentId: completed.paymentId }).finish();
    await eventually(
      "the grant",
      async () => (await grpc.call(`${payments}/GetPayment`, request)).code === status.OK,
    );
  });
  after(() => grpc?.[Symbol.dispose]());

  const rest = async (paymentId: string) =>
    (await ask(product, `/api/v1/payments/${paymentId}`, { key: shop.key })).json.data;
  const body = () => ({ amount: "1.50", assetType: issuer.assetType, merchantId: shop.merchantId });

  it(`${says(1, "The same operations and response structure apply regardless of the settlement network.")}: each path of REST is one RPC`, () => {
    const paths = operations.flatMap(({ http, path }) =>
      http ? [[`${http.verb} ${http.template}`, path] as const] : [],
    );
    expect(new Set(paths.map(([route]) => route)).size).to.equal(paths.length);
    expect(new Set(paths.map(([, path]) => path)).size).to.equal(paths.length);
    const internal = operations.filter(({ http }) => !http).map(({ access }) => access.kind);
    expect(new Set(internal)).to.deep.equal(new Set(["peer"]));
  });

  it("a payment read on gRPC is the payment that REST shows", async () => {
    for (const paymentId of [
      completed.paymentId,
      (await createPayment(shop, issuer, "0.000001")).paymentId,
    ]) {
      const { response } = await grpc.call(
        `${payments}/GetPayment`,
        GetPaymentRequest.encode({ paymentId }).finish(),
      );
      const { payment } = GetPaymentResponse.decode(response as Buffer);
      expect(asRest(payment as Payment)).to.deep.equal(await rest(paymentId));
    }
  });

  it("a payment created on gRPC is there on REST, and its idempotency key counts", async () => {
    const request = CreatePaymentRequest.encode(CreatePaymentRequest.fromPartial(body())).finish();
    const metadata = { "idempotency-key": randomUUID() };
    const create = async () => {
      const { response } = await grpc.call(`${payments}/CreatePayment`, request, metadata);
      return CreatePaymentResponse.decode(response as Buffer).payment as Payment;
    };
    const payment = await create();
    expect(payment.amount).to.equal("1.5");
    expect(asRest(payment)).to.deep.equal(await rest(payment.paymentId));
    expect((await create()).paymentId).to.equal(payment.paymentId);
    const other = CreatePaymentRequest.encode(
      CreatePaymentRequest.fromPartial({ ...body(), amount: "2" }),
    ).finish();
    expect((await grpc.call(`${payments}/CreatePayment`, other, metadata)).errorCode).to.equal("SVC-4222");
  });

  describe(says(7, "All APIs return standardized error responses."), () => {
    const create = (over: object): [string, Uint8Array, string, object] => [
      `${payments}/CreatePayment`,
      CreatePaymentRequest.encode(CreatePaymentRequest.fromPartial({ ...body(), ...over })).finish(),
      "/api/v1/payments",
      { ...body(), ...over },
    ];
    const refund = (refundAmount: string): [string, Uint8Array, string, object] => {
      const given = { originalTransaction: completed.transactionId ?? "", refundAmount, reason: "r" };
      return [
        "/pda.payment.v1.RefundService/CreateRefund",
        CreateRefundRequest.encode(given).finish(),
        "/api/v1/refunds",
        given,
      ];
    };
    const cases: [string, () => [string, Uint8Array, string, object]][] = [
      ["too many fraction digits", () => create({ amount: "1.0000001" })],
      ["zero", () => create({ amount: "0" })],
      ["an amount that is none", () => create({ amount: "-1" })],
      ["an unknown asset type", () => create({ assetType: "NOSUCH" })],
      ["another merchant", () => create({ merchantId: "mer_00000000000000000000000000" })],
      ["no asset type", () => create({ assetType: "" })],
      ["a refund over what was paid", () => refund("6")],
      [
        "cancel after completion",
        () => [
          `${payments}/CancelPayment`,
          CancelPaymentRequest.encode(
            CancelPaymentRequest.fromPartial({ paymentId: completed.paymentId }),
          ).finish(),
          `/api/v1/payments/${completed.paymentId}/cancel`,
          {},
        ],
      ],
    ];
    for (const [what, make] of cases) {
      it(`${what}: the same code and reason on both, and the gRPC code that belongs to it`, async () => {
        const [path, request, url, sent] = make();
        const refused: Outcome = await grpc.call(path, request);
        const { json } = await ask(product, url, { key: shop.key, body: sent });
        expect([refused.errorCode, refused.reason]).to.deep.equal([json.errorCode, json.errors[0].reason]);
        const entry = Object.values(catalogue).find(({ code }) => code === json.errorCode);
        expect(refused.code).to.equal(entry?.grpcCode);
      });
    }
  });
});
