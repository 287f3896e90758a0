// Gateway and core as sets of processes that are replaced, and killed, while clients work.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
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
  const supervisor = ofTier.find((pid) =>
    ofTier.every((other) => other === pid || descendants(pid).includes(other)),
  );
  if (supervisor === undefined) throw new Error(`there is no supervisor of the ${tier}`);
  return { supervisor, members: ofTier.filter((pid) => pid !== supervisor).sort((a, b) => a - b) };
}

/** Reloads a tier and waits until each of its processes is another one. */
async function reload(product: Product, tier: Tier): Promise<void> {
  const { supervisor, members } = setOf(product, tier);
  process.kill(supervisor, "SIGHUP");
  await eventually(`the ${tier} is reloaded`, async () => {
    const now = setOf(product, tier).members;
    return now.length === members.length && now.every((pid) => !members.includes(pid));
  });
}

for (const processes of [1, 2]) {
  for (const dispatch of ["off", "auto"]) {
    describe(`a rolling restart with ${processes} processes each, dispatch ${dispatch}`, function () {
      this.timeout(240_000);
      let product: Product;
      let issuer: Publisher;
      let shop: Merchant;
      before(async () => {
        product = await Product.start({
          PDA_GATEWAY_PROCESSES: String(processes),
          PDA_CORE_PROCESSES: String(processes),
          PDA_GATEWAY_DISPATCH: dispatch,
          PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "100000",
          PDA_GATEWAY_RATE_BURST: "100000",
        });
        issuer = await publisher(product);
        shop = await merchant(product, issuer);
      });
      after(() => product?.stop());

      for (const tier of ["gateway", "core"] as const) {
        it(`of the ${tier} fails no request`, async () => {
          const load = new SteadyLoad(product, shop, issuer);
          await load.answers(200);
          for (let turn = 0; turn < 2; turn += 1) {
            await reload(product, tier);
            await load.answers(200);
          }
          await load.stop();
          expect(load.failures).to.deep.equal([]);
          if (tier === "gateway") expect(load.closed, "answers that closed their connection").to.be.above(0);
        });
      }

      if (processes === 1) return;
      for (const tier of ["gateway", "core"] as const) {
        it(`a ${tier} process that is killed costs the requests on it, and another one comes`, async () => {
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
          await sleep(500);
          await load.stop();
          expect(load.failures.slice(before)).to.deep.equal([]);
          // One call at most on each of the clients' connections was in flight.
          expect(load.failures.length, load.failures.join("\n")).to.be.at.most(8);
          for (const key of load.unanswered) {
            const sent = { key: shop.key, headers: { "Idempotency-Key": key }, body: load.body };
            const first = await ask(product, "/api/v1/payments", sent);
            const again = await ask(product, "/api/v1/payments", sent);
            expect([first.status, again.status]).to.deep.equal([201, 201]);
            expect(again.json.data.paymentId).to.equal(first.json.data.paymentId);
            load.payments.set(key, first.json.data.paymentId);
          }
          expect(new Set(load.payments.values()).size).to.equal(load.payments.size);
        });
      }
    });
  }
}
