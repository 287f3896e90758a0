// Creating under a key against cancelling the key, on two cores at once: either no payment or a cancelled one, and always the same
// story whoever asks.
import { expect } from "chai";
import fc from "fast-check";
import { OutcomeStatus } from "../../gen/ts/pda/access/v1/outcome.ts";
import type { GetOutcomeResponse } from "../../gen/ts/pda/access/v1/outcome_service.ts";
import { PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import type {
  CancelPaymentByKeyResponse,
  CreatePaymentResponse,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import type { Sealer } from "../../src/rpc/seal.ts";
import { outcomeService } from "../../src/services/access/index.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import type { Store } from "../../src/store/store.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { asMerchant, type CallOptions, ServiceHarness } from "../support/service.ts";

const services = (_store: Store, sealer: Sealer) => [
  ...paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
  ...outcomeService({ sealer }),
];

describe("races of a creation and the cancelling of its key", function () {
  this.timeout(240_000);
  let first: ServiceHarness;
  let cores: ServiceHarness[];
  let merchantId: string;
  let own: CallOptions;

  before(async () => {
    first = await ServiceHarness.start(services);
    cores = [first, first.beside(services)];
    await assetType(first.store, await publisher(first.url));
  });
  beforeEach(async () => {
    merchantId = await merchant(first.store);
    own = { as: asMerchant(merchantId) };
  });
  after(async () => {
    for (const core of cores.toReversed()) await core[Symbol.asyncDispose]();
  });

  const at = (index: number): ServiceHarness => cores[index % cores.length] as ServiceHarness;
  const create = async (core: ServiceHarness, key: string): Promise<string> => {
    const request = { amount: "1", assetType: "USDX", merchantId };
    const { payment } = await core.call<CreatePaymentResponse>("CreatePayment", request, { ...own, key });
    return payment?.paymentId as string;
  };
  /** @returns the payment that was cancelled, if there was one */
  const cancel = async (core: ServiceHarness, idempotencyKey: string): Promise<string | undefined> => {
    const request = { idempotencyKey };
    const answer = await core.call<CancelPaymentByKeyResponse>("CancelPaymentByKey", request, own);
    return answer.cancellation?.payment?.paymentId;
  };
  /** What a creation came to, repeated while its key is held by another call. */
  const settled = async (core: ServiceHarness, key: string): Promise<string> => {
    for (;;)
      try {
        return await create(core, key);
      } catch (error) {
        const { entry, reason } = error as Failure;
        if (entry !== "IDEMPOTENCY_KEY_IN_FLIGHT") return reason;
      }
  };
  const payments = async () =>
    (await first.call<ListPaymentsResponse>("ListPayments", { merchantId, pageSize: 200 }, own)).items;

  /** What holds of a key after it was cancelled, whatever came first. */
  async function expectOver(
    key: string,
    created: readonly string[],
    cancelled: readonly (string | undefined)[],
  ) {
    const made = created.filter((each) => each.startsWith("pay_"));
    expect(new Set(made).size).to.be.at.most(1);
    for (const each of created) if (!made.includes(each)) expect(each).to.equal("IDEMPOTENCY_KEY_CANCELLED");
    expect(new Set(cancelled).size, "every cancelling says the same").to.equal(1);
    const stored = (await payments()).map(({ paymentId, status }) => [paymentId, status]);
    const [paymentId] = cancelled;
    if (made.length > 0) expect(made[0]).to.equal(paymentId);
    if (paymentId) expect(stored).to.deep.include([paymentId, PaymentStatus.PAYMENT_STATUS_CANCELLED]);
    const { outcome } = await first.call<GetOutcomeResponse>("GetOutcome", { idempotencyKey: key }, own);
    expect(outcome).to.deep.include({
      status: OutcomeStatus.OUTCOME_STATUS_CANCELLED,
      resourceId: paymentId,
    });
    expect(await settled(at(1), key), "a late arrival").to.equal("IDEMPOTENCY_KEY_CANCELLED");
  }

  it("100 creations and cancellings of one key end without a payment that can be paid", async () => {
    for (let round = 0; round < 5; round++) {
      const key = `one-${round}`;
      const created: Promise<string>[] = [];
      const cancelled: Promise<string | undefined>[] = [];
      for (let call = 0; call < 100; call++)
        if (call % 2 === 0) created.push(settled(at(call >> 1), key));
        else cancelled.push(cancel(at(call >> 1), key));
      await expectOver(key, await Promise.all(created), await Promise.all(cancelled));
    }
    const open = (await payments()).filter(({ status }) => status === PaymentStatus.PAYMENT_STATUS_PENDING);
    expect(open).to.deep.equal([]);
  });

  it("100 keys, each created and cancelled at once, come to one story each", async () => {
    const all = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const key = `many-${index}`;
        const [created, cancelled] = await Promise.all([
          settled(at(index), key),
          cancel(at(index >> 1), key),
        ]);
        return { key, created, cancelled };
      }),
    );
    const stored = new Map((await payments()).map(({ paymentId, status }) => [paymentId, status]));
    let before = 0;
    for (const { created, cancelled } of all) {
      if (cancelled === undefined) expect(created).to.equal("IDEMPOTENCY_KEY_CANCELLED");
      else {
        before++;
        expect(stored.get(cancelled)).to.equal(PaymentStatus.PAYMENT_STATUS_CANCELLED);
        expect([cancelled, "IDEMPOTENCY_KEY_CANCELLED"]).to.include(created);
      }
    }
    expect(stored.size, "no payment that no cancelling has seen").to.equal(before);
  });

  it("any order of calls on few keys comes to what the keys allow", async () => {
    const calls = fc.array(
      fc.record({ key: fc.nat(2), core: fc.nat(1), does: fc.constantFrom("create", "create", "cancel") }),
      { minLength: 1, maxLength: 24 },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(calls, async (list) => {
        const prefix = `run-${++run}`;
        const came = await Promise.all(
          list.map(async ({ key, core, does }) => {
            const name = `${prefix}-${key}`;
            if (does === "create") return { name, created: await settled(at(core), name) };
            return { name, cancelled: await cancel(at(core), name) };
          }),
        );
        for (const name of new Set(came.map((each) => each.name))) {
          const of = came.filter((each) => each.name === name);
          const created = of.flatMap((each) => ("created" in each ? [each.created as string] : []));
          const cancelled = of.flatMap((each) => ("cancelled" in each ? [each.cancelled] : []));
          if (cancelled.length > 0) await expectOver(name, created, cancelled);
          else {
            expect(new Set(created).size).to.equal(1);
            expect(created[0]).to.match(/^pay_/);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});
