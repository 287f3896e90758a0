// What a set of payment requests comes to is what the same calls come to one by one, keys shared and poison included.
import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import type { CreatePaymentResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";

/** One call: what it asks, and under which of a few keys. */
interface Asked {
  readonly amount: string;
  readonly type: string;
  readonly payee: "active" | "suspended" | "unknown";
  readonly key: number | undefined;
  /** What is said beside it; most say nothing. */
  readonly said: object;
}

/** The database refuses a payment of this amount, which fails the set that it is in. */
const poison = "6.66";

const said = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.constantFrom(
    { description: "Coffee" },
    { orderReference: "order-1", metadata: { table: "7" } },
    { expiresInSeconds: 60 },
  ),
  { weight: 1, arbitrary: fc.constantFrom({ description: "\n" }, { metadata: { "pda:x": "" } }) },
);
const good = {
  said: fc.constant({}),
  amount: fc.constantFrom("1", "0.05", "12.5"),
  type: fc.constant("USDX"),
  payee: fc.constant("active" as const),
};
const free = fc.record({
  said,
  amount: fc.oneof({ weight: 8, arbitrary: good.amount }, fc.constantFrom("0", "0.001", poison)),
  type: fc.oneof({ weight: 8, arbitrary: good.type }, fc.constant("NONE")),
  payee: fc.oneof({ weight: 8, arbitrary: good.payee }, fc.constantFrom("suspended", "unknown")),
  key: fc.constant(undefined),
});
// A key whose first call is refused is in flight for the others of its set, and free for those that come later; and calls that
// share a key may meet when a set that failed is run one by one. Both answer otherwise than one after the other, so neither is here.
const keyed = fc.record({ ...good, key: fc.nat(5) });
const wholesome = free.filter(({ amount }) => amount !== poison);
const length = { minLength: 1, maxLength: 40 };
const lists: fc.Arbitrary<Asked[]> = fc.oneof(
  fc.array(fc.oneof(wholesome, keyed), length),
  fc.array(free, length),
);

class World {
  readonly harness: ServiceHarness;
  readonly client: pg.Client;
  #round = 0;
  constructor(harness: ServiceHarness) {
    this.harness = harness;
    this.client = new pg.Client({ connectionString: harness.url });
  }

  static async start(): Promise<World> {
    const world = new World(
      await ServiceHarness.start(() =>
        paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
      ),
    );
    await world.client.connect();
    await assetType(world.harness.store, await publisher(world.harness.url), { code: "USDX", decimals: 2 });
    await world.client.query("alter table payment add constraint poison check (amount <> 666)");
    return world;
  }

  async run(list: readonly Asked[], together: boolean): Promise<unknown> {
    const round = ++this.#round;
    const payees = {
      active: await merchant(this.harness.store),
      suspended: await merchant(this.harness.store),
      unknown: newId("merchant"),
    };
    await this.client.query("update merchant set status = 'suspended' where merchant_id = $1", [
      uuidOf("merchant", payees.suspended),
    ]);
    const one = ({ amount, type, payee, key, said: beside }: Asked) =>
      this.harness.callWhole<CreatePaymentResponse>(
        "CreatePayment",
        { amount, assetType: type, merchantId: payees[payee], ...beside },
        key === undefined ? {} : { key: `${round}/${key}` },
      );
    const settled: PromiseSettledResult<Awaited<ReturnType<typeof one>>>[] = [];
    if (together) settled.push(...(await Promise.allSettled(list.map(one))));
    else for (const asked of list) settled.push(...(await Promise.allSettled([one(asked)])));
    const ids: string[] = [];
    const outcomes = settled.map((each) => {
      if (each.status === "rejected") {
        const { entry, reason, message, violations } = each.reason as Failure;
        return { entry, reason, message, violations };
      }
      const { response, replayed } = each.value;
      const { paymentId, amount, status, assetType: type } = response.payment!;
      if (!ids.includes(paymentId)) ids.push(paymentId);
      return { payment: ids.indexOf(paymentId), amount, status, type, replayed };
    });
    const own = [uuidOf("merchant", payees.active), uuidOf("merchant", payees.suspended)];
    const { rows } = await this.client.query(
      `select p.amount, p.description, p.order_reference, p.metadata, p.expires_at - p.created_at as waits, p.version, (select count(*)::int from outbox o where o.subject = any($2::text[])
           and o.merchant_id = p.merchant_id and o.type = 'payment.created') as events
       from payment p where merchant_id = any($1::uuid[]) order by array_position($3::uuid[], payment_id)`,
      [own, ids, ids.map((id) => uuidOf("payment", id))],
    );
    const answers = await this.client.query("select count(*)::int as n from idempotency where key like $1", [
      `${round}/%`,
    ]);
    return { outcomes, rows, answers: answers.rows[0].n };
  }

  async close(): Promise<void> {
    await this.client.end();
    await this.harness[Symbol.asyncDispose]();
  }
}

describe("a set of payment requests beside single calls", function () {
  this.timeout(240_000);
  let alone: World;
  let together: World;
  before(async () => {
    [alone, together] = [await World.start(), await World.start()];
  });
  after(async () => {
    await alone.close();
    await together.close();
  });

  it("comes to the same outcomes, payments, events and answers", async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        expect(await together.run(list, true)).to.deep.equal(await alone.run(list, false));
      }),
      { numRuns: 60 },
    );
  });
});
