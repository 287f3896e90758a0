// Maps have no order: two encodings of one request are one request.
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import fc from "fast-check";
import { operations } from "../../../gen/rest/operations.ts";
import { CreatePaymentRequest } from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { BatchIssueAssetsRequest } from "../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { messageOf } from "../../../src/rpc/contract.ts";
import { mapOrderOf } from "../../../src/rpc/map-order.ts";

const orderOf = (method: string) => {
  const operation = operations.find((each) => each.method === method);
  if (!operation) throw new Error(`there is no operation ${method}`);
  return mapOrderOf(messageOf(operation.request));
};
/** Not `__proto__`: the generated messages cannot hold an entry of that name, so that requests with it are refused. */
const name = fc.string({ minLength: 1, unit: "grapheme" }).filter((key) => key !== "__proto__");
const metadata = fc.dictionary(name, fc.string(), { maxKeys: 20 });
/** A map, and the same one with its entries in another order. */
const twice = metadata.chain((map) =>
  fc.tuple(
    fc.constant(map),
    fc
      .shuffledSubarray(Object.keys(map), { minLength: Object.keys(map).length })
      .map((keys) => keys.map((key): [string, string] => [key, map[key] as string])),
  ),
);

/** Encodes a payment by hand, with its metadata in this order. */
function payment(entries: readonly (readonly [string, string])[]): Uint8Array {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).string("5");
  for (const [key, value] of entries) {
    writer.tag(6, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).string(key).tag(2, WireType.LengthDelimited).string(value).join();
  }
  return writer.tag(99, WireType.Varint).uint32(7).finish();
}

describe("the order of maps", () => {
  it("is one order, whatever order the entries came in, and changes nothing else", () => {
    const order = orderOf("CreatePayment")!;
    fc.assert(
      fc.property(twice, ([map, shuffled]) => {
        const [one, other] = [payment(Object.entries(map)), payment(shuffled)].map(order) as [
          Uint8Array,
          Uint8Array,
        ];
        expect(Buffer.compare(one, other)).to.equal(0);
        expect(one.length).to.equal(payment(shuffled).length);
        expect(Buffer.compare(order(one), one), "what is in order stays as it is").to.equal(0);
        expect({ ...CreatePaymentRequest.decode(one).metadata }).to.deep.equal({ ...map });
        expect(new BinaryReader(one.subarray(-3)).tag()).to.deep.equal([99, WireType.Varint]);
      }),
    );
  });

  it("is put into the messages of fields, too", () => {
    const order = orderOf("BatchIssueAssets")!;
    fc.assert(
      fc.property(twice, ([map, shuffled]) => {
        const request = (entries: Iterable<readonly [string, string]>) =>
          BatchIssueAssetsRequest.encode(
            BatchIssueAssetsRequest.fromPartial({
              items: [{}, { metadata: Object.fromEntries(entries) }, {}],
            }),
          ).finish();
        const [one, other] = [request(Object.entries(map)), request(shuffled)].map(order) as [
          Uint8Array,
          Uint8Array,
        ];
        expect(Buffer.compare(one, other)).to.equal(0);
        const { items } = BatchIssueAssetsRequest.decode(one);
        expect(items.map((item) => ({ ...item.metadata }))).to.deep.equal([{}, { ...map }, {}]);
      }),
    );
  });

  it("does not matter for a request without a map", () => {
    expect(orderOf("CreateRefund")).to.equal(undefined);
  });
});
