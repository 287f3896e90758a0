// Processes die by SIGKILL while 32 clients pay merchants, between gateway and core by unary calls. Every request is repeated with its
// key until it is answered; afterwards each key has one payment, the one that was acknowledged first.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { sql } from "../../src/store/database.ts";
import { ask } from "../e2e/support/http.ts";
import { commandOf, descendants } from "../e2e/support/process-tree.ts";
import { type Merchant, merchant, publisher } from "../e2e/support/scene.ts";
import { Product } from "../support/product.ts";

const clients = 32;
/** A minute of tries. */
const triesMax = 600;
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
/** What dies, in an order that the seed decides. */
const victims = [/ core$/, / core$/, /postgres .*-D /];

describe(`kill -9 under load (SEED=${seed})`, function () {
  this.timeout(240_000);

  it("loses and doubles nothing", async () => {
    await using product = await Product.start({ PDA_GATEWAY_DISPATCH: "off" });
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    const acknowledged = new Map<string, Set<string>>();
    const load = new AbortController();
    const body = { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId };
    const working = Array.from({ length: clients }, async () => {
      while (!load.signal.aborted) await payOnce(product, shop, body, acknowledged);
    });

    const [order] = fc.sample(fc.shuffledSubarray(victims, { minLength: victims.length }), {
      seed,
      numRuns: 1,
    });
    for (const victim of order ?? []) {
      await sleep(1_000);
      const before = acknowledged.size;
      const pid = descendants(product.pid).find((child) => victim.test(commandOf(child)));
      if (pid === undefined) throw new Error(`nothing runs that looks like ${victim}`);
      process.kill(pid, "SIGKILL");
      const end = Date.now() + 40_000;
      while (acknowledged.size < before + 3 * clients && Date.now() < end) await sleep(50);
      expect(acknowledged.size, `payments go on after the death of ${victim}`).to.be.greaterThan(
        before + clients,
      );
    }
    load.abort();
    await Promise.all(working);

    for (const [key, paymentIds] of acknowledged) expect([...paymentIds], key).to.have.length(1);
    const ids = [...acknowledged.values()].map(([id]) => id as string);
    expect(await storedPayments(product, shop)).to.have.members(ids.map((id) => uuidOf("payment", id)));
    expect(await product.store().read.ledger.violations()).to.deep.equal([]);
  });
});

/** One payment, asked for with one key until it is answered; then once more, for the replay. */
async function payOnce(
  product: Product,
  shop: Merchant,
  body: object,
  acknowledged: Map<string, Set<string>>,
): Promise<void> {
  const key = randomUUID();
  const sent = { key: shop.key, headers: { "Idempotency-Key": key }, body };
  const ids = new Set<string>();
  let tries = 0;
  for (let answers = 0; answers < 2; ) {
    if (++tries > triesMax) throw new Error(`no answer to ${key} after ${triesMax} tries`);
    const answer = await ask(product, "/api/v1/payments", sent).catch(() => undefined);
    if (answer?.status === 201) {
      ids.add(answer.json.data.paymentId);
      answers++;
    } else {
      // Only what may be repeated, and in the envelope.
      if (answer) expect([409, 503, 504], answer.text).to.include(answer.status);
      await sleep(100);
    }
  }
  acknowledged.set(key, ids);
}

async function storedPayments(product: Product, shop: Merchant): Promise<string[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const query = sql("payment").select("payment_id").where("merchant_id", uuidOf("merchant", shop.merchantId));
  const { sql: text, bindings } = query.toSQL().toNative();
  const { rows } = await client.query<{ payment_id: string }>(text, [...bindings]);
  await client.end();
  return rows.map((row) => row.payment_id);
}
