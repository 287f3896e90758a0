import { expect } from "chai";
import { Asset } from "../../../gen/ts/pda/asset/v1/asset.ts";
import { GetAssetResponse } from "../../../gen/ts/pda/asset/v1/asset_service.ts";
import { Event } from "../../../gen/ts/pda/event/v1/event.ts";
import { GetStatementResponse } from "../../../gen/ts/pda/payment/v1/ledger_service.ts";
import { Statement } from "../../../gen/ts/pda/payment/v1/statement.ts";
import { PrepareTransferRequest } from "../../../gen/ts/pda/chain/v1/chain_service.ts";
import { GetEventResponse } from "../../../gen/ts/pda/event/v1/event_service.ts";
import { Payment, PaymentReference } from "../../../gen/ts/pda/payment/v1/payment.ts";
import {
  GeneratePaymentReferenceResponse,
  GetPaymentResponse,
  ListPaymentsRequest,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import type { Codec } from "../../../src/codec/codec.ts";
import { compiledCodec } from "../../../src/codec/compiled.ts";
import { genericCodec } from "../../../src/codec/generic.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { Failure } from "../../../src/rpc/failure.ts";

const codecs: [string, Codec][] = [
  ["generic", genericCodec()],
  ["compiled", compiledCodec()],
];

function faultsOf(codec: Codec, message: string, json: JsonObject): string[] {
  try {
    codec.request(message).encode(json);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error.entry).to.equal("INVALID_ARGUMENT");
    return error.violations.map(({ field, reason }) => `${field} ${reason}`);
  }
  return [];
}

const createPayment = "pda.payment.v1.CreatePaymentRequest";
const listPayments = "pda.payment.v1.ListPaymentsRequest";
const prepareTransfer = "pda.chain.v1.PrepareTransferRequest";
const createWallet = "pda.wallet.v1.CreateWalletRequest";
const createKey = "pda.merchant.v1.CreateApiKeyRequest";
const issueAsset = "pda.publisher.v1.IssueAssetRequest";

