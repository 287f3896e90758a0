// However transfers are prepared, sent, taken back and sent again: of each sequence one is carried out at most, and none is lost.
import { expect } from "chai";
import * as fc from "fast-check";
import type { ChainAdapter, PreparedTransfer } from "../../src/chain/adapter.ts";
import { ChainError } from "../../src/chain/error.ts";
import { newAccount, network, solanaAdapter, type TestNode, testNode } from "./support/solana.ts";

const sequences = 20;
/** More than the lanes, so that later transfers follow earlier ones. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("prepare" as const), sequence: fc.nat(sequences - 1) }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("submit" as const), which: fc.nat(200) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("mine" as const), blocks: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("fork" as const), depth: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
);

/** Awaits a call that may be refused by the network or come too early. */
async function unlessRefused<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ChainError && error.reason?.startsWith("SEQUENCE_")) return undefined;
    throw error;
  }
}

describe("sequences of the Solana adapter", function () {
  this.timeout(300_000);

  it("exclude each other whatever happens: 20 sequences, forks, restarts, repeats", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 80 }), async (steps) => {
        const test = await testNode({ finalizedAfter: 4 });
        let adapter = await solanaAdapter(test.node.rpcUrl);
        const prepared: { transfer: PreparedTransfer; to: string; amount: bigint }[] = [];
        const submit = (transfer: PreparedTransfer) =>
          unlessRefused(adapter.submitTransfer({ network, signedTransaction: transfer.signedTransaction }));
        try {
          for (const each of steps) {
            adapter = await play(each, test, adapter, prepared, submit);
          }
          await verify(test, adapter, prepared, submit);
        } finally {
          await adapter.close();
          await test.close();
        }
      }),
      { numRuns: 25 },
    );
  });
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Prepared = { transfer: PreparedTransfer; to: string; amount: bigint };

async function play(
  each: Step,
  test: TestNode,
  adapter: ChainAdapter,
  prepared: Prepared[],
  submit: (transfer: PreparedTransfer) => Promise<unknown>,
): Promise<ChainAdapter> {
  switch (each.kind) {
    case "prepare": {
      const order = {
        to: newAccount(),
        amount: BigInt(prepared.length + 1),
        sequence: BigInt(each.sequence),
      };
      const transfer = await unlessRefused(adapter.prepareTransfer({ network, asset: test.asset, ...order }));
      if (transfer) prepared.push({ transfer, ...order });
      return adapter;
    }
    case "submit": {
      const chosen = prepared[each.which % Math.max(prepared.length, 1)];
      if (chosen) await submit(chosen.transfer);
      return adapter;
    }
    case "mine":
      await test.mine(each.blocks);
      return adapter;
    case "fork": {
      const { chain } = test.node;
      const depth = Math.min(each.depth, chain.height("processed") - chain.height("finalized"));
      if (depth > 0) await test.fork(depth);
      return adapter;
    }
    case "restart":
      // What the adapter keeps in memory is for speed only.
      await adapter.close();
      return solanaAdapter(test.node.rpcUrl);
  }
}

/** Sends everything again until nothing changes any more, then counts. */
async function verify(
  test: TestNode,
  adapter: ChainAdapter,
  prepared: readonly Prepared[],
  submit: (transfer: PreparedTransfer) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; round < 2; round++) {
    for (const { transfer } of prepared) await submit(transfer);
    await test.mine(6);
  }
  const outcomes = await Promise.all(
    prepared.map(async ({ transfer, to, amount }) => {
      const { reference, signer, sequence } = transfer;
      const { state } = await adapter.getTransfer({ network, reference, placement: { signer, sequence } });
      const held = (await adapter.getBalance({ network, asset: test.asset, account: to })).amount;
      expect(held, `${sequence} ${state}`).to.equal(state === "finalized" ? amount : 0n);
      return { sequence, state };
    }),
  );
  for (const sequence of new Set(outcomes.map((each) => each.sequence))) {
    const states = outcomes.filter((each) => each.sequence === sequence).map(({ state }) => state);
    expect(
      states.filter((state) => state === "finalized"),
      `one of sequence ${sequence}`,
    ).to.have.length(1);
    expect(states.filter((state) => state === "replaced")).to.have.length(states.length - 1);
  }
}
