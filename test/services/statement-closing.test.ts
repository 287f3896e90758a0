// A transaction takes its time when it begins and is seen when it commits. No statement may be given that such a one still changes.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { GetStatementResponse } from "../../gen/ts/pda/payment/v1/ledger_service.ts";
import type { Statement } from "../../gen/ts/pda/payment/v1/statement.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { Store } from "../../src/store/store.ts";
import { Books } from "./support/books.ts";

const beginning = new Date("2020-01-01T00:00:00Z");

/** A payment whose transaction has read the time and stays open until it is let go; nothing that it has written shows that it will. */
class LatePayment {
  readonly done: Promise<void>;
  readonly #began = Promise.withResolvers<Date>();
  readonly #held = Promise.withResolvers<void>();

  constructor(store: Store, { type, merchantId, walletId }: Books, amount: bigint) {
    const { assetTypeId } = type;
    this.done = store.transact(async (tx) => {
      const createdAt = await tx.clock.now();
      this.#began.resolve(createdAt);
      await this.#held.promise;
      await tx.ledger.post(
        {
          transactionId: newId("transaction"),
          kind: "payment",
          assetTypeId,
          amount,
          merchantId,
          walletId,
          createdAt,
        },
        [
          {
            debit: { kind: "wallet", ownerId: walletId, assetTypeId },
            credit: { kind: "merchant", ownerId: merchantId, assetTypeId },
            amount,
          },
        ],
      );
    });
  }

  /** The time that it has. */
  get began(): Promise<Date> {
    return this.#began.promise;
  }

  async commit(): Promise<void> {
    this.#held.resolve();
    await this.done;
  }
}

describe("the closing of the ledger", function () {
  this.timeout(120_000);
  let books: Books;

  before(async () => {
    books = await Books.open();
  });
  beforeEach(() => books.turnPage());
  after(() => books[Symbol.asyncDispose]());

  const requestOf = (of: Books, over: { from?: Date; to?: Date } = {}) => ({
    merchantId: of.merchantId,
    assetType: "USDX",
    pageSize: 200,
    fromTime: timestamp(over.from ?? beginning),
    ...(over.to ? { toTime: timestamp(over.to) } : {}),
  });
  const read = async (over = {}, of = books): Promise<Statement> =>
    (await of.harness.call<GetStatementResponse>("GetStatement", requestOf(of, over))).statement as Statement;
  const refusal = (over: object, of = books): Promise<Failure> =>
    of.harness.failure("GetStatement", requestOf(of, over));

  it("waits for a transaction that is open, whoever else commits meanwhile", async () => {
    await books.pay(1_000_000n);
    await books.closed();
    // Another process of the product.
    await using other = new Store({ url: books.harness.url, poolMax: 2, statementTimeoutMs: 30_000 });
    const late = new LatePayment(other, books, 5n);
    const createdAt = await late.began;
    const to = new Date(createdAt.getTime() + 1);
    await books.pay(7n);
    await sleep(1500);
    expect((await refusal({ to })).reason).to.equal("PERIOD_OPEN");
    // What is closed includes neither it nor what was committed after it.
    expect((await read()).closingBalance).to.equal("1");
    expect(await books.harness.store.read.statements.closedBefore()).to.be.below(createdAt);
    await late.commit();
    await books.closed();
    expect((await read({ to })).items.map(({ amount }) => amount)).to.deep.equal(["1", "0.000005"]);
    expect((await read()).closingBalance).to.equal("1.000012");
  });

  it("waits for a transaction that knows the time of before the sandbox clock was advanced", async () => {
    await using own = await Books.open();
    const { store } = own.harness;
    const late = new LatePayment(store, own, 5n);
    const createdAt = await late.began;
    for (let day = 0; day < 2; day++) await store.transact((tx) => tx.clock.advance(86_400n));
    await sleep(1500);
    const period = { from: new Date(createdAt.getTime() - 1000), to: new Date(createdAt.getTime() + 60_000) };
    expect((await refusal(period, own)).reason).to.equal("PERIOD_OPEN");
    await late.commit();
    await own.closed();
    expect((await read(period, own)).items).to.have.length(1);
  });

  it("does not wait for one who only reads", async () => {
    await books.harness.store.snapshot(() => books.closed());
  });

  it("leaves no statement that was given ever to be changed, while many commit late and out of order", async () => {
    const { store } = books.harness;
    let going = true;
    const till = async (seed: number): Promise<void> => {
      for (let i = 0; i < 6; i++) {
        const late = new LatePayment(store, books, BigInt(seed * 100 + i + 1));
        await late.began;
        await sleep((seed * 370 + i * 530) % 1900);
        await late.commit();
      }
    };
    const given: Statement[] = [];
    const reader = async (): Promise<void> => {
      while (going) {
        given.push(await read());
        await sleep(40);
      }
    };
    const reading = reader();
    await Promise.all(Array.from({ length: 6 }, (_none, seed) => till(seed)));
    await books.closed();
    going = false;
    await reading;
    expect(given.length).to.be.above(10);
    expect(given.some(({ items }) => items.length > 0 && items.length < 36)).to.equal(true);
    for (const statement of given) {
      const { toTime: to } = statement;
      const again = await read({ to: new Date(Number(to?.seconds) * 1000 + (to?.nanos ?? 0) / 1e6) });
      expect(again).to.deep.equal(statement);
    }
    expect((await read()).items).to.have.length(36);
  });
});
