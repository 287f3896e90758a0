// What every network family has to refuse, and how it behaves without its node.
import { expect } from "chai";
import * as fc from "fast-check";
import type { ConformanceBench } from "./support/conformance-bench.ts";
import { expectChainError } from "./support/expect.ts";

/** Declares these tests in the suite of a family. */
export function declareInput(bench: ConformanceBench): void {
  const { nextSequence, prepare, submit, look } = bench;

  it("answers for an unknown reference and refuses a malformed one", async () => {
    const { network } = bench.f;
    const transfer = await bench.f.adapter.getTransfer({ network, reference: bench.f.unknownReference });
    expect(transfer.state).to.equal("not_found");
    await expectChainError(
      bench.f.adapter.getTransfer({ network, reference: bench.f.invalidReference }),
      "INVALID_ARGUMENT",
      "INVALID_REFERENCE",
    );
  });

  it("refuses malformed accounts, assets, amounts, transactions and foreign networks", async () => {
    const { adapter, network, asset } = bench.f;
    for (const account of bench.f.invalidAccounts) {
      const why = `account "${account}"`;
      await expectChainError(
        adapter.validateAccount({ network, account }),
        "INVALID_ARGUMENT",
        "INVALID_ACCOUNT",
        why,
      );
      await expectChainError(prepare({ to: account }), "INVALID_ARGUMENT", "INVALID_ACCOUNT", why);
    }
    const order = { network, to: bench.f.newAccount(), amount: 1n, sequence: await nextSequence() };
    for (const bad of bench.f.invalidAssets) {
      const why = `asset "${bad}"`;
      await expectChainError(
        adapter.prepareTransfer({ ...order, asset: bad }),
        "INVALID_ARGUMENT",
        "INVALID_ASSET",
        why,
      );
    }
    const unknown = [
      adapter.prepareTransfer({ ...order, asset: bench.f.unknownAsset }),
      adapter.getAsset({ network, asset: bench.f.unknownAsset }),
      adapter.getBalance({ network, asset: bench.f.unknownAsset, account: order.to }),
    ];
    await Promise.all(unknown.map((call) => expectChainError(call, "INVALID_ARGUMENT", "UNKNOWN_ASSET")));
    for (const amount of [0n, -1n, 2n ** 256n, 10n ** 80n]) {
      const call = adapter.prepareTransfer({ ...order, asset, amount });
      await expectChainError(call, "INVALID_ARGUMENT", "INVALID_AMOUNT", `amount ${amount}`);
    }
    await expectChainError(
      adapter.getSigner({ network: "example:1" }),
      "INVALID_ARGUMENT",
      "UNKNOWN_NETWORK",
    );
  });

  it("refuses the account that it pays from itself, in every spelling", async () => {
    const { adapter, network } = bench.f;
    const { account } = await adapter.getSigner({ network });
    for (const spelling of [account, ...bench.f.spellings(account)])
      await expectChainError(
        adapter.validateAccount({ network, account: spelling }),
        "INVALID_ARGUMENT",
        "INVALID_ACCOUNT",
        spelling,
      );
  });

  it("tells of the sequence of an account that is named, its own or another", async () => {
    const { adapter, network } = bench.f;
    await submit(await prepare());
    await bench.f.controls.mine(1);
    const own = await adapter.getSigner({ network });
    expect(own.includedSequence > 0n).to.equal(true);
    for (const account of [own.account, ...bench.f.spellings(own.account)])
      expect(await adapter.getSigner({ network, account })).to.deep.equal(own);
    const account = bench.f.newAccount();
    expect(await adapter.getSigner({ network, account })).to.deep.equal({
      account,
      nextSequence: 0n,
      includedSequence: 0n,
    });
    for (const invalid of bench.f.invalidAccounts)
      await expectChainError(
        adapter.getSigner({ network, account: invalid }),
        "INVALID_ARGUMENT",
        "INVALID_ACCOUNT",
        invalid,
      );
  });

  it("takes no bytes for a transaction that are none", async () => {
    const { adapter, network } = bench.f;
    const { signedTransaction } = await prepare();
    const garbage = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.nat({ max: signedTransaction.length - 1 }).map((n) => signedTransaction.slice(0, n)),
    );
    await fc.assert(
      fc.asyncProperty(garbage, async (bytes) => {
        await expectChainError(
          adapter.submitTransfer({ network, signedTransaction: bytes }),
          "INVALID_ARGUMENT",
          "INVALID_TRANSACTION",
        );
      }),
      { numRuns: 100 },
    );
  });

  it("says UNAVAILABLE while the node is down, and still answers what needs no node", async () => {
    const { adapter, network, asset } = bench.f;
    const transfer = await prepare();
    await bench.f.controls.stopNode();
    const calls = [
      adapter.getSigner({ network }),
      adapter.getAsset({ network, asset }),
      adapter.getBalance({ network, asset, account: bench.f.newAccount() }),
      prepare({ sequence: transfer.sequence }),
      submit(transfer),
      look(transfer),
    ];
    const refused = await Promise.all(
      calls.map((call) => expectChainError(call, "UNAVAILABLE", "NODE_UNAVAILABLE")),
    );
    expect(refused.every((error) => error.retryable)).to.equal(true);
    expect(await adapter.listNetworks()).to.have.length(1);
    const account = bench.f.newAccount();
    expect(await adapter.validateAccount({ network, account })).to.equal(account);
  });
}
