// What docs/operations.md tells a person to do with settlements that wait for one, done word for word.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { developmentAccount } from "../../src/chain/evm/signer.ts";
import { newAccount } from "../chain/support/evm.ts";
import { SettlementBench, until } from "./support/bench.ts";
import { finalAfterBlocks } from "./support/chain.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
const steps = new Map(
  [...page.matchAll(/```sql\n-- ([^\n]+)\n([^`]+)```/g)].map(([, name, text]) => [name, text] as const),
);

describe("a settlement that waits for a person", function () {
  this.timeout(120_000);
  let bench: SettlementBench;
  beforeEach(async () => {
    bench = await SettlementBench.start();
  });
  afterEach(() => bench.close());

  /** A step of the page, its variables put in as psql does. @returns the rows, or how many rows each command changed */
  async function follow(step: string, variables: Record<string, string> = {}) {
    const text = steps.get(step);
    if (text === undefined) throw new Error(`the page has no step ${step}`);
    await using stack = new AsyncDisposableStack();
    const client = new pg.Client({ connectionString: bench.harness.url });
    await client.connect();
    const value = (name: string): string => {
      const given = variables[name];
      if (given === undefined) throw new Error(`the step ${step} has an unexpected variable ${name}`);
      return given;
    };
    // In one pass, so that what a value holds is not taken for another variable.
    const filled = text.replaceAll(/(?<!:):(?:'(\w+)'|(\w+))/g, (_, quoted?: string, bare?: string) =>
      quoted === undefined ? value(bare as string) : client.escapeLiteral(value(quoted)),
    );
    stack.defer(() => client.end());
    const results = [await client.query(filled)].flat();
    return { rows: results.flatMap(({ rows }) => rows), changed: results.map(({ rowCount }) => rowCount) };
  }

  const waiting = async () => (await follow("what waits")).rows.map(({ last_error }) => last_error);
  /** Transactions of the signer that the network has included. */
  const included = async () =>
    String(
      await bench.chain.node.client.getTransactionCount({
        address: developmentAccount(0).address,
        blockTag: "latest",
      }),
    );

  it("because a foreign transaction took its place is paid by a new transfer, once", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 4_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    const before = await bench.only(merchantId);
    await bench.foreignTransaction();
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await until(async () => (await waiting()).length > 0, worker.all);
    expect(await waiting()).to.deep.equal(["SEQUENCE_REPLACED"]);

    const reference = before.blockchainReference as string;
    const variables = { network: bench.chain.network, reference, by: "7/0xfeed" };
    expect((await follow("SEQUENCE_REPLACED", variables)).changed).to.deep.equal([null, 1, 1, null]);
    expect((await follow("SEQUENCE_REPLACED", variables)).changed, "again").to.deep.equal([null, 0, 0, null]);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect((await bench.only(merchantId)).blockchainReference).to.not.equal(reference);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
    expect(await waiting()).to.deep.equal([]);
  });

  it("because the network is ahead of the database is prepared behind what is foreign", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    await bench.foreignTransaction();
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await bench.pay(merchantId, 1_000_000n);
    await until(async () => (await waiting()).includes("SEQUENCE_AHEAD"), worker.all);

    const variables = { network: bench.chain.network, included: await included() };
    expect((await follow("SEQUENCE_AHEAD", variables)).changed).to.deep.equal([1]);
    expect((await follow("SEQUENCE_AHEAD", variables)).changed, "again").to.deep.equal([0]);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(2_000_000n);
  });

  it("because the signer is another one goes on when all transfers of the former one are final", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    await worker.submit();

    // The adapter signs with account 0; until now another one has paid, as far as the database knows.
    const signer = `${bench.chain.network}:${developmentAccount(0).address}`;
    const client = new pg.Client({ connectionString: bench.harness.url });
    await client.connect();
    await client.query("update network_signer set account = $1", [
      `${bench.chain.network}:${developmentAccount(5).address}`,
    ]);
    await client.end();
    await bench.pay(merchantId, 2_000_000n);
    await until(async () => (await waiting()).includes("SIGNER_CHANGED"), worker.all);
    const step = async () =>
      (await follow("SIGNER_CHANGED", { network: bench.chain.network, signer, included: await included() }))
        .changed;
    expect(await step(), "while a transfer of the former signer is open").to.deep.equal([0]);
    await until(
      async () => (await bench.settlements(merchantId)).some(({ status }) => status === "finalized"),
      async () => {
        await bench.chain.node.mine(1);
        await worker.all();
      },
    );
    expect(await step()).to.deep.equal([1]);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(3_000_000n);
    expect(await waiting()).to.deep.equal([]);
  });
});
