// The landed version works under load while this version's migrations are applied, goes on afterwards, and is replaced process by
// process. Nothing is repeated: a single failed call fails the test.
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { signPayment } from "../../src/cli/demo/keys.ts";
import { nodeFlags } from "../../src/cli/node-flags.ts";
import type { Tier } from "../../src/pki/names.ts";
import { startChild } from "../../src/platform/child.ts";
import type { Part } from "../../src/platform/supervisor.ts";
import { lastOffline } from "../../src/store/migrate/journal.ts";
import { type MigrationProgress, migrate } from "../../src/store/migrate.ts";
import { ask } from "../e2e/support/http.ts";
import { type Holder, holder, type Merchant, merchant, publisher } from "../e2e/support/scene.ts";
import { type Front, SteadyLoad } from "../e2e/support/steady-load.ts";
import { LandedTree, nameOf, upgradeStarts } from "../support/landed.ts";
import { freePorts } from "../support/ports.ts";
import { Product } from "../support/product.ts";

const ownMigrations = join(import.meta.dirname, "../../src/store/migrations");
const main = join(import.meta.dirname, "../../src/cli/main.ts");
const payers = 6;

/**
 * What the next versions may do: change busy tables in an order that is not that of a payment, refer to them, and build an index. The
 * names are those of no migration that there will be.
 */
const further: Readonly<Record<string, string>> = {
  "29990101000100_busy_tables.sql": `alter table account_delta add column test_note text;
    alter table payment add column test_note text;
    alter table account add column test_note text;
    alter table idempotency add column test_note text;`,
  "29990101000200_side_table.sql": `create table test_side (
      merchant_id uuid not null, payment_id uuid not null, note text not null default '',
      primary key (merchant_id, payment_id), foreign key (merchant_id, payment_id) references payment);`,
  "29990101000300_check.sql": `alter table payment
    add constraint test_note_size check (char_length(test_note) < 100) not valid;`,
  "29990101000400_validated.sql": "alter table payment validate constraint test_note_size;",
  "29990101000500_index.sql":
    "create index concurrently if not exists test_payment_note on payment (test_note) where test_note is not null;",
};

/** Holders who pay at the till one payment after the other. Each step is asked for once. */
class PayingLoad {
  paid = 0;
  readonly failures: string[] = [];
  readonly #front: Front;
  readonly #stop = new AbortController();
  readonly #clients: Promise<void>[];

  constructor(front: Front, operatorKey: string, shop: Merchant, assetType: string, by: readonly Holder[]) {
    this.#front = front;
    this.#clients = by.map(async ({ walletId, keys }) => {
      const body = { amount: "1", assetType, merchantId: shop.merchantId };
      const ofWallet = `/api/v1/wallets/${walletId}`;
      // The first failure decides; more of them say nothing.
      while (!this.#stop.signal.aborted && this.failures.length < 10) {
        const made = await this.#ask("/api/v1/payments", shop.key, body);
        if (!made) continue;
        const coded = await this.#ask(`/api/v1/payments/${made.paymentId}/reference`, shop.key, {});
        if (!coded) continue;
        const request = await this.#ask(`${ofWallet}/payment-requests/${coded.reference}`, operatorKey);
        if (!request) continue;
        const authorization = await signPayment(keys, request as Parameters<typeof signPayment>[1]);
        const authorize = `${ofWallet}/payments/${made.paymentId}/authorize`;
        if (await this.#ask(authorize, operatorKey, { authorization })) this.paid += 1;
      }
    });
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#clients);
  }

  async #ask(path: string, key: string, body?: object): Promise<Record<string, string> | undefined> {
    try {
      const headers = { "Idempotency-Key": randomUUID() };
      const answer = await ask(this.#front, path, body ? { key, headers, body } : { key });
      if (answer.status < 300) return answer.json.data;
      this.failures.push(`${path}: ${answer.status} ${answer.text}`);
    } catch (error) {
      this.failures.push(`${path}: ${(error as Error).message}`);
    }
    return undefined;
  }
}

