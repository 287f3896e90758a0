// A sandbox on its development network lets a settlement be taken back on request, on the path that a real reorganisation takes.
import { expect } from "chai";
import { simulations } from "../../src/domain/payment/simulation.ts";
import { newAccount } from "../chain/support/evm.ts";
import { SettlementBench, until } from "./support/bench.ts";
import type { HandPolicies } from "./support/worker.ts";

const taken: HandPolicies = {
  batches: { tiers: [{ confirmations: 4 }] },
  requestedFailures: simulations,
};
const metadata = { [simulations.key]: simulations.reversal };

describe("a rehearsed reorganisation", function () {
  this.timeout(120_000);

  it("takes a settlement back once, which is sent again and becomes final", async () => {
    const bench = await SettlementBench.start();
    try {
      const account = newAccount();
      const merchantId = await bench.merchant(account);
      await bench.pay(merchantId, 4_000_000n, { metadata });
      await using worker = bench.newWorker(taken);
      await worker.all();
      const seen: string[] = [];
      await until(
        async () => (await bench.only(merchantId)).status === "finalized",
        async () => {
          const { status } = await bench.only(merchantId);
          if (seen.at(-1) !== status) seen.push(status);
          await worker.all();
          if (seen.at(-1) !== "reverted") await bench.chain.node.mine(1);
        },
      );
      // Before it is included again it waits, for as long as the network takes.
      const [first, second, third, ...rest] = seen;
      expect([first, second, third]).to.deep.equal(["pending", "confirmed", "reverted"]);
      expect(rest.at(-1)).to.equal("confirmed");
      expect(rest, "once").to.not.include("reverted");
      const { settlementId } = await bench.only(merchantId);
      expect(await bench.signed(settlementId), "the same bytes").to.have.length(1);
      expect(await bench.chain.balance(account)).to.equal(4_000_000n);
      expect(await bench.finalizedEvents()).to.deep.equal([settlementId]);
    } finally {
      await bench.close();
    }
  });

  it("does not happen on a network that is none for development: the settlement goes its ordinary way", async () => {
    const bench = await SettlementBench.start({
      development: false,
      signer: { kind: "key", key: `0x${"7".repeat(64)}` },
    });
    try {
      await bench.chain.endow(`0x${"7".repeat(64)}`);
      const account = newAccount();
      const merchantId = await bench.merchant(account);
      await bench.pay(merchantId, 4_000_000n, { metadata });
      await using worker = bench.newWorker(taken);
      await bench.untilStatus(worker, merchantId, "finalized", 1);
      expect(worker.lines()).to.match(/NOT_REHEARSABLE/);
      expect(worker.lines()).not.to.match(/reverted"/);
      expect(await bench.chain.balance(account)).to.equal(4_000_000n);
    } finally {
      await bench.close();
    }
  });
});
