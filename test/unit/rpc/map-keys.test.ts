// The key that a decoded message loses: a request with it is refused, whatever the language that has encoded it.
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import { operations } from "../../../gen/rest/operations.ts";
import { CreatePaymentRequest } from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { BatchIssueAssetsRequest } from "../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { newId } from "../../../src/domain/identifier/identifier.ts";
import { messageOf } from "../../../src/rpc/contract.ts";
import { Failure } from "../../../src/rpc/failure.ts";
import { requestValidator } from "../../../src/rpc/validate.ts";

const METADATA = { payment: 6, asset: 3 };

/** Encodes entries of the map with this number behind an encoded message. */
function withEntries(
  encoded: Uint8Array,
  map: number,
  entries: readonly (readonly [string, string])[],
): Uint8Array {
  const writer = new BinaryWriter().raw(encoded);
  for (const [key, value] of entries) {
    writer.tag(map, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).string(key).tag(2, WireType.LengthDelimited).string(value).join();
  }
  return writer.finish();
}

describe("the key __proto__ of a map", () => {
  const operationOf = (name: string) => {
    const operation = operations.find(({ method }) => method === name);
    if (!operation) throw new Error(`there is no operation ${name}`);
    return operation;
  };
  const refusalOf = (
    method: string,
    type: { decode(bytes: Uint8Array): unknown },
    bytes: Uint8Array,
  ): Failure => {
    try {
      requestValidator(operationOf(method))(type.decode(bytes), bytes);
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
    throw new Error("the request is taken");
  };
  const plain = CreatePaymentRequest.encode(
    CreatePaymentRequest.fromPartial({
      merchantId: newId("merchant"),
      amount: "5",
      assetType: "USDX",
      description: "about __proto__",
    }),
  ).finish();

  it("is refused as a bad value of the field", () => {
    const bytes = withEntries(plain, METADATA.payment, [
      ["order", "7"],
      ["__proto__", "lost"],
    ]);
    const { entry, violations, message } = refusalOf("CreatePayment", CreatePaymentRequest, bytes);
    const words = 'The key "__proto__" is reserved. Use another key.';
    expect([entry, message]).to.deep.equal(["INVALID_ARGUMENT", words]);
    expect(violations).to.deep.equal([
      { field: 'metadata["__proto__"]', reason: "METADATA_KEY_RESERVED", message: words },
    ]);
  });

  it("is refused in an element of a list, with its place", () => {
    const item = withEntries(new Uint8Array(), METADATA.asset, [["__proto__", ""]]);
    const items = messageOf("pda.publisher.v1.BatchIssueAssetsRequest").field.items!.number;
    const writer = new BinaryWriter();
    for (const each of [new Uint8Array(), item, new Uint8Array(), item])
      writer.tag(items, WireType.LengthDelimited).bytes(each);
    const { violations, message } = refusalOf("BatchIssueAssets", BatchIssueAssetsRequest, writer.finish());
    expect(violations.map(({ field }) => field)).to.deep.equal([
      'items[1].metadata["__proto__"]',
      'items[3].metadata["__proto__"]',
    ]);
    expect(message).to.equal("2 fields are not valid.");
  });

  it("is named twenty times at most, however often it comes", () => {
    const entries = Array.from({ length: 200_000 }, (): [string, string] => ["__proto__", ""]);
    const item = withEntries(new Uint8Array(), METADATA.asset, entries);
    const items = messageOf("pda.publisher.v1.BatchIssueAssetsRequest").field.items!.number;
    const bytes = new BinaryWriter().tag(items, WireType.LengthDelimited).bytes(item).finish();
    const { entry, violations } = refusalOf("BatchIssueAssets", BatchIssueAssetsRequest, bytes);
    expect([entry, violations.length]).to.deep.equal(["INVALID_ARGUMENT", 20]);
  });

  it("is no other text: not a value, and not a part of a key", () => {
    const bytes = withEntries(plain, METADATA.payment, [
      ["a", "__proto__"],
      ["__proto__2", "b"],
      ["constructor", "c"],
    ]);
    const request = CreatePaymentRequest.decode(bytes);
    requestValidator(operationOf("CreatePayment"))(request, bytes);
    expect({ ...request.metadata }).to.deep.equal({ a: "__proto__", __proto__2: "b", constructor: "c" });
  });
});