for (const [kind, codec] of codecs)
  describe(`${kind} codec of requests`, () => {
    const faults = (message: string, json: JsonObject) => faultsOf(codec, message, json);
    const refusals: [string, string, JsonObject, string[]][] = [
      ["a number for a string", createPayment, { amount: 10 }, ["amount WRONG_TYPE"]],
      ["null", createPayment, { amount: null }, ["amount WRONG_TYPE"]],
      ["a boolean for a string", createPayment, { amount: true }, ["amount WRONG_TYPE"]],
      ["the proto name of a field", createPayment, { asset_type: "USDX" }, ["asset_type UNKNOWN_MEMBER"]],
      ["an unknown member", createPayment, { colour: "red" }, ["colour UNKNOWN_MEMBER"]],
      [
        "every fault at once",
        createPayment,
        { amount: 1, x: 1, merchantId: [] },
        ["amount WRONG_TYPE", "x UNKNOWN_MEMBER", "merchantId WRONG_TYPE"],
      ],
      ["the number of an enum", listPayments, { status: 1 }, ["status WRONG_TYPE"]],
      [
        "the proto name of an enum value",
        listPayments,
        { status: "PAYMENT_STATUS_PENDING" },
        ["status UNKNOWN_VALUE"],
      ],
      ["an enum word in capitals", listPayments, { status: "PENDING" }, ["status UNKNOWN_VALUE"]],
      ["the zero value of an enum", listPayments, { status: "unspecified" }, ["status UNKNOWN_VALUE"]],
      ["a string for an int32", listPayments, { pageSize: "10" }, ["pageSize WRONG_TYPE"]],
      ["a fraction for an int32", listPayments, { pageSize: 1.5 }, ["pageSize WRONG_TYPE"]],
      ["an int32 out of range", listPayments, { pageSize: 2_147_483_648 }, ["pageSize OUT_OF_RANGE"]],
      ["a negative uint64", prepareTransfer, { sequence: "-1" }, ["sequence OUT_OF_RANGE"]],
      [
        "a uint64 out of range",
        prepareTransfer,
        { sequence: "18446744073709551616" },
        ["sequence OUT_OF_RANGE"],
      ],
      ["a uint64 with leading zeros", prepareTransfer, { sequence: "007" }, ["sequence WRONG_FORMAT"]],
      ["a uint64 with an exponent", prepareTransfer, { sequence: "1e3" }, ["sequence WRONG_FORMAT"]],
      ["a uint64 that is empty", prepareTransfer, { sequence: "" }, ["sequence WRONG_FORMAT"]],
      [
        "a uint64 beyond what a number holds",
        prepareTransfer,
        { sequence: 9_007_199_254_740_992 },
        ["sequence WRONG_TYPE"],
      ],
      ["a string for a message", createWallet, { holderKey: "x" }, ["holderKey WRONG_TYPE"]],
      ["an array for a message", createWallet, { holderKey: [] }, ["holderKey WRONG_TYPE"]],
      [
        "faults inside a message",
        createWallet,
        { holderKey: { kty: 1, d: "secret" } },
        ["holderKey.kty WRONG_TYPE", "holderKey.d UNKNOWN_MEMBER"],
      ],
      ["one value for a list", createKey, { scopes: "payments.read" }, ["scopes WRONG_TYPE"]],
      [
        "a fault in a list",
        createKey,
        { scopes: ["a", null, 3] },
        ["scopes[1] WRONG_TYPE", "scopes[2] WRONG_TYPE"],
      ],
      ["a fault in a map", issueAsset, { metadata: { colour: 1 } }, ['metadata["colour"] WRONG_TYPE']],
      ["a list for a map", issueAsset, { metadata: [] }, ["metadata WRONG_TYPE"]],
    ];
    for (const [what, message, json, expected] of refusals) {
      it(`refuses ${what}`, () => {
        expect(faults(message, json)).to.deep.equal(expected);
      });
    }

    it("does not list more than twenty faults", () => {
      const json = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 1]));
      expect(faults(createPayment, json)).to.have.length(20);
    });

    it("encodes what ts-proto decodes as the same", () => {
      const bytes = codec.request(listPayments).encode({ status: "failed", pageSize: 7, merchantId: "m" });
      expect(ListPaymentsRequest.decode(bytes)).to.deep.include({ status: 3, pageSize: 7, merchantId: "m" });
    });

    it("takes a 64-bit integer as a decimal string, or as a number that holds it", () => {
      for (const [given, expected] of [
        ["18446744073709551615", 2n ** 64n - 1n],
        [12, 12n],
        ["0", 0n],
      ] as const) {
        const bytes = codec.request(prepareTransfer).encode({ sequence: given });
        expect(PrepareTransferRequest.decode(bytes).sequence).to.equal(expected);
      }
    });

    it("knows an optional field that is empty from one that is absent", () => {
      const merchantOf = (json: JsonObject) =>
        ListPaymentsRequest.decode(codec.request(listPayments).encode(json)).merchantId;
      expect(merchantOf({ merchantId: "" })).to.equal("");
      expect(merchantOf({})).to.equal(undefined);
    });

    it("turns field paths of the core into JSON names", () => {
      const path = (message: string, proto: string) => codec.request(message).jsonPath(proto);
      expect(path(createWallet, "holder_key.x")).to.equal("holderKey.x");
      expect(path(createKey, "scopes[2]")).to.equal("scopes[2]");
      expect(path(issueAsset, "asset_profile.name")).to.equal("assetProfile.name");
      expect(path(issueAsset, 'metadata["a_b.c"]')).to.equal('metadata["a_b.c"]');
      expect(path(createPayment, "asset_type")).to.equal("assetType");
      expect(path(createPayment, "not_a_field")).to.equal("not_a_field");
      expect(path(createPayment, "")).to.equal("");
    });
  });

