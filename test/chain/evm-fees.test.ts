// What an EVM transfer offers to pay, what a transaction is, and reorganisations on request.
import { expect } from "chai";
import { bytesToHex, parseTransaction, type TransactionSerializedEIP1559 } from "viem";
import type { ChainAdapter, PreparedTransfer } from "../../src/chain/adapter.ts";
import { developmentAccount } from "../../src/chain/evm/signer.ts";
import { evmAdapter, network, newAccount, type TestNode, testNode } from "./support/evm.ts";
import { expectChainError } from "./support/expect.ts";
import { served } from "./support/served.ts";

const gwei = 10n ** 9n;
const feesOf = ({ signedTransaction }: PreparedTransfer) => {
  const serialized = bytesToHex(signedTransaction) as TransactionSerializedEIP1559;
  const { maxFeePerGas = 0n, gas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(serialized);
  return { maxFeePerGas, gas, maxPriorityFeePerGas };
};

describe("EVM fees", function () {
  this.timeout(60_000);
  let test: TestNode;
  let adapter: ChainAdapter;
  beforeEach(async () => {
    test = await testNode();
    adapter = await served(await evmAdapter(test.node.rpcUrl));
  });
  afterEach(async () => {
    await adapter.close();
    await test.close();
  });

  const block = async (baseFee: bigint): Promise<void> => {
    await test.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${baseFee.toString(16)}`]);
    await test.mine(1);
  };
  const sequence = async () => (await adapter.getSigner({ network })).nextSequence;
  const order = async (changes: object = {}) => ({
    network,
    asset: test.asset,
    to: newAccount(),
    amount: 5n,
    sequence: await sequence(),
    ...changes,
  });

  it("rise by the percentage asked for, and at least by what nodes want of a replacement", async () => {
    const asked = await order();
    const first = await adapter.prepareTransfer(asked);
    const replaces = first.signedTransaction;
    const before = feesOf(first);
    for (const [feeRaisePercent, least] of [
      [undefined, 1125n],
      [5, 1125n],
      [50, 1500n],
    ] as const) {
      const changes = { replaces, ...(feeRaisePercent === undefined ? {} : { feeRaisePercent }) };
      const after = feesOf(await adapter.prepareTransfer({ ...asked, ...changes }));
      expect(after.maxFeePerGas * 1000n >= before.maxFeePerGas * least).to.equal(true);
      expect(after.maxPriorityFeePerGas * 1000n >= before.maxPriorityFeePerGas * least).to.equal(true);
      expect(after.gas).to.equal(before.gas);
    }
  });

  it("stay within what one transfer may cost, with less room, and no further", async () => {
    const feeMax = 10n ** 15n;
    await using limited = await served(await evmAdapter(test.node.rpcUrl, { feeMax }));
    await block(9n * gwei);
    const asked = await order();
    const transfer = await limited.prepareTransfer(asked);
    const { gas, maxFeePerGas } = feesOf(transfer);
    expect(gas * maxFeePerGas <= feeMax).to.equal(true);
    expect(maxFeePerGas < feesOf(await adapter.prepareTransfer(asked)).maxFeePerGas, "less room").to.equal(
      true,
    );
    await limited.submitTransfer({ network, signedTransaction: transfer.signedTransaction });
    await test.mine(1);
    const { reference } = transfer;
    expect((await limited.getTransfer({ network, reference })).state).to.equal("included");
    await block(100n * gwei);
    await expectChainError(limited.prepareTransfer(await order()), "FAILED_PRECONDITION", "FEE_ABOVE_LIMIT");
  });

  it("are raised also when the transfer itself would be refused by now, so that its sequence becomes free", async () => {
    const held = (await adapter.getBalance({ network, asset: test.asset, account: signer() })).amount;
    const asked = await order({ amount: held });
    const stuck = await adapter.prepareTransfer(asked);
    // By the time it is replaced another transfer has taken the money, at another place in the order.
    const next = await adapter.prepareTransfer(await order({ amount: 1n, sequence: asked.sequence + 1n }));
    expect(next.sequence).to.equal(asked.sequence + 1n);
    await adapter.submitTransfer({ network, signedTransaction: stuck.signedTransaction });
    await test.mine(1);
    const again = { ...asked, replaces: stuck.signedTransaction };
    expect((await adapter.prepareTransfer(again)).sequence).to.equal(asked.sequence);
    await expectChainError(
      adapter.prepareTransfer({ ...again, to: newAccount() }),
      "FAILED_PRECONDITION",
      "INSUFFICIENT_BALANCE",
    );
  });

  const signer = () => `${network}:${developmentAccount(0).address}`;

  it("tells whose a transaction is, its place, and what it moves", async () => {
    const asked = await order({ amount: 77n });
    const { reference, signedTransaction } = await adapter.prepareTransfer(asked);
    const look = () => adapter.getTransfer({ network, reference });
    expect(await look()).to.not.have.any.keys("placement", "movement");
    await adapter.submitTransfer({ network, signedTransaction });
    const known = {
      placement: { signer: signer(), sequence: asked.sequence },
      movement: { asset: test.asset, to: asked.to, amount: 77n },
    };
    expect(await look()).to.deep.include(known);
    await test.mine(3);
    expect(await look()).to.deep.include({ ...known, state: "finalized" });
  });

  it("takes back what is included on request, and nothing that is not or that is final", async () => {
    const { reference, signedTransaction } = await adapter.prepareTransfer(await order());
    const rehearse = () => adapter.rehearseReorganisation({ network, reference });
    const refused = () => expectChainError(rehearse(), "FAILED_PRECONDITION", "NOT_REHEARSABLE");
    await refused();
    await adapter.submitTransfer({ network, signedTransaction });
    await refused();
    await test.mine(2);
    await rehearse();
    expect((await adapter.getTransfer({ network, reference })).state).to.be.oneOf(["not_found", "pending"]);
    await adapter.submitTransfer({ network, signedTransaction });
    await test.mine(4);
    await refused();
  });
});
