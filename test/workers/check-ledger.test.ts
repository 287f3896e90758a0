import { expect } from "chai";
import pg from "pg";
import type { GetLedgerCheckResponse } from "../../gen/ts/pda/operator/v1/ledger_check_service.ts";
import { checks } from "../../src/store/ledger/check-scans.ts";
import { metricsRegistry } from "../../src/telemetry.ts";
import { checkLedger } from "../../src/workers/check-ledger.ts";
import { recordingLog } from "../chain/support/log.ts";
import { Books } from "../services/support/books.ts";

describe("the worker's check of the ledger", function () {
  this.timeout(60_000);
  let books: Books;
  before(async () => {
    books = await Books.open();
    await books.pay(5_000_000n);
  });
  after(() => books[Symbol.asyncDispose]());

  const metric = async (name: string, check?: string): Promise<number | undefined> => {
    const found = (await metricsRegistry.getMetricsAsJSON()).find((one) => one.name === name);
    const values = (found?.values ?? []) as readonly { value: number; labels: Record<string, unknown> }[];
    return values.find(({ labels }) => check === undefined || labels.check === check)?.value;
  };

  /** What the operator is shown: of each rule how often it is violated. */
  const shown = async () => {
    const { ledgerCheck } = await books.harness.call<GetLedgerCheckResponse>("GetLedgerCheck", {});
    return {
      checkTime: ledgerCheck?.checkTime,
      violations: Object.fromEntries(
        (ledgerCheck?.rules ?? []).map(({ name, violationCount }) => [name, Number(violationCount)]),
      ),
      told: ledgerCheck?.rules.flatMap(({ violations }) => violations),
    };
  };

  it("shows the operator nothing before it has finished once", async () => {
    expect(await shown()).to.deep.equal({ checkTime: undefined, violations: {}, told: [] });
  });

  it("shows violations by check, says them in the log, and shows when they are gone", async () => {
    const { log, lines } = recordingLog();
    const { round } = checkLedger(books.harness.store, log);
    expect(await round()).to.equal(false);
    expect(await metric("ledger_violations", "balances")).to.equal(0);
    expect(await metric("ledger_examined_rows", "balances")).to.be.above(2);
    expect(await metric("ledger_checked_timestamp_seconds")).to.be.closeTo(Date.now() / 1000, 60);
    const first = await shown();
    expect(Object.keys(first.violations)).to.deep.equal(checks.map(({ name }) => name));
    expect(Object.values(first.violations).every((count) => count === 0)).to.equal(true);
    expect(Number(first.checkTime?.seconds)).to.be.closeTo(Date.now() / 1000, 60);
    const client = new pg.Client({ connectionString: books.harness.url });
    await client.connect();
    try {
      await client.query("update account set balance = balance + 1 where kind = 'wallet'");
      await round();
      expect(await metric("ledger_violations", "balances")).to.equal(1);
      expect(await metric("ledger_violations", "legs")).to.equal(0);
      const second = await shown();
      expect(second.violations).to.include({ balances: 1, legs: 0 });
      expect(second.told?.some((text) => text.startsWith("acc_"))).to.equal(true);
      expect(lines()).to.match(/"level":"error".*"check":"balances"/);
      await client.query("update account set balance = balance - 1 where kind = 'wallet'");
      await round();
      expect(await metric("ledger_violations", "balances")).to.equal(0);
      expect((await shown()).violations).to.deep.equal(first.violations);
    } finally {
      await client.end();
    }
  });

  it("is left to another worker that makes it just now, and ends when it is asked to", async () => {
    const { log } = recordingLog();
    const { store } = books.harness;
    const before = await metric("ledger_checked_timestamp_seconds");
    await store.snapshot(async (read) => {
      await read.ledgerChecks.claim();
      expect(await checkLedger(store, log).round()).to.equal(false);
    });
    const check = checkLedger(store, log);
    check.stop();
    expect(await check.round()).to.equal(false);
    expect(await metric("ledger_checked_timestamp_seconds")).to.equal(before);
  });
});