for (const [kind, codec] of codecs)
  describe(`${kind} codec of responses`, () => {
    const dataOf = (message: string, field: string, bytes: Uint8Array): JsonObject =>
      JSON.parse(codec.response(message, field).json(bytes));
    const paymentOf = (payment: Parameters<typeof Payment.fromPartial>[0]) =>
      dataOf(
        "pda.payment.v1.GetPaymentResponse",
        "payment",
        GetPaymentResponse.encode({ payment: Payment.fromPartial(payment) }).finish(),
      );

    it("shows plain fields always, optional fields and messages when they are set", () => {
      expect(paymentOf({})).to.deep.equal({
        paymentId: "",
        merchantId: "",
        amount: "",
        assetType: "",
        refundedAmount: "",
        metadata: {},
        version: 0,
      });
      expect(paymentOf({ reference: "" })).to.include({ reference: "" });
    });

    it("writes states in lower case and reasons in capitals, and leaves out what has no word", () => {
      expect(paymentOf({ status: 3, failureReason: 1 })).to.include({
        status: "failed",
        failureReason: "EXPIRED",
      });
      expect(paymentOf({ status: 0, failureReason: 0 })).to.not.have.any.keys("status", "failureReason");
      expect(paymentOf({ status: 99 as never })).to.not.have.property("status");
    });

    it("writes times in UTC with three fraction digits, cut off and never rounded up", () => {
      const times = [
        [{ seconds: 1_700_000_000n, nanos: 0 }, "2023-11-14T22:13:20.000Z"],
        [{ seconds: 1_700_000_000n, nanos: 1_000_000 }, "2023-11-14T22:13:20.001Z"],
        [{ seconds: 1_700_000_000n, nanos: 999_999_999 }, "2023-11-14T22:13:20.999Z"],
        [{ seconds: 1_700_000_000n, nanos: 123_456_000 }, "2023-11-14T22:13:20.123Z"],
      ] as const;
      for (const [createTime, expected] of times)
        expect(paymentOf({ createTime })).to.include({ createTime: expected });
    });

    it("shows an empty list and an empty token", () => {
      expect(dataOf("pda.payment.v1.ListPaymentsResponse", "", new Uint8Array())).to.deep.equal({
        items: [],
        nextPageToken: "",
      });
    });

    it("writes 64-bit integers as strings, bytes as base64, maps as objects", () => {
      const event = {
        time: { seconds: 0n, nanos: 5_000_000 },
        data: { subject: { $case: "payment", value: Payment.fromPartial({ status: 2 }) } },
      } as const;
      const json = dataOf(
        "pda.event.v1.GetEventResponse",
        "event",
        GetEventResponse.encode({ event: Event.fromPartial(event) }).finish(),
      );
      expect(json).to.include({ time: "1970-01-01T00:00:00.005Z" });
      expect(json).to.have.nested.property("data.payment.status", "completed");
      const statement = dataOf(
        "pda.payment.v1.GetStatementResponse",
        "statement",
        GetStatementResponse.encode({ statement: Statement.fromPartial({ entryCount: 2n ** 63n }) }).finish(),
      );
      expect(statement).to.include({ entryCount: "9223372036854775808" });
      const reference = dataOf(
        "pda.payment.v1.GeneratePaymentReferenceResponse",
        "payment_reference",
        GeneratePaymentReferenceResponse.encode({
          paymentReference: PaymentReference.fromPartial({ ndef: Buffer.from([0xfb, 0xff]) }),
        }).finish(),
      );
      expect(reference).to.include({ ndef: "+/8=" });
      const asset = dataOf(
        "pda.asset.v1.GetAssetResponse",
        "asset",
        GetAssetResponse.encode({ asset: Asset.fromPartial({ metadata: { colour: "red" } }) }).finish(),
      );
      expect(asset).to.deep.include({ metadata: { colour: "red" }, supportedNetworks: [] });
    });

    it("does not take an answer without its data, or bytes that are no message", () => {
      const response = codec.response("pda.payment.v1.GetPaymentResponse", "payment");
      expect(() => response.json(new Uint8Array())).to.throw("lacks its data field payment");
      expect(() => response.json(Buffer.from([0xff, 0xff, 0xff]))).to.throw();
    });

    it("reads single strings of the data", () => {
      const bytes = GetPaymentResponse.encode({
        payment: Payment.fromPartial({ paymentId: "pay_é" }),
      }).finish();
      const response = codec.response("pda.payment.v1.GetPaymentResponse", "payment");
      expect(response.textAt("payment_id")?.(bytes)).to.equal("pay_é");
      expect(response.textAt("reference")?.(bytes)).to.equal("");
      expect(response.textAt("paymentId")).to.equal(undefined);
    });
  });
