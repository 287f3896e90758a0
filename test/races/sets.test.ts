// What a set of authorisations decides is what the same calls decide one by one: the same outcomes, states and balances.
import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import type { CreatePaymentResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type {
  AuthorizePaymentResponse,
  ResolvePaymentReferenceResponse,
} from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import { assetType, type Holder, merchant, publisher, signPayment, wallet } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";

const publicUrl = "https://pay.example";

/** A batch: wallets with balances, payments with amounts and states, and who asks to pay what with which flaw. */
interface Batch {
  readonly balances: readonly number[];
  readonly payments: readonly {
    amount: number;
    type: number;
    payee: number;
    state: "pending" | "cancelled";
  }[];
  readonly calls: readonly { wallet: number; payment: number; flaw: Flaw; key?: number | undefined }[];
}
const flaws = ["none", "amount", "key", "wallet", "payment", "garbage"] as const;
type Flaw = (typeof flaws)[number];

const batches: fc.Arbitrary<Batch> = fc.record({
  balances: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 3 }),
  payments: fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 9 }),
      type: fc.nat(1),
      payee: fc.nat(1),
      state: fc.oneof(
        { weight: 5, arbitrary: fc.constant("pending" as const) },
        { weight: 1, arbitrary: fc.constant("cancelled" as const) },
      ),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  calls: fc.array(
    fc.record({
      wallet: fc.nat(2),
      payment: fc.nat(7),
      flaw: fc.oneof(
        { weight: 8, arbitrary: fc.constant<Flaw>("none") },
        { weight: 2, arbitrary: fc.constantFrom(...flaws) },
      ),
      // Keys are not shared: one in flight answers otherwise than one that has ended.
      key: fc.option(fc.nat(), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 30 },
  ),
});

/** One database with all that a batch needs. */
class World {
  readonly harness: ServiceHarness;
  readonly types: AssetType[] = [];
  readonly #client: pg.Client;
  #round = 0;

  constructor(harness: ServiceHarness) {
    this.harness = harness;
    this.#client = new pg.Client({ connectionString: harness.url });
  }

  static async start(): Promise<World> {
    const world = new World(
      await ServiceHarness.start(() => [
        ...paymentServices({ publicUrl, paymentTtlSeconds: 900 }),
        ...walletService({ publicUrl }),
      ]),
    );
    await world.#client.connect();
    const issuer = await publisher(world.harness.url);
    for (const code of ["USDX", "EURX"])
      world.types.push(await assetType(world.harness.store, issuer, { code, decimals: 2 }));
    return world;
  }

