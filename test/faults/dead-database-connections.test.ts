// A running product whose open database connections fall silent, all at once and without being closed, while new ones work.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@grpc/grpc-js";
import { expect } from "chai";
import pg from "pg";
import { layout } from "../../src/pki/names.ts";
import { isServing } from "../../src/rpc/client/health.ts";
import { credentials, ownConnection } from "../e2e/support/grpc.ts";
import { ask } from "../e2e/support/http.ts";
import { commandOf, descendants } from "../e2e/support/process-tree.ts";
import { type Merchant, merchant, type Publisher, publisher } from "../e2e/support/scene.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";
import { Product } from "../support/product.ts";
import { Relay } from "../support/relay.ts";

const callers = 16;
/** By then everything works again, with no hand laid on. */
const recoveryMs = 30_000;
/** Fails by name what has no answer. */
async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${what}: no answer within ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

/** A probe has its answer by then, whatever it is; on a machine that does much else too. */
const probeMs = 8_000;

describe("database connections of a running product that fall silent", function () {
  this.timeout(240_000);
  const stack = new AsyncDisposableStack();
  let database: TestDatabase;
  let direct: pg.Client;
  let relay: Relay;
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  before(async () => {
    database = stack.use(await testDatabase());
    direct = new pg.Client({ connectionString: database.url });
    await direct.connect();
    stack.defer(() => direct.end());
    relay = stack.use(await Relay.start(database.url));
    product = stack.use(
      await Product.start({
        DATABASE_URL: relay.url(database.url),
        PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000000",
        PDA_GATEWAY_RATE_BURST: "1000000",
      }),
    );
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
  });
  after(() => stack.disposeAsync());

  const create = (key: string, more: object = {}) => {
    const body = { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId, ...more };
    return ask(product, "/api/v1/payments", { key: shop.key, body, headers: { "Idempotency-Key": key } });
  };
  const count = async (text: string): Promise<number> => (await direct.query(text)).rows[0].n;
  const probe = async (port: string): Promise<number> => {
    const began = performance.now();
    const { status } = await fetch(`http://127.0.0.1:${product.port(port)}/readyz`);
    expect(performance.now() - began, port).to.be.below(probeMs);
    return status;
  };

  it("are replaced within 30 s for writes, reads, workers and health, without a restart, and nothing is done twice", async () => {
    const tiers = descendants(product.pid).sort();
    const keys: string[] = [];
    const answered: number[] = [];
    const unforeseen: unknown[] = [];
    let busy = true;
    const writing = Promise.all(
      Array.from({ length: callers }, async () => {
        while (busy) {
          const key = randomUUID();
          keys.push(key);
          for (;;) {
            const { status, json } = await create(key);
            if (status === 201) break;
            // 409: the first attempt is not decided yet.
            if (![409, 503, 504].includes(status)) unforeseen.push(json);
            await sleep(50);
          }
          answered.push(performance.now());
          await sleep(20);
        }
      }),
    );
    const expiring = (await create(randomUUID(), { expiresInSeconds: 10 })).json.data.paymentId as string;
    while (answered.length < callers * 10) await sleep(50);

    expect(relay.silence()).to.be.above(10);
    const began = performance.now();
    const recovered = async (what: string, work: () => Promise<boolean>): Promise<number> => {
      while (!(await within(recoveryMs, what, work()))) {
        expect(performance.now() - began, what).to.be.below(2 * recoveryMs);
        await sleep(100);
      }
      return performance.now() - began;
    };
    const path = `/api/v1/payments/${expiring}`;
    const read = async () => (await ask(product, path, { key: shop.key })).status === 200;
    const health = (tier: "core" | "worker", port: string) => async (): Promise<boolean> => {
      const client = new Client(
        `localhost:${product.port(port)}`,
        credentials(product, layout(product.pkiDir).tier("gateway")),
        ownConnection,
      );
      const asked = performance.now();
      const serving = await isServing(client, probeMs * 2);
      client.close();
      expect(performance.now() - asked, tier).to.be.below(probeMs);
      return serving;
    };
    const seen = { core: new Set<number>(), worker: new Set<number>() };
    const ready = (tier: "core" | "worker", port: string) => async (): Promise<boolean> => {
      const status = await probe(port);
      seen[tier].add(status);
      // A probe that waits until the connections are replaced need not say no first.
      return status === 200 && (seen[tier].has(503) || relay.silent === 0);
    };
    const expired = async (): Promise<boolean> =>
      (await count("select count(*)::int as n from event where type = 'payment.failed'")) === 1;
    const times = await Promise.all([
      recovered("reads", read),
      recovered("core", ready("core", "PDA_CORE_METRICS_PORT")),
      recovered("worker", ready("worker", "PDA_WORKER_METRICS_PORT")),
      recovered("expiry", expired),
    ]);
    const written = await recovered(
      "writes",
      async () => answered.filter((at) => at > began + 1_000).length > callers,
    );
    const healthy = await Promise.all([
      recovered("health of the core", health("core", "PDA_CORE_PORT")),
      recovered("health of the worker", health("worker", "PDA_WORKER_HEALTH_PORT")),
      recovered("gateway", async () => (await ask(product, "/readyz")).status === 200),
    ]);
    const replaced = await recovered("connections", async () => relay.silent === 0);
    for (const ms of [...times, written, ...healthy, replaced]) expect(ms).to.be.below(recoveryMs);

    busy = false;
    await writing;
    expect(unforeseen).to.deep.equal([]);
    const of = descendants(product.pid).sort();
    expect(of.map(commandOf)).to.deep.equal(tiers.map(commandOf));
    expect(of).to.deep.equal(tiers);
    expect(await count("select count(*)::int as n from payment")).to.equal(keys.length + 1);
    expect(
      await count("select count(*)::int as n from idempotency where operation like '%CreatePayment'"),
    ).to.equal(keys.length + 1);
    const { code, stdout } = await product.pda("ledger", "verify");
    expect(code, stdout).to.equal(0);
  });
});
