// Gateway and core as sets of processes that are replaced, and killed, while clients work.
import { expect } from "chai";
import pg from "pg";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { ask } from "./support/http.ts";
import { commandOf, descendants } from "./support/process-tree.ts";
import { eventually, type Merchant, merchant, type Publisher, publisher } from "./support/scene.ts";
import { SteadyLoad } from "./support/steady-load.ts";
import { Product } from "../support/product.ts";

type Tier = "gateway" | "core";

/** The supervisor of a tier and its processes. */
function setOf(product: Product, tier: Tier): { supervisor: number; members: number[] } {
  const ofTier = descendants(product.pid).filter((pid) =>
    new RegExp(`main\\.ts ${tier}$`).test(commandOf(pid)),
  );
  // Any of the others may end at any moment, also between two looks.
  const supervisor = ofTier.find((pid) => ofTier.some((other) => descendants(pid).includes(other)));
  if (supervisor === undefined) throw new Error(`there is no supervisor of the ${tier}`);
  return { supervisor, members: ofTier.filter((pid) => pid !== supervisor).sort((a, b) => a - b) };
}

/** Sends SIGHUP and waits until each process of these tiers is another one. */
async function replaced(product: Product, tiers: readonly Tier[], pid: number): Promise<void> {
  const before = tiers.map((tier) => setOf(product, tier).members);
  process.kill(pid, "SIGHUP");
  await eventually(`the ${tiers.join(" and the ")} are other processes`, async () =>
    tiers.every((tier, index) => {
      const old = before[index] as number[];
      const now = setOf(product, tier).members;
      return now.length === old.length && now.every((each) => !old.includes(each));
    }),
  );
}

/** Payments of a merchant in the database. */
async function storedPayments(product: Product, { merchantId }: Merchant): Promise<number> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const { rows } = await client.query("select count(*)::int as count from payment where merchant_id = $1", [
    uuidOf("merchant", merchantId),
  ]);
  await client.end();
  return rows[0].count;
}

/** What was asked for and not answered is asked for again with its key; then every key has one payment. */
async function expectOnePaymentEach(product: Product, shop: Merchant, load: SteadyLoad): Promise<void> {
  for (const key of load.unanswered) {
    const sent = { key: shop.key, headers: { "Idempotency-Key": key }, body: load.body };
    const answer = await ask(product, "/api/v1/payments", sent);
    expect(answer.status, answer.text).to.equal(201);
    load.payments.set(key, answer.json.data.paymentId);
  }
  expect(new Set(load.payments.values()).size).to.equal(load.payments.size);
  expect(await storedPayments(product, shop)).to.equal(load.payments.size);
}

// Unary calls and one process each, streams and several: both ways to the core, and the least and the usual set.
for (const [processes, dispatch] of [
  [1, "off"],
  [2, "auto"],
] as const) {
  describe(`gateway and core as ${processes} process(es) each, dispatch ${dispatch}`, function () {
    this.timeout(240_000);
    let product: Product;
    let issuer: Publisher;
    before(async () => {
      product = await Product.start({
        PDA_GATEWAY_PROCESSES: String(processes),
        PDA_CORE_PROCESSES: String(processes),
        PDA_GATEWAY_DISPATCH: dispatch,
        PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "100000",
        PDA_GATEWAY_RATE_BURST: "100000",
      });
      issuer = await publisher(product);
    });
    after(() => product?.stop());

    for (const tier of ["gateway", "core"] as const) {
      it(`a rolling restart of the ${tier} fails no request`, async () => {
        const shop = await merchant(product, issuer);
        const load = new SteadyLoad(product, shop, issuer);
        await load.answers(200);
        for (let turn = 0; turn < 2; turn += 1) {
          await replaced(product, [tier], setOf(product, tier).supervisor);
          await load.answers(200);
        }
        await load.stop();
        expect(load.failures).to.deep.equal([]);
        if (tier === "gateway") expect(load.closed, "answers that closed their connection").to.be.above(0);
        await expectOnePaymentEach(product, shop, load);
      });
    }

    if (processes === 1) return;

    it("a rolling restart of everything, asked of pda up, fails no request", async () => {
      const shop = await merchant(product, issuer);
      const load = new SteadyLoad(product, shop, issuer);
      await load.answers(200);
      await replaced(product, ["gateway", "core"], product.pid);
      await load.answers(200);
      await load.stop();
      expect(load.failures).to.deep.equal([]);
    });

    for (const tier of ["gateway", "core"] as const) {
      it(`a ${tier} process that is killed costs at most the requests on it, and another one comes`, async () => {
        const shop = await merchant(product, issuer);
        const load = new SteadyLoad(product, shop, issuer);
        await load.answers(200);
        const { supervisor, members } = setOf(product, tier);
        process.kill(members[0] as number, "SIGKILL");
        await load.answers(200);
        await eventually("there are as many as before", async () => {
          const now = setOf(product, tier);
          return now.supervisor === supervisor && now.members.length === members.length;
        });
        const before = load.failures.length;
        await load.answers(200);
        await load.stop();
        expect(load.failures.slice(before)).to.deep.equal([]);
        expect(before, load.failures.join("\n")).to.be.at.most(load.connections);
        await expectOnePaymentEach(product, shop, load);
      });
    }
  });
}