  /** Runs a batch and tells everything that can be told of it without naming identifiers. */
  async run(batch: Batch, together: boolean): Promise<unknown> {
    const { harness, types } = this;
    const round = ++this.#round;
    const payees = [await merchant(harness.store), await merchant(harness.store)];
    const holders: Holder[] = [];
    for (const balance of batch.balances) {
      const holder = await wallet(harness.store, types[0], BigInt(balance));
      holders.push(holder);
    }
    const paymentIds: string[] = [];
    for (const { amount, type, payee, state } of batch.payments) {
      const { payment } = await harness.call<CreatePaymentResponse>("CreatePayment", {
        amount: `0.0${amount}`,
        assetType: types[type]!.code,
        merchantId: payees[payee],
      });
      paymentIds.push(payment!.paymentId);
      if (state === "cancelled") await harness.call("CancelPayment", { paymentId: payment!.paymentId });
    }
    const nonces = await this.#noncesOf(paymentIds);
    const requests = await Promise.all(
      batch.calls.map(async ({ wallet: w, payment: p, flaw }) => {
        const holder = holders[w % holders.length]!;
        const index = p % paymentIds.length;
        const { amount, type, payee } = batch.payments[index]!;
        const paymentId = paymentIds[index]!;
        const signer = flaw === "key" ? await wallet(harness.store) : holder;
        const authorization =
          flaw === "garbage"
            ? "a.b.c"
            : await signPayment(signer, {
                audience: publicUrl,
                nonce: nonces[index]!,
                paymentId,
                amount: flaw === "amount" ? "1" : `0.0${amount}`,
                assetType: types[type]!.code,
                merchantId: payees[payee]!,
              });
        return {
          walletId: flaw === "wallet" ? newId("wallet") : holder.walletId,
          paymentId: flaw === "payment" ? newId("payment") : paymentId,
          authorization,
        };
      }),
    );
    const one = (index: number) => {
      const key = batch.calls[index]?.key;
      return harness.call<AuthorizePaymentResponse>(
        "AuthorizePayment",
        requests[index]!,
        key === undefined ? {} : { key: `${round}/${index}/${key}` },
      );
    };
    const settled: PromiseSettledResult<AuthorizePaymentResponse>[] = [];
    if (together) settled.push(...(await Promise.allSettled(requests.map((_, index) => one(index)))));
    else for (const index of requests.keys()) settled.push(...(await Promise.allSettled([one(index)])));
    return {
      outcomes: settled.map((each) => this.#told(each, paymentIds)),
      stored: await this.#stored(payees, holders, paymentIds),
      violations: await harness.store.read.ledger.violations(),
    };
  }

  async #noncesOf(paymentIds: string[]): Promise<string[]> {
    const { rows } = await this.#client.query(
      `select nonce from unnest($1::uuid[]) with ordinality as x (payment_id, place) join payment using (payment_id) order by place`,
      [paymentIds.map((id) => uuidOf("payment", id))],
    );
    return rows.map((row) => (row.nonce as Buffer).toString("base64url"));
  }

  #told(each: PromiseSettledResult<AuthorizePaymentResponse>, paymentIds: string[]): unknown {
    if (each.status === "rejected") {
      const { entry, reason, message, violations } = each.reason as Failure;
      return { entry, reason, message, violations };
    }
    const { paymentRequest } = each.value as {
      paymentRequest: ResolvePaymentReferenceResponse["paymentRequest"];
    };
    const { status, amount, assetType: type, merchantName, transactionId, paymentId } = paymentRequest!;
    return {
      payment: paymentIds.indexOf(paymentId),
      status,
      amount,
      type,
      merchantName,
      paid: transactionId !== undefined,
    };
  }

  /** States, movements, balances and events, by the place of payment, holder and payee in the batch. */
  async #stored(payees: string[], holders: Holder[], paymentIds: string[]): Promise<unknown> {
    const parameters = [
      payees.map((id) => uuidOf("merchant", id)),
      holders.map(({ walletId }) => uuidOf("wallet", walletId)),
      paymentIds.map((id) => uuidOf("payment", id)),
    ];
    const { rows } = await this.#client.query(
      `select array_position($3::uuid[], p.payment_id) as payment, p.status, array_position($2::uuid[], p.wallet_id) as wallet,
         p.ended_at is not null as ended, t.kind, t.amount, t.created_at = p.ended_at as dated,
         (select count(*)::int from ledger_transfer l where l.transaction_id = p.transaction_id) as legs,
         (select count(*)::int from outbox o where o.subject = any($4::text[]) and o.type = 'payment.completed'
            and o.merchant_id = p.merchant_id) as events
       from payment p left join ledger_transaction t on t.payment_id = p.payment_id and t.transaction_id = p.transaction_id
       where p.merchant_id = any($1::uuid[]) order by 1`,
      [...parameters, paymentIds],
    );
    const balances = await this.#client.query(
      `select b.kind, array_position($1::uuid[] || $2::uuid[], owner_id) as owner, y.code, balance
       from account_balance b join asset_type y using (asset_type_id)
       where owner_id = any($1::uuid[] || $2::uuid[]) order by 1, 2, 3`,
      parameters.slice(0, 2),
    );
    const answers = await this.#client.query("select count(*)::int as n from idempotency");
    return { payments: rows, balances: balances.rows, answers: answers.rows[0].n };
  }

  async close(): Promise<void> {
    await this.#client.end();
    await this.harness[Symbol.asyncDispose]();
  }
}

describe("a set of authorisations beside single calls", function () {
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

  it("comes to the same outcomes, states, movements, balances, events and answers", async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (batch) => {
        expect(await together.run(batch, true)).to.deep.equal(await alone.run(batch, false));
      }),
      { numRuns: 40 },
    );
  });
});
