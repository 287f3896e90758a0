// Processes die by SIGKILL while 32 clients ask for payments and pay them. Every request is repeated with its key until it is answered;
// afterwards each key has one effect, the one that was acknowledged first.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import { signPayment } from "../../src/cli/demo/keys.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { sql } from "../../src/store/database.ts";
import { ask, type Received, type Sent } from "../e2e/support/http.ts";
import { commandOf, descendants } from "../e2e/support/process-tree.ts";
import { type Holder, holder, type Merchant, merchant, publisher } from "../e2e/support/scene.ts";
import { Product } from "../support/product.ts";

const clients = 32;
const holders = 8;
/** A minute of tries. */
const triesMax = 600;
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
/** What dies, in an order that the seed decides. */
const victims = [/ core$/, /postgres .*-D /];
/** The load is not what the limits of rate are for. */
const unlimited = {
  PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000000",
  PDA_GATEWAY_RATE_BURST: "1000000",
};

/** What was acknowledged: answers by idempotency key. */
type Answers = Map<string, Set<string>>;

for (const dispatch of ["auto", "off"]) {
  describe(`kill -9 under load, gateway.dispatch ${dispatch} (SEED=${seed})`, function () {
    this.timeout(240_000);

    it("loses and doubles nothing", async () => {
      await using product = await Product.start({ ...unlimited, PDA_GATEWAY_DISPATCH: dispatch });
      const issuer = await publisher(product);
      const shop = await merchant(product, issuer);
      const payers = await Promise.all(
        Array.from({ length: holders }, () => holder(product, issuer, "1000000")),
      );
      const created: Answers = new Map();
      const paid: Answers = new Map();
      const load = new AbortController();
      const body = { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId };
      const working = Array.from({ length: clients }, async (_, index) => {
        const payer = payers[index % holders] as Holder;
        while (!load.signal.aborted) {
          const paymentId = await create(product, shop, body, created);
          await pay(product, shop, payer, paymentId, paid);
        }
      });
      const workers = Promise.all(working);

      const [order] = fc.sample(fc.shuffledSubarray(victims, { minLength: victims.length }), {
        seed,
        numRuns: 1,
      });
      const killing = async (): Promise<void> => {
        for (const victim of order ?? []) {
          await sleep(1_000);
          const before = paid.size;
          const pid = descendants(product.pid).find((child) => victim.test(commandOf(child)));
          if (pid === undefined) throw new Error(`nothing runs that looks like ${victim}`);
          process.kill(pid, "SIGKILL");
          const end = Date.now() + 40_000;
          while (paid.size < before + 3 * clients && Date.now() < end) await sleep(50);
          expect(paid.size, `payments after the death of ${victim}`).to.be.greaterThan(before + clients);
        }
      };
      // What a worker throws ends the test at once.
      await Promise.race([killing(), workers]);
      load.abort();
      await workers;

      for (const [key, answers] of [...created, ...paid]) expect([...answers], key).to.have.length(1);
      const stored = await storedPayments(product, shop);
      expect(stored.map(({ id }) => id)).to.have.members(paymentsOf(created));
      const completed = stored.filter(({ status }) => status === "completed").map(({ id }) => id);
      expect(completed).to.have.members(paymentsOf(paid));
      expect(await product.store().read.ledger.violations()).to.deep.equal([]);
      const left = await Promise.all(payers.map((payer) => balanceOf(product, payer)));
      const spent = left.reduce((sum, amount) => sum + 1_000_000n - amount, 0n);
      expect(spent).to.equal(BigInt(paid.size));
    });
  });
}

/** Asks for a payment with one key until it is answered; then once more, for the replay. @returns its id */
async function create(product: Product, shop: Merchant, body: object, created: Answers): Promise<string> {
  const answer = await twice(product, "/api/v1/payments", { key: shop.key, body }, created);
  return answer.json.data.paymentId;
}

/** The holder pays it, in the same way. */
async function pay(
  product: Product,
  shop: Merchant,
  { walletId, keys }: Holder,
  paymentId: string,
  paid: Answers,
): Promise<void> {
  const key = product.operatorKey;
  const path = `/api/v1/payments/${paymentId}/reference`;
  const { reference } = (await answered(product, path, { key: shop.key, method: "POST" })).json.data;
  const ofWallet = `/api/v1/wallets/${walletId}`;
  const request = (await answered(product, `${ofWallet}/payment-requests/${reference}`, { key })).json.data;
  const authorization = await signPayment(keys, request);
  await twice(product, `${ofWallet}/payments/${paymentId}/authorize`, { key, body: { authorization } }, paid);
}

async function twice(product: Product, path: string, sent: Sent, answers: Answers): Promise<Received> {
  const key = randomUUID();
  const keyed = { ...sent, headers: { "Idempotency-Key": key } };
  const first = await answered(product, path, keyed);
  const second = await answered(product, path, keyed);
  answers.set(key, new Set([first, second].map(({ json }) => JSON.stringify(json.data))));
  return first;
}

/** Repeats a request until it is answered. @throws for a refusal that is not one to be repeated */
async function answered(product: Product, path: string, sent: Sent): Promise<Received> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const answer = await ask(product, path, sent).catch(() => undefined);
    if (answer && answer.status < 300) return answer;
    if (answer) {
      expect([409, 503, 504], answer.text).to.include(answer.status);
      expect(answer.headers, answer.text).to.have.property("retry-after");
    }
    await sleep(100);
  }
  throw new Error(`no answer to ${path} after ${triesMax} tries`);
}

/** Ids of the payments that the answers are about. */
const paymentsOf = (answers: Answers): string[] =>
  [...answers.values()].map(([text]) => uuidOf("payment", JSON.parse(text as string).paymentId));

async function balanceOf(product: Product, { walletId }: Holder): Promise<bigint> {
  const path = { walletId };
  const { data } = await product.client().GET("/api/v1/wallets/{walletId}/balances", { params: { path } });
  return BigInt(data.items[0]?.amount ?? "0");
}

async function storedPayments(product: Product, shop: Merchant): Promise<{ id: string; status: string }[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const merchantId = uuidOf("merchant", shop.merchantId);
  const query = sql("payment").select("payment_id as id", "status").where("merchant_id", merchantId);
  const { sql: text, bindings } = query.toSQL().toNative();
  const { rows } = await client.query<{ id: string; status: string }>(text, [...bindings]);
  await client.end();
  return rows;
}
