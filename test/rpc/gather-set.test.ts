// Sets over a real database, through the whole pipeline: what is called in one tick runs as one set.

import { randomUUID } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import type {
  CreatePaymentResponse,
  GetPaymentResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { logger } from "../../src/logger.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { Pipeline } from "../../src/rpc/pipeline.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { rpcSetSize } from "../../src/telemetry.ts";
import { codecOf } from "../support/codec.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { asMerchant, operator, ServiceHarness } from "../support/service.ts";

const createPath = "/pda.payment.v1.PaymentService/CreatePayment";

describe("sets of calls", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let usdx: AssetType;
  let merchantId: string;
  let client: pg.Client;

  before(async () => {
    harness = await ServiceHarness.start(() => [
      ...paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
    ]);
    usdx = await assetType(harness.store, await publisher(harness.url));
    client = new pg.Client({ connectionString: harness.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await harness[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    merchantId = await merchant(harness.store);
    rpcSetSize.reset();
  });

  const create = (over: object = {}, options: { key?: string } = {}) =>
    harness.callWhole<CreatePaymentResponse>(
      "CreatePayment",
      { amount: "1", assetType: usdx.code, merchantId, ...over },
      options,
    );
  /** Rows that this merchant's payments have left. */
  const stored = async (): Promise<{ payments: number; events: number }> => {
    const own = `(select merchant_id from merchant order by created_at desc, merchant_id desc limit 1)`;
    const { rows } = await client.query(
      `select (select count(*)::int from payment where merchant_id = ${own}) as payments,
              (select count(*)::int from outbox where merchant_id = ${own}) as events`,
    );
    return rows[0];
  };
  /** How many calls each set of CreatePayment had, on the average. */
  const sets = async (): Promise<{ count: number; calls: number }> => {
    const { values } = await rpcSetSize.get();
    const value = (suffix: string) =>
      values.find(
        ({ metricName, labels }) => metricName === `rpc_set_size_${suffix}` && labels.method === createPath,
      )?.value ?? 0;
    return { count: value("count"), calls: value("sum") };
  };
  const entries = (settled: PromiseSettledResult<unknown>[]) =>
    settled.map((each) => (each.status === "fulfilled" ? "ok" : (each.reason as Failure).entry));

  it("100 calls of one tick are one set, each with its own payment, event and answer", async () => {
    const keys = Array.from({ length: 100 }, () => randomUUID());
    const made = await Promise.all(keys.map((key, index) => create({ amount: String(index + 1) }, { key })));
    expect(await sets()).to.deep.equal({ count: 1, calls: 100 });
    expect(made.map(({ response }) => response.payment?.amount)).to.deep.equal(
      keys.map((_, index) => String(index + 1)),
    );
    expect(new Set(made.map(({ response }) => response.payment?.paymentId)).size).to.equal(100);
    expect(await stored()).to.deep.equal({ payments: 100, events: 100 });
    const again = await Promise.all(keys.map((key, index) => create({ amount: String(index + 1) }, { key })));
    expect(again.every(({ replayed }) => replayed)).to.equal(true);
    expect(again.map(({ response }) => response)).to.deep.equal(made.map(({ response }) => response));
    expect(await stored()).to.deep.equal({ payments: 100, events: 100 });
  });

  it("a call that is refused fails alone", async () => {
    const wrong: Record<number, [object, string]> = {
      3: [{ amount: "0" }, "INVALID_ARGUMENT"],
      20: [{ amount: "1.0000001" }, "AMOUNT_NOT_ALLOWED"],
      40: [{ assetType: "NONE" }, "UNKNOWN_REFERENCE"],
      99: [{ merchantId: newId("merchant") }, "UNKNOWN_REFERENCE"],
    };
    const settled = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => create(wrong[index]?.[0], { key: randomUUID() })),
    );
    expect(entries(settled)).to.deep.equal(Array.from({ length: 100 }, (_, i) => wrong[i]?.[1] ?? "ok"));
    expect(await stored()).to.deep.equal({ payments: 96, events: 96 });
    // An amount of zero is refused by the field rules, so that its call never comes to the set.
    expect(await sets()).to.deep.equal({ count: 1, calls: 99 });
  });

  it("a call that the database refuses, which fails the set, fails alone too, and nothing is doubled", async () => {
    await client.query("alter table payment add constraint poison check (amount <> 666000000)");
    try {
      const settled = await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) =>
          create({ amount: index === 66 ? "666" : "1" }, index % 2 === 0 ? { key: randomUUID() } : {}),
        ),
      );
      expect(entries(settled)).to.deep.equal(
        Array.from({ length: 100 }, (_, index) => (index === 66 ? "INTERNAL" : "ok")),
      );
      expect(await stored()).to.deep.equal({ payments: 99, events: 99 });
    } finally {
      await client.query("alter table payment drop constraint poison");
    }
  });

  it("one key in one set runs once: the same request gets its answer, another is refused", async () => {
    const key = randomUUID();
    const settled = await Promise.allSettled([
      create({ amount: "5" }, { key }),
      create({ amount: "5" }, { key }),
      create({ amount: "6" }, { key }),
      create({ amount: "7" }, { key: randomUUID() }),
    ]);
    expect(entries(settled)).to.deep.equal(["ok", "ok", "IDEMPOTENCY_KEY_REUSED", "ok"]);
    const [first, second] = settled as PromiseFulfilledResult<Awaited<ReturnType<typeof create>>>[];
    expect([first?.value.replayed, second?.value.replayed]).to.deep.equal([false, true]);
    expect(second?.value.response).to.deep.equal(first?.value.response);
    expect(await stored()).to.deep.equal({ payments: 2, events: 2 });
  });

  it("one key in one set whose first call is refused has no answer, and can be used again", async () => {
    const key = randomUUID();
    const settled = await Promise.allSettled([
      create({ assetType: "NONE" }, { key }),
      create({ assetType: "NONE" }, { key }),
      create(),
    ]);
    expect(entries(settled)).to.deep.equal(["UNKNOWN_REFERENCE", "IDEMPOTENCY_KEY_IN_FLIGHT", "ok"]);
    expect((await create({}, { key })).replayed).to.equal(false);
  });

  it("a key that another transaction holds is in flight for its call alone", async () => {
    const keys = Array.from({ length: 5 }, () => randomUUID());
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `idempotency|operator|${createPath}|${keys[2]}`,
    ]);
    const settled = await Promise.allSettled(keys.map((key) => create({}, { key })));
    await client.query("rollback");
    expect(entries(settled)).to.deep.equal(["ok", "ok", "IDEMPOTENCY_KEY_IN_FLIGHT", "ok", "ok"]);
  });

  it("reads gathered by identifier keep to the tenant of each call", async () => {
    const other = await merchant(harness.store);
    const own = (await create()).response.payment!;
    const foreign = (await create({ merchantId: other })).response.payment!;
    const get = (paymentId: string, as?: string) =>
      harness.call<GetPaymentResponse>("GetPayment", { paymentId }, as ? { as: asMerchant(as) } : {});
    const settled = await Promise.allSettled([
      get(own.paymentId, merchantId),
      get(own.paymentId, other),
      get(foreign.paymentId, other),
      get(foreign.paymentId, merchantId),
      get(own.paymentId),
      get(newId("payment")),
    ]);
    expect(entries(settled)).to.deep.equal(["ok", "NOT_FOUND", "ok", "NOT_FOUND", "ok", "NOT_FOUND"]);
    expect((settled[0] as PromiseFulfilledResult<GetPaymentResponse>).value.payment).to.deep.equal(own);
  });

  it("a call whose deadline has passed or whose caller has gone is not run; the others of its set are", async () => {
    const methods = paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 });
    const { requestSerialize } = codecOf(createPath);
    const pipeline = new Pipeline(methods, {
      store: harness.store,
      sealer: harness.sealer,
      log: logger("test", { level: "silent" }),
      sandbox: true,
      closedOperations: [],
      gather: { setsMax: 1 },
    });
    const abort = new AbortController();
    const call = (deadlineMs: number, signal = new AbortController().signal) =>
      pipeline.call(
        createPath,
        requestSerialize({ amount: "1", assetType: usdx.code, merchantId, metadata: {} }),
        { principal: operator, peer: "gateway" },
        { requestId: "test", deadlineMs, signal },
      );
    const later = Date.now() + 30_000;
    const first = call(later);
    await Promise.resolve();
    // These wait for the first one's set.
    const rest = [call(later), call(Date.now() - 1), call(later, abort.signal), call(later)];
    abort.abort(new Failure("CANCELLED"));
    await first;
    expect(entries(await Promise.allSettled(rest))).to.deep.equal([
      "ok",
      "DEADLINE_EXCEEDED",
      "DEADLINE_EXCEEDED",
      "ok",
    ]);
    expect(await stored()).to.deep.equal({ payments: 3, events: 3 });
  });
});