for (const version of upgradeStarts)
  describe(`an upgrade from ${nameOf(version)} under load`, function () {
    this.timeout(600_000);

    it("fails no call: old processes work during and after pda migrate, and beside the new ones that replace them", async () => {
      using landed = LandedTree.checkOut(version);
      const spare = await freePorts();
      const [firstCore, secondCore] = [(await freePorts()).PDA_CORE_PORT, spare.PDA_CORE_PORT];
      await using old = await Product.start(
        {
          PDA_CORE_PORT: firstCore as string,
          // The gateway knows the address of the core that is to come.
          PDA_CORE_ADDRESSES: `localhost:${firstCore},localhost:${secondCore}`,
          PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "100000",
          PDA_GATEWAY_RATE_BURST: "100000",
        },
        [],
        landed.command,
        false,
      );
      const issuer = await publisher(old);
      const [shop, till] = [await merchant(old, issuer), await merchant(old, issuer)];
      const holders = await Promise.all(Array.from({ length: payers }, () => holder(old, issuer, "1000000")));
      const front = { baseUrl: old.baseUrl, ca: old.ca };
      const creating = new SteadyLoad(front, shop, issuer);
      const paying = new PayingLoad(front, old.operatorKey, till, issuer.assetType, holders);
      await using loads = new AsyncDisposableStack();
      loads.defer(() => creating.stop());
      loads.defer(() => paying.stop());
      const worked = async (): Promise<void> => {
        const before = paying.paid;
        await creating.answers(300);
        expect(paying.paid, paying.failures.slice(-3).join("\n")).to.be.above(before);
        expect([...creating.failures, ...paying.failures]).to.deep.equal([]);
        expect(old.output).not.to.match(/deadlock detected|cached plan must not change/);
      };
      await worked();

      // What this version brings, by its command; then what later ones may.
      const migrated = await old.pda("migrate");
      expect(migrated.code, migrated.stderr).to.equal(0);
      await worked();
      const said: MigrationProgress[] = [];
      const folder = mkdtempSync(join(tmpdir(), `pda-test-migrations-${process.pid}-`));
      try {
        for (const name of readdirSync(ownMigrations))
          writeFileSync(join(folder, name), readFileSync(join(ownMigrations, name)));
        for (const [name, text] of Object.entries(further)) writeFileSync(join(folder, name), text);
        const applied = await migrate(old.databaseUrl, { folder, onProgress: (each) => said.push(each) });
        expect(applied).to.deep.equal(Object.keys(further).map((name) => name.replace(".sql", "")));
        expect(applied.every((name) => name > lastOffline)).to.equal(true);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      await worked();

      // The order of docs/operations.md: worker, core, gateway.
      const log: string[] = [];
      await using replaced = new AsyncDisposableStack();
      const start = async (tier: Tier, more: Record<string, string> = {}): Promise<void> => {
        const env = { ...process.env, ...old.settings, ...spare, ...more, DATABASE_URL: old.databaseUrl };
        const part: Part = await startChild({
          name: tier,
          args: [...nodeFlags(tier), main, tier],
          env,
          onLine: (line) => log.push(line),
        });
        replaced.defer(() => part.close());
      };
      const kept = {
        PDA_CHAIN_ADAPTER_PORT: old.settings.PDA_CHAIN_ADAPTER_PORT as string,
        // Holders sign for the public address, which stays when the process behind it is another.
        PDA_PUBLIC_URL: old.baseUrl,
      };
      await start("worker", kept);
      await worked();
      await start("core", { ...kept, PDA_CORE_ADDRESSES: `localhost:${secondCore}` });
      await worked();
      await start("gateway", { ...kept, PDA_CORE_ADDRESSES: `localhost:${secondCore}` });
      front.baseUrl = `https://localhost:${spare.PDA_GATEWAY_PORT}`;
      await worked();

      await Promise.all([creating.stop(), paying.stop()]);
      expect([...creating.failures, ...paying.failures]).to.deep.equal([]);
      expect(log.filter((line) => line.includes('"level":"error"'))).to.deep.equal([]);
      expect(await old.store().read.ledger.violations()).to.deep.equal([]);
    });
  });
