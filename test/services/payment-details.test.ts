import { createHash } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import { EventData } from "../../gen/ts/pda/event/v1/event.ts";
import type { Payment } from "../../gen/ts/pda/payment/v1/payment.ts";
import {
  CreatePaymentRequest,
  type CreatePaymentResponse,
  type GeneratePaymentReferenceResponse,
  type GetPaymentResponse,
  type ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { ResolvePaymentReferenceResponse } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import { assetType, merchant, publisher, wallet } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";

const publicUrl = "https://pay.example";

describe("what a payment request may say beside what is to be paid", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let merchantId: string;

  before(async () => {
    harness = await ServiceHarness.start(() => [
      ...paymentServices({
        publicUrl,
        paymentTtlSeconds: 900,
        paymentTtlSecondsMin: 30,
        paymentTtlSecondsMax: 86_400,
      }),
      ...walletService({ publicUrl }),
    ]);
    await assetType(harness.store, await publisher(harness.url));
    merchantId = await merchant(harness.store);
  });
  after(() => harness[Symbol.asyncDispose]());

  const asked = (over: object = {}) => ({ amount: "12.5", assetType: "USDX", merchantId, ...over });
  const create = async (over: object = {}): Promise<Payment> =>
    (await harness.call<CreatePaymentResponse>("CreatePayment", asked(over))).payment as Payment;
  const get = async (paymentId: string): Promise<Payment> =>
    (await harness.call<GetPaymentResponse>("GetPayment", { paymentId })).payment as Payment;
  const count = async (): Promise<number> =>
    (await harness.call<ListPaymentsResponse>("ListPayments", { merchantId, pageSize: 200 })).items.length;

  it("comes back as it was said, here, when read and in the list; what was not said is not there", async () => {
    const said = {
      description: "Zwei Kännchen ☕, Tisch 7",
      orderReference: "2026-0017/a",
      metadata: { table: "7", 'a "key"': "" },
    };
    const payment = await create(said);
    expect(payment).to.deep.include(said);
    expect(await get(payment.paymentId)).to.deep.equal(payment);
    const { items } = await harness.call<ListPaymentsResponse>("ListPayments", { merchantId, pageSize: 1 });
    expect(items).to.deep.equal([payment]);
    const plain = await create();
    expect(plain.description).to.equal(undefined);
    expect(plain.orderReference).to.equal(undefined);
    expect(plain.metadata).to.deep.equal({});
    expect(await get(plain.paymentId)).to.deep.equal(plain);
  });

  it("is whole at its largest, in four-byte characters, and in its event", async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`${"😀".repeat(38)}${index + 10}`, "😀".repeat(500)]),
    );
    const payment = await create({
      description: "😀".repeat(500),
      orderReference: "😀".repeat(64),
      metadata,
    });
    expect((await get(payment.paymentId)).metadata).to.deep.equal(metadata);
    await harness.store.sequencer.advance(1000);
    const events = await harness.store.read.events.list({ kind: "all" }, ["payment.created"], 0n, 1000);
    const { subject } = EventData.decode(events.at(-1)?.data as Buffer);
    expect(subject?.$case === "payment" && subject.value).to.deep.equal(payment);
  });

  it("shows the payer the description, and nothing of the merchant's own", async () => {
    const { walletId } = await wallet(harness.store);
    const { paymentId } = await create({
      description: "Two coffees",
      orderReference: "secret order",
      metadata: { secret: "fact" },
    });
    const { paymentReference } = await harness.call<GeneratePaymentReferenceResponse>(
      "GeneratePaymentReference",
      { paymentId },
    );
    const { paymentRequest } = await harness.call<ResolvePaymentReferenceResponse>(
      "ResolvePaymentReference",
      {
        walletId,
        reference: paymentReference?.reference,
      },
    );
    expect(paymentRequest?.description).to.equal("Two coffees");
    expect(
      JSON.stringify(paymentRequest, (_, value) =>
        String(value) === value || typeof value !== "bigint" ? value : `${value}`,
      ),
    ).not.to.include("secret");
  });

  for (const [what, over, field, reason] of [
    ["an empty description", { description: "" }, "description", "WRONG_LENGTH"],
    ["a description of 501", { description: "é".repeat(501) }, "description", "WRONG_LENGTH"],
    ["a line feed", { description: "a\nb" }, "description", "TEXT_NOT_PRINTABLE"],
    ["a turned description", { description: "\u202Eabc" }, "description", "TEXT_NOT_PRINTABLE"],
    ["an order reference of 65", { orderReference: "x".repeat(65) }, "order_reference", "WRONG_LENGTH"],
    ["a blank order reference", { orderReference: " " }, "order_reference", "TEXT_NOT_PRINTABLE"],
    ["an invisible order reference", { orderReference: "\u200B" }, "order_reference", "TEXT_NOT_PRINTABLE"],
    [
      "an order reference with U+FFFE",
      { orderReference: "a\uFFFE" },
      "order_reference",
      "TEXT_NOT_PRINTABLE",
    ],
    ["an empty key", { metadata: { "": "x" } }, 'metadata[""]', "WRONG_LENGTH"],
    ["a key of 41", { metadata: { ["k".repeat(41)]: "" } }, `metadata["${"k".repeat(41)}"]`, "WRONG_LENGTH"],
    ["a value of 501", { metadata: { k: "v".repeat(501) } }, 'metadata["k"]', "WRONG_LENGTH"],
    [
      "51 keys",
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, ""])) },
      "metadata",
      "WRONG_COUNT",
    ],
    ["a reserved key", { metadata: { "pda:vip": "yes" } }, "metadata", "METADATA_KEY_RESERVED"],
    [
      "a simulation in production",
      { metadata: { "pda:simulate": "declined" } },
      "metadata",
      "METADATA_KEY_RESERVED",
    ],
    ["U+0000", { metadata: { k: "a\u0000" } }, "metadata", "TEXT_NOT_STORABLE"],
    ["no time at all", { expiresInSeconds: 0 }, "expires_in_seconds", "OUT_OF_RANGE"],
    [
      "less time than the deployment allows",
      { expiresInSeconds: 29 },
      "expires_in_seconds",
      "EXPIRY_NOT_ALLOWED",
    ],
    ["more time than that", { expiresInSeconds: 86_401 }, "expires_in_seconds", "EXPIRY_NOT_ALLOWED"],
  ] as const)
    it(`refuses ${what} and stores nothing`, async () => {
      const before = await count();
      const failure = await harness.failure("CreatePayment", asked(over));
      expect([failure.entry, failure.violations[0]?.field, failure.violations[0]?.reason]).to.deep.equal([
        "INVALID_ARGUMENT",
        field,
        reason,
      ]);
      expect(await count()).to.equal(before);
    });

  it("expires when it says, within the deployment's bounds, and when the deployment says otherwise", async () => {
    const seconds = ({ expireTime, createTime }: Payment) =>
      Number(expireTime!.seconds - createTime!.seconds);
    expect(seconds(await create())).to.equal(900);
    for (const expiresInSeconds of [30, 86_400])
      expect(seconds(await create({ expiresInSeconds }))).to.equal(expiresInSeconds);
  });

  it("judges the request by itself before its merchant, and the merchant before the amount", async () => {
    const unknown = { merchantId: "mer_01h455vb4pex5vsknk084sn02q", assetType: "NONE", amount: "0.0000001" };
    const steps = [
      [{ ...unknown, description: "\n", metadata: { "pda:x": "" } }, "TEXT_NOT_PRINTABLE"],
      [{ ...unknown, metadata: { "pda:x": "" } }, "METADATA_KEY_RESERVED"],
      [unknown, "UNKNOWN_MERCHANT"],
      [{ ...unknown, merchantId }, "UNKNOWN_ASSET_TYPE"],
      [{ amount: "0.0000001" }, "AMOUNT_SCALE"],
    ] as const;
    for (const [over, reason] of steps)
      expect((await harness.failure("CreatePayment", asked(over))).reason).to.equal(reason);
  });

  it("is the same request when its metadata comes in another order, which neither JSON nor protobuf has", async () => {
    const [one, other] = [
      { b: "2", a: "1", c: "3" },
      { c: "3", b: "2", a: "1" },
    ];
    const key = "details-order";
    const first = await harness.callWhole<CreatePaymentResponse>("CreatePayment", asked({ metadata: one }), {
      key,
    });
    for (const metadata of [other, one, other]) {
      const again = await harness.callWhole<CreatePaymentResponse>("CreatePayment", asked({ metadata }), {
        key,
      });
      expect([again.replayed, again.response]).to.deep.equal([true, first.response]);
    }
    for (const metadata of [
      { a: "2", b: "1", c: "3" },
      { a: "1", b: "2" },
    ])
      expect((await harness.failure("CreatePayment", asked({ metadata }), { key })).entry).to.equal(
        "IDEMPOTENCY_KEY_REUSED",
      );
  });

  it("is the same request as one whose hash version 1.0.0 has stored, over its metadata as they came", async () => {
    const key = "details-stored";
    const request = asked({ metadata: { b: "2", a: "1" } });
    const first = await harness.callWhole<CreatePaymentResponse>("CreatePayment", request, { key });
    const bytes = CreatePaymentRequest.encode(CreatePaymentRequest.fromPartial(request)).finish();
    const database = new pg.Client({ connectionString: harness.url });
    await database.connect();
    const hash = createHash("sha256").update(bytes).digest();
    const { rowCount } = await database.query("update idempotency set request_hash = $1 where key = $2", [
      hash,
      key,
    ]);
    await database.end();
    expect(rowCount).to.equal(1);
    const again = await harness.callWhole<CreatePaymentResponse>("CreatePayment", request, { key });
    expect([again.replayed, again.response]).to.deep.equal([true, first.response]);
  });

  it("is another request under the same key when anything of it is other", async () => {
    const said = { description: "a", metadata: { k: "v" } };
    const key = "details-1";
    const first = await harness.callWhole<CreatePaymentResponse>("CreatePayment", asked(said), { key });
    const again = await harness.callWhole<CreatePaymentResponse>("CreatePayment", asked(said), { key });
    expect(again.replayed).to.equal(true);
    expect(Buffer.from(again.bytes).equals(first.bytes)).to.equal(true);
    for (const other of [
      { description: "b" },
      { metadata: {} },
      { orderReference: "x" },
      { expiresInSeconds: 60 },
    ])
      expect((await harness.failure("CreatePayment", asked({ ...said, ...other }), { key })).entry).to.equal(
        "IDEMPOTENCY_KEY_REUSED",
      );
  });

  it("comes back the same for all texts that are taken, mixed in sets with plain requests", async () => {
    const showable = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
      .filter((text) => text.trim() !== "");
    const one = fc.record(
      {
        description: showable,
        orderReference: showable,
        metadata: fc.dictionary(
          fc.string({ unit: "grapheme", minLength: 1, maxLength: 10 }).filter((key) => key !== "__proto__"),
          fc.string({ unit: "grapheme", maxLength: 40 }),
          { maxKeys: 4, noNullPrototype: true },
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 12 }), async (list) => {
        const made = await Promise.all(list.map((said) => create(said)));
        for (const [place, said] of list.entries()) {
          const payment = await get(made[place]!.paymentId);
          expect(payment).to.deep.equal(made[place]);
          expect(payment.description).to.equal(said.description);
          expect(payment.orderReference).to.equal(said.orderReference);
          expect(payment.metadata).to.deep.equal(said.metadata ?? {});
        }
      }),
      { numRuns: 30 },
    );
  });
});
