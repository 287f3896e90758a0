// Merchant A never sees B's things, on REST and on gRPC alike: what A asks for by B's identifiers is not there.

import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { GetEventRequest, ListEventsResponse } from "../../gen/ts/pda/event/v1/event_service.ts";
import {
  GetApiKeyRequest,
  GetMerchantRequest,
  ListApiKeysRequest,
} from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import {
  CancelPaymentRequest,
  CreatePaymentRequest,
  GeneratePaymentReferenceRequest,
  GetPaymentRequest,
  ListPaymentsRequest,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import {
  CreateRefundRequest,
  GetRefundRequest,
  ListRefundsResponse,
} from "../../gen/ts/pda/payment/v1/refund_service.ts";
import {
  GetBlockchainReferenceRequest,
  GetConfirmationsRequest,
  GetSettlementRequest,
  ListSettlementsResponse,
} from "../../gen/ts/pda/payment/v1/settlement_service.ts";
import { GetTransactionRequest } from "../../gen/ts/pda/payment/v1/transaction_service.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { ask } from "./support/http.ts";
import {
  eventually,
  holder,
  type Merchant,
  merchant,
  merchantScopes,
  paid,
  publisher,
  service,
} from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

/** A merchant and one of everything that belongs to it. */
interface Belongings {
  readonly shop: Merchant;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly refundId: string;
  readonly settlementId: string;
  readonly eventId: string;
}

describe("isolation of merchants", function () {
  this.timeout(120_000);
  let product: Product;
  let a: Belongings;
  let b: Belongings;

  after(() => expect(secretsIn(product)).to.deep.equal([]));
  before(async () => {
    product = await sharedProduct();
    const issuer = await publisher(product);
    const customer = await holder(product, issuer, "100");
    const furnish = async (): Promise<Belongings> => {
      const shop = await merchant(product, issuer);
      const { paymentId, transactionId = "" } = await paid(product, issuer, shop, customer, "5");
      const body = { originalTransaction: transactionId, refundAmount: "1", reason: "Returned" };
      const { refundId } = (await shop.api.POST("/api/v1/refunds", { body })).data;
      const query = { paymentId };
      const settlementId = await eventually("a settlement", async () => {
        const { data } = await shop.api.GET("/api/v1/settlement", { params: { query } });
        return data.items[0]?.settlementId;
      });
      const eventId = await eventually(
        "an event",
        async () => (await shop.api.GET("/api/v1/events")).data.items[0]?.id,
      );
      return { shop, paymentId, transactionId, refundId, settlementId, eventId };
    };
    [a, b] = await Promise.all([furnish(), furnish()]);
  });

  /** Every identifier of B's things. */
  const ofB = () => [
    b.shop.merchantId,
    b.shop.apiKeyId,
    b.paymentId,
    b.transactionId,
    b.refundId,
    b.settlementId,
    b.eventId,
  ];
  const expectNothingOfB = (text: string) => {
    for (const id of ofB()) expect(text).to.not.contain(id);
  };

  describe("on REST", () => {
    const asA = (path: string, body?: unknown) =>
      ask(product, `/api/v1${path}`, { key: a.shop.key, ...(body === undefined ? {} : { body }) });

    it("reading by identifier finds one's own and answers 404 for another's, as for what there is not", async () => {
      for (const [one, another, nothing] of [
        [`/payments/${a.paymentId}`, `/payments/${b.paymentId}`, "/payments/pay_00000000000000000000000000"],
        [
          `/transactions/${a.transactionId}`,
          `/transactions/${b.transactionId}`,
          "/transactions/txn_00000000000000000000000000",
        ],
        [`/refunds/${a.refundId}`, `/refunds/${b.refundId}`, "/refunds/rfd_00000000000000000000000000"],
        [
          `/settlement/${a.settlementId}`,
          `/settlement/${b.settlementId}`,
          "/settlement/stl_00000000000000000000000000",
        ],
        [
          `/settlement/${a.settlementId}/confirmations`,
          `/settlement/${b.settlementId}/confirmations`,
          "/settlement/stl_00000000000000000000000000/confirmations",
        ],
        [`/events/${a.eventId}`, `/events/${b.eventId}`, "/events/evt_00000000000000000000000000"],
      ] as const) {
        expect((await asA(one)).status, one).to.equal(200);
        const [foreign, missing] = [await asA(another), await asA(nothing)];
        const seen = ({ status, json }: typeof foreign) => ({
          status,
          code: json.errorCode,
          message: json.message,
          errors: json.errors,
        });
        expect(seen(foreign), another).to.deep.equal(seen(missing));
        expect(foreign.status).to.equal(404);
      }
    });

    it("another merchant's profile and keys are refused, the same whether it exists or not", async () => {
      for (const path of ["", "/api-keys", `/api-keys/${b.shop.apiKeyId}`]) {
        const foreign = await asA(`/merchants/${b.shop.merchantId}${path}`);
        const missing = await asA(`/merchants/mer_00000000000000000000000000${path}`);
        expect([foreign.status, foreign.json.errorCode]).to.deep.equal([403, "SVC-4030"]);
        expect([missing.status, missing.json.message]).to.deep.equal([403, foreign.json.message]);
      }
    });

    it("no list shows them, with any filter", async () => {
      for (const path of [
        "/payments?pageSize=200",
        "/refunds?pageSize=200",
        `/refunds?paymentId=${b.paymentId}`,
        "/settlement?pageSize=200",
        `/settlement?paymentId=${b.paymentId}`,
        "/events?pageSize=200",
        `/merchants/${a.shop.merchantId}/api-keys`,
      ]) {
        const { status, text } = await asA(path);
        expect(status, path).to.equal(200);
        expectNothingOfB(text);
      }
      expect((await asA(`/payments?merchantId=${b.shop.merchantId}`)).status).to.equal(403);
    });

    it("nothing of B's can be changed", async () => {
      const { assetType } = (
        await b.shop.api.GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId: b.paymentId } } })
      ).data;
      const refund = { originalTransaction: b.transactionId, refundAmount: "1", reason: "Mine now" };
      for (const [path, body, code] of [
        [`/payments/${b.paymentId}/cancel`, {}, "SVC-4040"],
        [`/payments/${b.paymentId}/reference`, {}, "SVC-4040"],
        ["/refunds", refund, "SVC-4221"],
        ["/payments", { amount: "1", assetType, merchantId: b.shop.merchantId }, "SVC-4030"],
        [`/merchants/${b.shop.merchantId}/api-keys`, { name: "x", scopes: ["payments.read"] }, "SVC-4030"],
        [`/merchants/${b.shop.merchantId}/api-keys/${b.shop.apiKeyId}/revoke`, {}, "SVC-4030"],
        [`/merchants/${a.shop.merchantId}/api-keys/${b.shop.apiKeyId}/revoke`, {}, "SVC-4040"],
      ] as const)
        expect((await asA(path, body)).json.errorCode, path).to.equal(code);
      expect((await ask(product, "/api/v1/payments", { key: b.shop.key })).status).to.equal(200);
    });

    it("a page token of B's list opens nothing of B's", async () => {
      await b.shop.api.POST("/api/v1/payments", {
        body: {
          amount: "1",
          assetType: (await b.shop.api.GET("/api/v1/payments")).data.items[0]?.assetType ?? "",
          merchantId: b.shop.merchantId,
        },
      });
      const query = { pageSize: 1 };
      const { nextPageToken } = (await b.shop.api.GET("/api/v1/payments", { params: { query } })).data;
      expect(nextPageToken).to.not.equal("");
      expectNothingOfB(
        (await asA(`/payments?pageSize=1&pageToken=${encodeURIComponent(nextPageToken)}`)).text,
      );
    });
  });

  describe("on gRPC", () => {
    let grpc: RawGrpc;
    before(async () => {
      const files = await service(product, "till-of-a", {
        scopes: merchantScopes,
        merchantId: a.shop.merchantId,
      });
      grpc = new RawGrpc(product.coreAddress, credentials(product, files));
      const request = GetPaymentRequest.encode({ paymentId: a.paymentId }).finish();
      await eventually("the grant", async () => {
        const { code } = await grpc.call("/pda.payment.v1.PaymentService/GetPayment", request);
        return code === status.OK;
      });
    });
    after(() => grpc[Symbol.dispose]());

    it("reading and changing by identifier finds nothing of B's", async () => {
      const { merchantId, apiKeyId } = b.shop;
      const refund = { originalTransaction: b.transactionId, refundAmount: "1", reason: "Mine now" };
      const calls: [string, Uint8Array, number][] = [
        [
          "payment.v1.PaymentService/GetPayment",
          GetPaymentRequest.encode({ paymentId: b.paymentId }).finish(),
          status.NOT_FOUND,
        ],
        [
          "payment.v1.PaymentService/CancelPayment",
          CancelPaymentRequest.encode(CancelPaymentRequest.fromPartial({ paymentId: b.paymentId })).finish(),
          status.NOT_FOUND,
        ],
        [
          "payment.v1.PaymentService/GeneratePaymentReference",
          GeneratePaymentReferenceRequest.encode(
            GeneratePaymentReferenceRequest.fromPartial({ paymentId: b.paymentId }),
          ).finish(),
          status.NOT_FOUND,
        ],
        [
          "payment.v1.PaymentService/CreatePayment",
          CreatePaymentRequest.encode(
            CreatePaymentRequest.fromPartial({ amount: "1", assetType: "USDX", merchantId }),
          ).finish(),
          status.PERMISSION_DENIED,
        ],
        [
          "payment.v1.PaymentService/ListPayments",
          ListPaymentsRequest.encode(ListPaymentsRequest.fromPartial({ merchantId })).finish(),
          status.PERMISSION_DENIED,
        ],
        [
          "payment.v1.TransactionService/GetTransaction",
          GetTransactionRequest.encode({ transactionId: b.transactionId }).finish(),
          status.NOT_FOUND,
        ],
        [
          "payment.v1.RefundService/GetRefund",
          GetRefundRequest.encode({ refundId: b.refundId }).finish(),
          status.NOT_FOUND,
        ],
        [
          "payment.v1.RefundService/CreateRefund",
          CreateRefundRequest.encode(refund).finish(),
          status.FAILED_PRECONDITION,
        ],
        [
          "payment.v1.SettlementService/GetSettlement",
          GetSettlementRequest.encode({ settlementId: b.settlementId }).finish(),
          status.NOT_FOUND,
        ],
        [
          "payment.v1.SettlementService/GetBlockchainReference",
          GetBlockchainReferenceRequest.encode({ settlementId: b.settlementId }).finish(),
          status.NOT_FOUND,
        ],
        [
          "payment.v1.SettlementService/GetConfirmations",
          GetConfirmationsRequest.encode({ settlementId: b.settlementId }).finish(),
          status.NOT_FOUND,
        ],
        [
          "event.v1.EventService/GetEvent",
          GetEventRequest.encode({ eventId: b.eventId }).finish(),
          status.NOT_FOUND,
        ],
        [
          "merchant.v1.MerchantService/GetMerchant",
          GetMerchantRequest.encode({ merchantId }).finish(),
          status.PERMISSION_DENIED,
        ],
        [
          "merchant.v1.MerchantService/GetApiKey",
          GetApiKeyRequest.encode({ merchantId, apiKeyId }).finish(),
          status.PERMISSION_DENIED,
        ],
        [
          "merchant.v1.MerchantService/ListApiKeys",
          ListApiKeysRequest.encode(ListApiKeysRequest.fromPartial({ merchantId })).finish(),
          status.PERMISSION_DENIED,
        ],
      ];
      for (const [path, request, expected] of calls) {
        const { code, details } = await grpc.call(`/pda.${path}`, request);
        expect(code, path).to.equal(expected);
        expectNothingOfB(details ?? "");
      }
    });

    it("no list shows them", async () => {
      const list = async <T>(path: string, decode: (bytes: Buffer) => { items: T[] }): Promise<T[]> => {
        const { code, response } = await grpc.call(`/pda.${path}`);
        expect(code, path).to.equal(status.OK);
        expectNothingOfB((response as Buffer).toString("latin1"));
        return decode(response as Buffer).items;
      };
      const payments = await list("payment.v1.PaymentService/ListPayments", (bytes) =>
        ListPaymentsResponse.decode(bytes),
      );
      expect(payments.map(({ paymentId }) => paymentId)).to.deep.equal([a.paymentId]);
      const refunds = await list("payment.v1.RefundService/ListRefunds", (bytes) =>
        ListRefundsResponse.decode(bytes),
      );
      expect(refunds.map(({ refundId }) => refundId)).to.deep.equal([a.refundId]);
      const settlements = await list("payment.v1.SettlementService/ListSettlements", (bytes) =>
        ListSettlementsResponse.decode(bytes),
      );
      expect(settlements.map(({ merchantId }) => merchantId)).to.deep.equal(
        settlements.map(() => a.shop.merchantId),
      );
      const events = await list("event.v1.EventService/ListEvents", (bytes) =>
        ListEventsResponse.decode(bytes),
      );
      expect(events).to.have.length.above(0);
    });
  });
});
