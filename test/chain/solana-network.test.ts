// What is particular to the Solana adapter; what all families promise is in conformance.ts.
import {
  type Address,
  getBase64Encoder,
  type Instruction,
  type KeyPairSigner,
  type Nonce,
} from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import {
  AuthorityType,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getInitializeAccount3Instruction,
  getSetAuthorityInstruction,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token";
import { expect } from "chai";
import type { PreparedTransfer } from "../../src/chain/adapter.ts";
import { openChainAdapter } from "../../src/chain/open.ts";
import { signedInstructions } from "../../src/chain/solana/development/sign.ts";
import { laneAddresses } from "../../src/chain/solana/lanes.ts";
import { accountName, assetName } from "../../src/chain/solana/names.ts";
import { openSolanaNetwork } from "../../src/chain/solana/network.ts";
import { tokenAccount } from "../../src/chain/solana/token.ts";
import { readSigned, signMovement } from "../../src/chain/solana/transaction.ts";
import { expectChainError } from "./support/expect.ts";
import { recordingLog } from "./support/log.ts";
import { served } from "./support/served.ts";
import { network, newAccount, solanaAdapter, solanaOptions, testNode } from "./support/solana.ts";
import {
  addressIn,
  createAccount,
  include,
  keyFile,
  newSigner,
  newToken,
  stranger,
} from "./support/solana-scene.ts";

import { SolanaBench } from "./support/solana-bench.ts";
describe("Solana network", function () {
  this.timeout(60_000);
  const bench = SolanaBench.use();

  it("is what a deployment's settings open, with the public key in sandbox mode only", async () => {
    const settings = { rpcUrl: bench.test.node.rpcUrl, confirmations: 2 };
    const { log } = recordingLog();
    for (const name of [undefined, network]) {
      const opened = await openChainAdapter([{ ...settings, name }], { development: true, log });
      expect(await opened.listNetworks()).to.deep.equal(await bench.adapter.listNetworks());
    }
    const refusal = async (name: string | undefined, development: boolean): Promise<string> =>
      openChainAdapter([{ ...settings, name }], { development, log }).then(
        () => "opened",
        (error: Error) => error.message,
      );
    expect(await refusal(network, false)).to.include("refused in production");
    expect(await refusal("cosmos:cosmoshub-4", true)).to.include("no adapter supports the namespace cosmos");
    expect(await refusal("solana:mainnet", true)).to.include("is not the name of a Solana network");
  });

  it("does not start on a node of another network", async () => {
    const other = solanaOptions(bench.test.node.rpcUrl, {
      network: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    });
    await expectChainError(openSolanaNetwork(other), "FAILED_PRECONDITION", "NETWORK_MISMATCH");
  });

  it("says pending of what one validator has seen and the network has not agreed on", async () => {
    const slow = await testNode({ confirmedAfter: 1, finalizedAfter: 3 });
    bench.closing.push(() => slow.close());
    const by = await solanaAdapter(slow.node.rpcUrl);
    const transfer = await bench.prepare({ asset: slow.asset }, by);
    await bench.submit(transfer, by);
    await slow.mine(1);
    expect((await bench.look(transfer, by)).state).to.equal("pending");
    await slow.mine(1);
    expect(await bench.look(transfer, by)).to.include({
      state: "included",
      confirmationCount: 1,
      final: false,
    });
    await slow.mine(1);
    expect(await bench.look(transfer, by)).to.include({
      state: "included",
      confirmationCount: 2,
      final: false,
    });
    await slow.mine(1);
    expect(await bench.look(transfer, by)).to.include({
      state: "finalized",
      confirmationCount: 3,
      final: true,
    });
  });

  it("tells of the sequence of the account that it signed with before", async () => {
    await bench.submit(await bench.prepare());
    await bench.test.mine(1);
    const before = await bench.adapter.getSigner({ network });
    expect(before).to.include({ nextSequence: 1n, includedSequence: 1n });
    const { path, remove } = await keyFile();
    bench.closing.push(async () => remove());
    const after = await solanaAdapter(bench.test.node.rpcUrl, { signer: { kind: "file", path } });
    expect(await after.getSigner({ network, account: before.account })).to.deep.equal(before);
    expect((await after.getSigner({ network })).nextSequence).to.equal(0n);
  });

  it("pays the fee and the receiver's token account, once", async () => {
    const to = newAccount();
    const before = await bench.lamports(bench.signer.address);
    await bench.submit(await bench.prepare({ to }));
    await bench.test.mine(1);
    const first = before - (await bench.lamports(bench.signer.address));
    await bench.submit(await bench.prepare({ to }));
    await bench.test.mine(1);
    const second = before - first - (await bench.lamports(bench.signer.address));
    const rent = (await bench.test.rpc("getMinimumBalanceForRentExemption", [getTokenSize()])) as number;
    expect(first - second).to.equal(BigInt(rent));
    expect(Number(second)).to.be.within(5000, 10_000);
    expect(await bench.balance(to)).to.equal(2000n);
  });

  it("replaces a transfer by one that offers more, which then goes first", async () => {
    const sequence = 0n;
    const stuck = await bench.prepare({ sequence });
    const bumps: PreparedTransfer[] = [stuck];
    for (let i = 0; i < 3; i++) {
      bumps.push(
        await bench.prepare({ sequence, replaces: (bumps.at(-1) as PreparedTransfer).signedTransaction }),
      );
    }
    const prices = await Promise.all(
      bumps.map(async (each) => (await readSigned(each.signedTransaction)).price),
    );
    prices.reduce((low, high) => {
      expect(high > low).to.equal(true);
      return high;
    });
    for (const each of bumps) await bench.submit(each);
    await bench.test.mine(1);
    expect((await bench.look(bumps[3] as PreparedTransfer)).state).to.equal("included");
    const others = await Promise.all(bumps.slice(0, 3).map(async (each) => (await bench.look(each)).state));
    expect(others).to.deep.equal(["replaced", "replaced", "replaced"]);
  });

  it("pays by as many percent more as it is told, and never more than it may", async () => {
    const limited = await solanaAdapter(bench.test.node.rpcUrl, { feeMax: 5_000n + 240n });
    const first = await bench.prepare({ sequence: 0n }, limited);
    const priceOf = async (each: PreparedTransfer) => (await readSigned(each.signedTransaction)).price;
    expect(await priceOf(first)).to.equal(1000n);
    const order = { network, asset: bench.test.asset, to: newAccount(), amount: 1000n, sequence: 0n };
    const replaces = first.signedTransaction;
    const half = await limited.prepareTransfer({ ...order, replaces, feeRaisePercent: 50 });
    expect(await priceOf(half)).to.equal(1500n);
    const most = await limited.prepareTransfer({ ...order, replaces, feeRaisePercent: 900 });
    expect(await priceOf(most)).to.equal(2000n);
    await expectChainError(
      limited.prepareTransfer({ ...order, replaces: most.signedTransaction, feeRaisePercent: 10 }),
      "FAILED_PRECONDITION",
      "FEE_ABOVE_LIMIT",
    );
    const poor = await solanaAdapter(bench.test.node.rpcUrl, { feeMax: 4999n });
    await expectChainError(bench.prepare({ sequence: 0n }, poor), "FAILED_PRECONDITION", "FEE_ABOVE_LIMIT");
  });

  it("replaces no transfer that carries another value or another account of the sequence", async () => {
    const transfer = await bench.prepare({ sequence: 0n });
    const signed = await readSigned(transfer.signedTransaction);
    const mint = addressIn(bench.test.asset);
    const source = await tokenAccount(bench.signer.address, mint);
    const destination = await tokenAccount(signed.receiver, mint);
    const [, second] = (await laneAddresses(bench.signer.address)) as [Address, Address];
    const value = bench.test.node.chain.head("processed").hash as Nonce;
    for (const change of [{}, { nonce: value }, { lane: second }]) {
      const movement = { ...signed, decimals: 6, source, destination, ...change };
      const { bytes: replaces } = await signMovement(bench.signer, movement);
      const raised = bench.prepare({ sequence: 0n, replaces });
      if (Object.keys(change).length === 0) expect((await raised).sequence).to.equal(0n);
      else await expectChainError(raised, "FAILED_PRECONDITION", "SEQUENCE_USED");
    }
  });

  it("takes only whole transactions of its own making, signed by whom they name", async () => {
    const { signedTransaction } = await bench.prepare();
    const invalid = (bytes: Uint8Array) =>
      expectChainError(
        bench.adapter.submitTransfer({ network, signedTransaction: bytes }),
        "INVALID_ARGUMENT",
        "INVALID_TRANSACTION",
      );
    const changed = (at: number): Uint8Array => {
      const bytes = Uint8Array.from(signedTransaction);
      bytes[at] = (bytes[at] as number) ^ 1;
      return bytes;
    };
    for (let at = 0; at < signedTransaction.length; at += 7) await invalid(changed(at));
    await invalid(Uint8Array.from([...signedTransaction, 0]));
    const gift = getTransferSolInstruction({
      source: bench.signer,
      destination: addressIn(newAccount()),
      amount: 5n,
    });
    const { hash } = bench.test.node.chain.head("processed");
    await invalid(
      Uint8Array.from(getBase64Encoder().encode(await signedInstructions(bench.signer, [], [gift], hash))),
    );
  });

  describe("a receiver that cannot be paid", () => {
    const refused = (to: string, asset = bench.test.asset) =>
      expectChainError(bench.prepare({ to, asset }), "FAILED_PRECONDITION", "TRANSFER_REFUSED");

    it("is a token account, even one whose address is a public key", async () => {
      const account = await newSigner();
      await createAccount(bench.test, account, getTokenSize(), TOKEN_PROGRAM_ADDRESS);
      const owner = addressIn(newAccount());
      const mint = addressIn(bench.test.asset);
      await include(bench.test, await stranger(), [
        getInitializeAccount3Instruction({ account: account.address, mint, owner }),
      ]);
      await refused(accountName(network, account.address));
      expect((await bench.prepare({ to: accountName(network, owner) })).sequence).to.equal(0n);
    });

    it("is one whose token account was given to somebody else, or is frozen", async () => {
      const { mint, asset, authority } = await newToken(bench.test, bench.signer.address, 10_000n);
      const [given, frozen] = [await newSigner(), await newSigner()];
      const make = async (owner: KeyPairSigner, then: (ata: Address) => Instruction): Promise<void> => {
        const ata = await tokenAccount(owner.address, mint);
        const payer = await stranger();
        const create = getCreateAssociatedTokenIdempotentInstruction({
          payer,
          ata,
          owner: owner.address,
          mint,
        });
        const signers = then(ata).accounts?.some((each) => each.address === owner.address) ? [owner] : [];
        await include(bench.test, payer, [create, then(ata)], signers);
      };
      await make(frozen, (account) => getFreezeAccountInstruction({ account, mint, owner: authority }));
      await make(given, (owned) =>
        getSetAuthorityInstruction({
          owned,
          owner: given,
          authorityType: AuthorityType.AccountOwner,
          newAuthority: authority.address,
        }),
      );
      await refused(accountName(network, frozen.address), asset);
      await refused(accountName(network, given.address), asset);
      const account = accountName(network, given.address);
      expect(await bench.balance(account, asset), "held by another").to.equal(0n);
    });
  });

  it("does not transfer tokens of programs that may keep a part", async () => {
    const mint = await newSigner();
    const program = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb" as Address;
    await createAccount(bench.test, mint, 82, program);
    const asset = assetName(network, mint.address);
    await expectChainError(bench.adapter.getAsset({ network, asset }), "INVALID_ARGUMENT", "INVALID_ASSET");
    await expectChainError(bench.prepare({ asset }), "INVALID_ARGUMENT", "INVALID_ASSET");
  });

  it("shows neither the signer's key nor the node's address in logs and errors", async () => {
    const proxy = await bench.proxied();
    const rpcUrl = `${proxy.url}/v3/credential-of-the-node`;
    const { path, remove } = await keyFile();
    bench.closing.push(remove);
    const remote = await served(await solanaAdapter(rpcUrl, { signer: { kind: "file", path } }));
    bench.closing.push(() => remote.close());
    proxy.tamper(() => 500);
    const error = await expectChainError(remote.getSigner({ network }), "UNAVAILABLE", "NODE_UNAVAILABLE");
    expect(remote.lines()).to.include("NODE_UNAVAILABLE");
    expect(remote.lines() + error.message).to.not.include("credential-of-the-node");
  });
});
