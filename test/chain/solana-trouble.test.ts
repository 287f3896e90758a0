// The Solana adapter with keys, strangers and nodes that are not as they should be.
import { type Address } from "@solana/kit";
import {
  getAdvanceNonceAccountInstruction,
  getTransferSolInstructionDataEncoder,
  SYSTEM_PROGRAM_ADDRESS,
} from "@solana-program/system";
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
} from "@solana-program/token";
import { expect } from "chai";
import type { PreparedTransfer } from "../../src/chain/adapter.ts";
import { signedInstructions } from "../../src/chain/solana/development/sign.ts";
import { laneAddresses } from "../../src/chain/solana/lanes.ts";
import { accountName } from "../../src/chain/solana/names.ts";
import { laneInstructions } from "../../src/chain/solana/open-lanes.ts";
import { tokenAccount } from "../../src/chain/solana/token.ts";
import { expectChainError } from "./support/expect.ts";
import { network, newAccount, solanaAdapter } from "./support/solana.ts";
import { fund, include, keyFile, newSigner, newToken, SOL, stranger } from "./support/solana-scene.ts";
import { type Tamper } from "./support/proxy.ts";

import { SolanaBench } from "./support/solana-bench.ts";
describe("Solana network in trouble", function () {
  this.timeout(60_000);
  const bench = SolanaBench.use();

  it("starts while the node is away, and signs nothing for another network that comes in its place", async () => {
    const proxy = await bench.proxied(() => 503);
    const by = await solanaAdapter(proxy.url);
    await expectChainError(by.getSigner({ network }), "UNAVAILABLE", "NODE_UNAVAILABLE");
    proxy.tamper((request, answer) =>
      request.method === "getGenesisHash"
        ? { ...answer, result: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d" }
        : answer,
    );
    await expectChainError(bench.prepare({ sequence: 0n }, by), "FAILED_PRECONDITION", "NETWORK_MISMATCH");
    proxy.tamper((_request, answer) => answer);
    expect((await bench.prepare({ sequence: 0n }, by)).sequence).to.equal(0n);
  });

  it("succeeds when the node has the transaction but its answer was lost", async () => {
    const transfer = await bench.prepare();
    const proxy = await bench.proxied();
    const lossy = await solanaAdapter(proxy.url);
    await lossy.getSigner({ network });
    proxy.tamper((request, answer) => (request.method === "sendTransaction" ? 502 : answer));
    await expectChainError(bench.submit(transfer, lossy), "UNAVAILABLE", "NODE_UNAVAILABLE");
    expect(await bench.submit(transfer)).to.equal(transfer.reference);
    await bench.test.mine(1);
    expect(await bench.submit(transfer)).to.equal(transfer.reference);
    expect((await bench.look(transfer)).state).to.equal("included");
  });

  it("is not confused by transactions of strangers that name its accounts", async () => {
    const to = newAccount();
    await bench.submit(await bench.prepare({ to, sequence: 0n }));
    await bench.test.mine(3);
    const payer = await stranger();
    const [lane] = (await laneAddresses(bench.signer.address)) as [Address];
    for (let i = 0; i < 45; i++) {
      const data = getTransferSolInstructionDataEncoder().encode({ amount: BigInt(i + 1) });
      const accounts = [
        { address: payer.address, role: 3, signer: payer },
        { address: lane, role: 1 },
        { address: bench.signer.address, role: 0 },
      ];
      await include(bench.test, payer, [{ programAddress: SYSTEM_PROGRAM_ADDRESS, accounts, data }]);
    }
    const fresh = await solanaAdapter(bench.test.node.rpcUrl);
    expect((await fresh.getSigner({ network })).nextSequence).to.equal(1n);
    await expectChainError(bench.prepare({ sequence: 0n }, fresh), "FAILED_PRECONDITION", "SEQUENCE_USED");
    await bench.submit(await bench.prepare({ to, sequence: 16n }, fresh), fresh);
    await bench.test.mine(1);
    expect(await bench.balance(to)).to.equal(2000n);
  });

  it("takes a creation of its accounts that failed in a block for no use", async () => {
    await bench.submit(await bench.prepare({ sequence: 0n }));
    await bench.test.mine(1);
    // A second adapter with the same key sent the creation, too. The network included that creation late.
    const [address] = (await laneAddresses(bench.signer.address)) as [Address];
    const creation = laneInstructions({ signer: bench.signer, lane: 0, address, lamports: 1n });
    const { hash } = bench.test.node.chain.head("processed");
    const wire = await signedInstructions(bench.signer, [], creation, hash);
    await bench.test.rpc("sendTransaction", [wire, { encoding: "base64", skipPreflight: true }]);
    await bench.test.mine(3);
    expect((await bench.adapter.getSigner({ network })).nextSequence).to.equal(1n);
    const fresh = await solanaAdapter(bench.test.node.rpcUrl);
    expect((await fresh.getSigner({ network })).nextSequence).to.equal(1n);
    await expectChainError(bench.prepare({ sequence: 0n }, fresh), "FAILED_PRECONDITION", "SEQUENCE_USED");
  });

  it("uses up the sequence of a transfer that the network refuses for good, so that later ones are not held up", async () => {
    const { mint, asset, authority } = await newToken(bench.test, bench.signer.address, 10_000n);
    const receiver = await newSigner();
    const transfer = await bench.prepare({
      asset,
      to: accountName(network, receiver.address),
      sequence: 0n,
    });
    // The issuer freezes the receiver's account after the transfer was signed.
    const ata = await tokenAccount(receiver.address, mint);
    const create = { payer: authority, ata, owner: receiver.address, mint };
    await include(bench.test, authority, [
      getCreateAssociatedTokenIdempotentInstruction(create),
      getFreezeAccountInstruction({ account: ata, mint, owner: authority }),
    ]);
    for (let trial = 0; trial < 4; trial++) {
      await expectChainError(bench.submit(transfer), "FAILED_PRECONDITION", "TRANSFER_REFUSED");
    }
    await bench.test.mine(1);
    expect((await bench.look(transfer)).state, "trials cost nothing").to.equal("not_found");

    expect(await bench.submit(transfer)).to.equal(transfer.reference);
    await bench.test.mine(3);
    expect(await bench.look(transfer)).to.include({ state: "failed", final: true });
    expect(await bench.submit(transfer), "in a block").to.equal(transfer.reference);
    const later = await bench.prepare({ sequence: 16n });
    await bench.submit(later);
    await bench.test.mine(3);
    expect((await bench.look(later)).state).to.equal("finalized");
    expect(await bench.balance(accountName(network, receiver.address), asset)).to.equal(0n);
  });

  describe("with a key of its own", () => {
    const own = async (lamportsGiven: bigint) => {
      const { signer: key, path, remove } = await keyFile();
      bench.closing.push(remove);
      if (lamportsGiven > 0n) await fund(bench.test, key.address, lamportsGiven);
      const { asset } = await newToken(bench.test, key.address, 10_000n);
      const open = () =>
        solanaAdapter(bench.test.node.rpcUrl, { signer: { kind: "file", path }, development: false });
      return { key, asset, open };
    };

    it("makes the accounts of its sequence first, even where somebody has sent lamports to one of them", async () => {
      const { key, asset, open } = await own(SOL);
      const [first] = await laneAddresses(key.address);
      await fund(bench.test, first as Address, SOL / 1000n);
      const by = await open();
      expect(await by.getSigner({ network })).to.include({ nextSequence: 0n, includedSequence: 0n });
      const order = { asset, amount: 40n, to: newAccount() };
      await expectChainError(
        bench.prepare({ ...order, sequence: 0n }, by),
        "UNAVAILABLE",
        "SEQUENCE_NOT_READY",
      );
      await bench.test.mine(1);
      await expectChainError(
        bench.prepare({ ...order, sequence: 0n }, by),
        "UNAVAILABLE",
        "SEQUENCE_NOT_READY",
      );
      await bench.test.mine(2);
      for (let sequence = 0n; sequence < 16n; sequence++) {
        await bench.submit(await bench.prepare({ ...order, sequence }, by), by);
      }
      await bench.test.mine(1);
      expect(await bench.balance(order.to, asset)).to.equal(16n * 40n);
      expect((await by.getSigner({ network })).nextSequence).to.equal(16n);
    });

    it("says when it cannot pay what the network charges", async () => {
      const { open } = await own(0n);
      const by = await open();
      await expectChainError(
        bench.prepare({ sequence: 0n }, by),
        "FAILED_PRECONDITION",
        "INSUFFICIENT_BALANCE",
      );
      expect((await by.getSigner({ network })).nextSequence).to.equal(0n);
      const poor = await own(900_000n);
      const order = { asset: poor.asset, sequence: 0n };
      await expectChainError(
        bench.prepare(order, await poor.open()),
        "FAILED_PRECONDITION",
        "INSUFFICIENT_FEE_BALANCE",
      );
    });

    it("stops when its key was used elsewhere: nothing more is prepared, and nothing is told wrong", async () => {
      const { key, asset, open } = await own(SOL);
      const by = await open();
      await bench.test.mine(3);
      const order = { asset, amount: 40n, sequence: 0n };
      const prepared = await bench.prepare(order, by);
      const [nonceAccount] = (await laneAddresses(key.address)) as [Address];
      await include(bench.test, key, [
        getAdvanceNonceAccountInstruction({ nonceAccount, nonceAuthority: key }),
      ]);
      await bench.test.mine(3);
      const calls = [
        by.getSigner({ network }),
        bench.prepare(order, by),
        bench.submit(prepared, by),
        bench.look(prepared, by),
      ];
      await Promise.all(calls.map((call) => expectChainError(call, "FAILED_PRECONDITION", "SEQUENCE_USED")));
    });
  });

  describe("with a node that is wrong", () => {
    it("does not take a history that was cut off for one that never was", async () => {
      await bench.submit(await bench.prepare({ sequence: 0n }));
      await bench.test.mine(3);
      const by = await bench.through("getSignaturesForAddress", () => []);
      await expectChainError(by.getSigner({ network }), "UNKNOWN", "NODE_REFUSED");
      await expectChainError(bench.prepare({ sequence: 0n }, by), "UNKNOWN", "NODE_REFUSED");
    });

    /** Plays a node whose accounts are current, but whose history lacks a transaction. */
    const without =
      (signature: string): Tamper =>
      ({ method, params }, answer) => {
        if (method === "getSignaturesForAddress") {
          const listed = answer.result as { signature: string }[];
          return { ...answer, result: listed.filter((each) => each.signature !== signature) };
        }
        if (method === "getTransaction" && params?.[0] === signature) return { ...answer, result: null };
        return method === "getSignatureStatuses"
          ? { ...answer, result: { ...(answer.result as object), value: [null] } }
          : answer;
      };
    const use = async (sequence: bigint): Promise<{ to: string; transfer: PreparedTransfer }> => {
      const to = newAccount();
      const transfer = await bench.prepare({ to, sequence });
      await bench.submit(transfer);
      await bench.test.mine(3);
      return { to, transfer };
    };

    for (const { history, earlier } of [
      { history: "its lane's creation", earlier: [] },
      { history: "an earlier transfer", earlier: [0n] },
    ]) {
      it(`does not pay a second time when the node has lost a transfer after ${history}`, async () => {
        for (const sequence of earlier) await use(sequence);
        const sequence = 16n * BigInt(earlier.length);
        const { to, transfer } = await use(sequence);
        const proxy = await bench.proxied(without(transfer.reference));
        const by = await solanaAdapter(proxy.url);
        const calls = [
          () => by.getSigner({ network }),
          () => bench.look(transfer, by),
          () => bench.prepare({ to, sequence }, by),
          () => bench.prepare({ to, sequence, replaces: transfer.signedTransaction }, by),
        ];
        for (const call of calls) await expectChainError(call(), "UNAVAILABLE", "NODE_INCONSISTENT");
        expect(await bench.balance(to)).to.equal(1000n);
      });
    }

    it("refuses a node that no longer keeps the block of the newest use", async () => {
      await use(0n);
      const proxy = await bench.proxied(({ method, id }, answer) =>
        method === "getBlock"
          ? {
              jsonrpc: "2.0",
              id,
              error: { code: -32_001, message: "Block 1 cleaned up, does not exist on node." },
            }
          : answer,
      );
      const by = await solanaAdapter(proxy.url);
      await expectChainError(by.getSigner({ network }), "UNKNOWN", "NODE_REFUSED");
    });

    it("goes on without a restart once the node's history has caught up with its accounts", async () => {
      await use(0n);
      const proxy = await bench.proxied();
      const by = await solanaAdapter(proxy.url);
      expect((await by.getSigner({ network })).nextSequence).to.equal(1n);
      const { transfer } = await use(16n);
      const atSlots: unknown[] = [];
      proxy.tamper((request, answer) => {
        if (request.method === "getSignaturesForAddress") {
          const [, config] = request.params as [string, { minContextSlot?: number }];
          atSlots.push(config.minContextSlot);
        }
        return without(transfer.reference)(request, answer);
      });
      await expectChainError(by.getSigner({ network }), "UNAVAILABLE", "NODE_INCONSISTENT");
      const { slot } = bench.test.node.chain.head("confirmed");
      expect(atSlots, "the history must be as new as the accounts").to.deep.equal([slot]);
      proxy.tamper((_request, answer) => answer);
      expect((await by.getSigner({ network })).nextSequence).to.equal(17n);
      expect((await bench.prepare({ sequence: 32n }, by)).sequence).to.equal(32n);
    });

    it("does not tell where a transfer stands when the node contradicts itself", async () => {
      const transfer = await bench.prepare({ sequence: 0n });
      await bench.submit(transfer);
      await bench.test.mine(1);
      const lies: [string, (result: unknown) => unknown][] = [
        ["getTransaction", () => null],
        ["getTransaction", (found) => ({ ...(found as object), meta: null })],
        ["getBlock", (block) => ({ ...(block as object), signatures: [] })],
        ["getBlockHeight", () => 1],
        ["getSignatureStatuses", (statuses) => ({ ...(statuses as object), value: [null] })],
      ];
      for (const [method, lie] of lies) {
        const by = await bench.through(method, lie);
        await expectChainError(bench.look(transfer, by), "UNAVAILABLE", "NODE_INCONSISTENT", method);
      }
      const early = await bench.through("getSignatureStatuses", (statuses) => {
        const { value } = statuses as { value: object[] };
        return {
          ...(statuses as object),
          value: value.map((each) => ({ ...each, confirmationStatus: "finalized" })),
        };
      });
      expect(await bench.look(transfer, early)).to.include({ state: "included", final: false });
    });

    it("never says that a transfer is older than it is when the node has lost the time of its block", async () => {
      const transfer = await bench.prepare();
      await bench.submit(transfer);
      await bench.test.mine(1);
      const known = (await bench.look(transfer)).inclusion?.blockTime;
      const proxy = await bench.proxied();
      const by = await solanaAdapter(proxy.url);
      const timeless = (...methods: string[]): Tamper => {
        return ({ method }, answer) =>
          methods.includes(method)
            ? { ...answer, result: { ...(answer.result as object), blockTime: null } }
            : answer;
      };
      proxy.tamper(timeless("getBlock"));
      expect((await bench.look(transfer, by)).inclusion?.blockTime).to.deep.equal(known);
      proxy.tamper(timeless("getBlock", "getTransaction"));
      const before = Date.now();
      const { inclusion } = await bench.look(transfer, by);
      expect(inclusion?.blockTime.getTime()).to.be.within(before, Date.now());
    });

    it("asks again later when the node is busy, and tells that it was refused", async () => {
      const proxy = await bench.proxied();
      const by = await solanaAdapter(proxy.url);
      const { id, jsonrpc } = { id: 1, jsonrpc: "2.0" };
      const outcomes: [Tamper, "UNAVAILABLE" | "UNKNOWN", "NODE_UNAVAILABLE" | "NODE_REFUSED"][] = [
        [() => 429, "UNAVAILABLE", "NODE_UNAVAILABLE"],
        [() => 500, "UNAVAILABLE", "NODE_UNAVAILABLE"],
        [() => 401, "UNKNOWN", "NODE_REFUSED"],
        [
          () => ({ id, jsonrpc, error: { code: -32005, message: "Node is behind", data: {} } }),
          "UNAVAILABLE",
          "NODE_UNAVAILABLE",
        ],
        [
          () => ({ id, jsonrpc, error: { code: -32601, message: "Method not found" } }),
          "UNKNOWN",
          "NODE_REFUSED",
        ],
      ];
      for (const [tamper, code, reason] of outcomes) {
        proxy.tamper(tamper);
        await expectChainError(by.getSigner({ network }), code, reason);
      }
    });
  });
});
