// What was on its way when clearing accounts and stored attempts came is carried over to the unit.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { idOf, newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { accountUuid, type AccountKind } from "../../src/domain/ledger/ledger.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

const folder = join(import.meta.dirname, "../../src/store/migrations");
const own = "20261121002400_settlement_transfer.sql";
const network = "net:1";

describe("the migration to clearing accounts", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let client: pg.Client;
  beforeEach(async () => {
    database = await testDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("drop schema public cascade; create schema public");
    for (const name of readdirSync(folder).sort()) if (name < own) await apply(name);
  });
  afterEach(async () => {
    await client.end();
    await database.close();
  });

  const apply = async (name: string): Promise<void> => {
    await client.query(`begin; ${readFileSync(join(folder, name), "utf8")}; commit`);
  };
  const assetTypeId = newId("assetType");
  const publisherId = newId("publisher");

  async function account(kind: AccountKind, ownerId: string, balance: bigint): Promise<void> {
    const owner = uuidOf(kind === "issuance" ? "publisher" : "merchant", ownerId);
    await client.query("insert into account values ($1, $2, $3, $4, $5)", [
      uuidOf("assetType", assetTypeId),
      accountUuid({ kind, ownerId, assetTypeId }),
      kind,
      owner,
      balance.toString(),
    ]);
  }

  /** A ledger movement as the former version made it. */
  async function moved(kind: string, from: [AccountKind, string], to: [AccountKind, string], amount: bigint) {
    const [type, transaction] = [
      uuidOf("assetType", assetTypeId),
      uuidOf("transaction", newId("transaction")),
    ];
    const id = ([of, ownerId]: [AccountKind, string]) => accountUuid({ kind: of, ownerId, assetTypeId });
    await client.query(
      "insert into ledger_transaction (asset_type_id, transaction_id, kind, amount, created_at) values ($1, $2, $3, $4, now())",
      [type, transaction, kind, amount.toString()],
    );
    await client.query("insert into ledger_transfer values ($1, $2, 0, $3, $4, $5, now())", [
      type,
      transaction,
      id(from),
      id(to),
      amount.toString(),
    ]);
    return transaction;
  }

  async function settlement(merchantId: string, amount: bigint, status: string, sequence?: number) {
    const settlementId = newId("settlement");
    const transaction = await moved("settlement", ["merchant", merchantId], ["settled", merchantId], amount);
    await client.query(
      `insert into settlement (merchant_id, settlement_id, asset_type_id, network, network_asset, account, amount, status,
         transaction_id, reference, sequence, signed_transfer, created_at, finalized_at)
       values ($1, $2, $3, $4, $4 || '/token:1', $4 || ':a', $5, $6, $7, $8, $9, $10, now(), case when $6 = 'finalized' then now() end)`,
      [
        uuidOf("merchant", merchantId),
        uuidOf("settlement", settlementId),
        uuidOf("assetType", assetTypeId),
        network,
        amount.toString(),
        status,
        transaction,
        ...(sequence === undefined
          ? [null, null, null]
          : [`ref-${sequence}`, sequence, Buffer.from([sequence])]),
      ],
    );
    return settlementId;
  }

  it("moves what is not final from settled to clearing, as far as refunds have left it, and keeps every transfer", async () => {
    const [one, two] = [newId("merchant"), newId("merchant")];
    await client.query("insert into publisher (publisher_id, name, created_at) values ($1, 'P', now())", [
      uuidOf("publisher", publisherId),
    ]);
    await client.query(
      `insert into asset_type (asset_type_id, publisher_id, code, name, decimals, refundable, refund_window_seconds, created_at)
       values ($1, $2, 'USDX', 'Dollar', 6, true, 0, now())`,
      [uuidOf("assetType", assetTypeId), uuidOf("publisher", publisherId)],
    );
    for (const merchantId of [one, two])
      await client.query(
        "insert into merchant (merchant_id, name, status, created_at) values ($1, 'M', 'active', now())",
        [uuidOf("merchant", merchantId)],
      );
    await client.query(
      "insert into network_signer (network, account, next_sequence) values ($1, 'net:1:s', 9)",
      [network],
    );
    await account("issuance", publisherId, -1000n);
    // One: 100 final, 30 sent, 20 not prepared. Two: 50 sent, of which a refund has taken 45.
    await account("merchant", one, 0n);
    await account("settled", one, 150n);
    await account("merchant", two, 0n);
    await account("settled", two, 5n);
    for (const [merchantId, amount] of [
      [one, 150n],
      [two, 50n],
    ] as const)
      await moved("payment", ["issuance", publisherId], ["merchant", merchantId], amount);
    const final = await settlement(one, 100n, "finalized", 3);
    const sent = await settlement(one, 30n, "confirmed", 4);
    const fresh = await settlement(one, 20n, "pending");
    const drawn = await settlement(two, 50n, "pending", 5);
    await moved("refund", ["settled", two], ["issuance", publisherId], 45n);
    await client.query("update account set balance = -155 where kind = 'issuance'");
    await client.query(
      `insert into settlement_failed_transfer (merchant_id, settlement_id, reference, sequence, signed_transfer, inclusion)
       values ($1, $2, 'ref-2', 2, 'x', '7/b')`,
      [uuidOf("merchant", one), uuidOf("settlement", sent)],
    );

    await apply(own);
    await using store = new Store({ url: database.url, poolMax: 2, statementTimeoutMs: 10_000 });
    const balances = async (ownerId: string) => ({
      clearing: await store.read.ledger.balance({ kind: "clearing", ownerId, assetTypeId }),
      settled: await store.read.ledger.balance({ kind: "settled", ownerId, assetTypeId }),
    });
    expect(await balances(one)).to.deep.equal({ clearing: 50n, settled: 100n });
    expect(await balances(two)).to.deep.equal({ clearing: 5n, settled: 0n });
    expect(await store.read.ledger.violations()).to.deep.equal([]);

    const { rows } = await client.query(
      `select settlement_id, attempt, sequence::int, reference, epoch from settlement_transfer order by sequence`,
    );
    expect(
      rows.map(({ settlement_id: id, ...row }) => ({ of: idOf("settlement", id), ...row })),
    ).to.deep.equal([
      { of: sent, attempt: 1, sequence: 2, reference: "ref-2", epoch: -1 },
      { of: final, attempt: 1, sequence: 3, reference: "ref-3", epoch: -1 },
      { of: sent, attempt: 2, sequence: 4, reference: "ref-4", epoch: 0 },
      { of: drawn, attempt: 1, sequence: 5, reference: "ref-5", epoch: 0 },
    ]);
    const open = await store.read.settlementProblems.openOf(network);
    expect(open.map(({ settlementId, transfers }) => [settlementId, transfers.length])).to.deep.equal([
      [sent, 1],
      [drawn, 1],
    ]);
    const ended = await client.query("select attempt, reason, evidence from settlement_transfer_end");
    expect(ended.rows).to.deep.equal([{ attempt: 1, reason: "failed", evidence: "7/b" }]);
    const unprepared = await store.transact((tx) => tx.settlementQueue.lockUnprepared(network));
    expect(unprepared?.settlementId).to.equal(fresh);
  });
});
