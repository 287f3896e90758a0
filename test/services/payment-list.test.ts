// Lists of payments beside a plain model: what fits all that is asked for, newest first, in pages.
import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import { type Payment, PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import type {
  CreatePaymentResponse,
  GeneratePaymentReferenceResponse,
  GetPaymentResponse,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { expirePayments } from "../../src/workers/expire-payments.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { asMerchant, ServiceHarness } from "../support/service.ts";

interface Filter {
  readonly merchantId?: string | undefined;
  readonly status?: PaymentStatus | undefined;
  readonly assetType?: string | undefined;
  readonly orderReference?: string | undefined;
  readonly reference?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const timeOf = ({ createTime }: Payment): number =>
  Number(createTime!.seconds) * 1000 + createTime!.nanos / 1_000_000;

const fits = (payment: Payment, filter: Filter): boolean =>
  (filter.merchantId ?? payment.merchantId) === payment.merchantId &&
  (filter.status ?? payment.status) === payment.status &&
  (filter.assetType ?? payment.assetType) === payment.assetType &&
  (filter.orderReference === undefined || filter.orderReference === payment.orderReference) &&
  (filter.reference === undefined || filter.reference === payment.reference) &&
  (filter.deviceId === undefined || filter.deviceId === payment.deviceId) &&
  timeOf(payment) >= (filter.from ?? 0) &&
  timeOf(payment) < (filter.to ?? Number.POSITIVE_INFINITY);

const requestOf = ({ from, to, ...rest }: Filter): object => ({
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  ...(from === undefined ? {} : { fromTime: timestamp(new Date(from)) }),
  ...(to === undefined ? {} : { toTime: timestamp(new Date(to)) }),
});

describe("lists of payments", function () {
  this.timeout(120_000);
  let harness: ServiceHarness;
  let all: Payment[];
  let merchants: string[];
  let devices: string[];

  const list = async (filter: Filter, pageSize = 50, options = {}): Promise<Payment[]> => {
    const seen: Payment[] = [];
    let pageToken = "";
    do {
      const request = { ...requestOf(filter), pageSize, pageToken };
      const page = await harness.call<ListPaymentsResponse>("ListPayments", request, options);
      expect(page.items.length).to.be.at.most(pageSize);
      seen.push(...page.items);
      pageToken = page.nextPageToken;
    } while (pageToken);
    return seen;
  };

  before(async () => {
    harness = await ServiceHarness.start(() =>
      paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
    );
    const issuer = await publisher(harness.url);
    await assetType(harness.store, issuer);
    await assetType(harness.store, issuer, { code: "EURX" });
    merchants = [await merchant(harness.store), await merchant(harness.store)];
    devices = [newId("device"), newId("device"), newId("device"), newId("device")];
    const client = new pg.Client({ connectionString: harness.url });
    await client.connect();
    for (const [index, deviceId] of devices.entries())
      await client.query(
        "insert into merchant_device (merchant_id, device_id, name, created_at) values ($1, $2, 'till', now())",
        [uuidOf("merchant", merchants[index % 2]!), uuidOf("device", deviceId)],
      );
    await client.end();
    const ids: string[] = [];
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < 16; index++) {
        const request = {
          amount: "1",
          assetType: index % 3 ? "USDX" : "EURX",
          merchantId: merchants[index % 2],
          ...(index % 4 ? { orderReference: `order-${index % 5}` } : {}),
        };
        // The last terminal never asks for a payment.
        const terminal = { ...asMerchant(merchants[index % 2]!), deviceId: devices[index % 3]! };
        const options = index % 3 === index % 2 || index % 6 === 2 ? { as: terminal } : {};
        const { payment } = await harness.call<CreatePaymentResponse>("CreatePayment", request, options);
        const { paymentId } = payment!;
        ids.unshift(paymentId);
        if (index % 5 === 0) await harness.call("GeneratePaymentReference", { paymentId });
        if (index % 7 === 0) await harness.call("CancelPayment", { paymentId });
      }
      // Payments of days apart: business time runs ahead, identifiers do not.
      await harness.store.transact((tx) => tx.clock.advance(3n * 86_400n));
      await expirePayments(harness.store)();
    }
    all = await Promise.all(
      ids.map(
        async (paymentId) => (await harness.call<GetPaymentResponse>("GetPayment", { paymentId })).payment!,
      ),
    );
  });
  after(() => harness[Symbol.asyncDispose]());

  it("hold what fits, newest first, without gaps or repeats", async () => {
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
    const times = fc.constantFrom(...all.map(timeOf));
    const near = fc.tuple(times, fc.constantFrom(-1, 0, 1)).map(([time, by]) => time + by);
    const filters = fc.record({
      merchantId: maybe(fc.constantFrom(...merchants)),
      status: maybe(
        fc.constantFrom(
          PaymentStatus.PAYMENT_STATUS_FAILED,
          PaymentStatus.PAYMENT_STATUS_CANCELLED,
          PaymentStatus.PAYMENT_STATUS_PENDING,
        ),
      ),
      assetType: maybe(fc.constantFrom("USDX", "EURX")),
      orderReference: maybe(fc.constantFrom("order-0", "order-1", "order-2", "order-9")),
      deviceId: maybe(fc.constantFrom(...devices)),
      reference: maybe(fc.constantFrom(...all.flatMap(({ reference }) => (reference ? [reference] : [])))),
      from: maybe(near),
      to: maybe(near),
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 20 }), async (filter, pageSize) => {
        expect(await list(filter, pageSize)).to.deep.equal(all.filter((payment) => fits(payment, filter)));
      }),
      { numRuns: 150 },
    );
  });

  it("hold only a merchant's own payments, whatever it asks for", async () => {
    const [mine = "", other = ""] = merchants;
    const as = asMerchant(mine);
    expect(await list({}, 50, { as })).to.deep.equal(all.filter(({ merchantId }) => merchantId === mine));
    const foreign = all.find(({ merchantId, reference }) => merchantId === other && reference)!;
    expect(await list({ reference: foreign.reference }, 50, { as })).to.deep.equal([]);
    expect(await list({ deviceId: devices[1] })).not.to.deep.equal([]);
    expect(await list({ deviceId: devices[1] }, 50, { as })).to.deep.equal([]);
    expect(await list({ deviceId: newId("device") })).to.deep.equal([]);
    const denied = await harness.failure("ListPayments", { merchantId: other }, { as });
    expect(denied.entry).to.equal("PERMISSION_DENIED");
  });

  it("go on only with the filter that they began with", async () => {
    const filter = { orderReference: "order-1", assetType: "USDX", from: timeOf(all.at(-1)!) };
    const { nextPageToken: pageToken } = await harness.call<ListPaymentsResponse>("ListPayments", {
      ...requestOf(filter),
      pageSize: 1,
    });
    expect(pageToken).not.to.equal("");
    await harness.call("ListPayments", { ...requestOf(filter), pageToken });
    for (const other of [
      { orderReference: "order-2" },
      { orderReference: undefined },
      { assetType: undefined },
      { from: filter.from + 1 },
      { from: undefined },
      { to: filter.from },
      { status: PaymentStatus.PAYMENT_STATUS_FAILED },
      { merchantId: merchants[0] },
      { reference: "RF18539007547034" },
      { deviceId: devices[0] },
    ]) {
      const failure = await harness.failure("ListPayments", {
        ...requestOf({ ...filter, ...other }),
        pageToken,
      });
      expect(failure.entry, JSON.stringify(other)).to.equal("INVALID_PAGE_TOKEN");
    }
  });

  for (const [what, over, field] of [
    ["an asset type that is none", { assetType: "usdx" }, "asset_type"],
    ["an empty order reference", { orderReference: "" }, "order_reference"],
    ["a reference that is none", { reference: "RF1" }, "reference"],
    ["a time that there is not", { fromTime: { seconds: 9_000_000_000_000n, nanos: 0 } }, "from_time"],
  ] as const)
    it(`refuse ${what}`, async () => {
      const failure = await harness.failure("ListPayments", over);
      expect([failure.entry, failure.violations[0]?.field]).to.deep.equal(["INVALID_ARGUMENT", field]);
    });

  it("refuse an asset type that does not exist", async () => {
    const failure = await harness.failure("ListPayments", { assetType: "NONE" });
    expect([failure.entry, failure.reason]).to.deep.equal(["UNKNOWN_REFERENCE", "UNKNOWN_ASSET_TYPE"]);
  });

  it("find a payment by the reference that was generated for it", async () => {
    const [payment = all[0]!] = all.filter(({ status }) => status === PaymentStatus.PAYMENT_STATUS_PENDING);
    const { paymentId } = (
      await harness.call<CreatePaymentResponse>("CreatePayment", {
        amount: "1",
        assetType: "USDX",
        merchantId: payment.merchantId,
      })
    ).payment!;
    const { paymentReference } = await harness.call<GeneratePaymentReferenceResponse>(
      "GeneratePaymentReference",
      { paymentId },
    );
    const found = await list({ reference: paymentReference!.reference });
    expect(found.map((one) => one.paymentId)).to.deep.equal([paymentId]);
  });

  it("have a payment of its time that is created after the clock of the core has been ahead", async () => {
    const real = Date.now;
    try {
      Date.now = () => real() + 30 * 86_400_000;
      newId("payment");
    } finally {
      Date.now = real;
    }
    const request = { amount: "1", assetType: "USDX", merchantId: merchants[0] };
    const { payment } = await harness.call<CreatePaymentResponse>("CreatePayment", request);
    const at = timeOf(payment!);
    const found = await list({ from: at, to: at + 1 });
    expect(found.map(({ paymentId }) => paymentId)).to.include(payment!.paymentId);
  });
});
