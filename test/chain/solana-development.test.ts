// The second development network: what a node's clients see of it, and what it keeps.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { getBase58Encoder, getBase64Encoder } from "@solana/kit";
import { getNonceDecoder, getTransferSolInstruction } from "@solana-program/system";
import { expect } from "chai";
import type { ChainAdapter, PreparedTransfer } from "../../src/chain/adapter.ts";
import { type DevelopmentNode, startDevelopmentNode } from "../../src/chain/solana/development/server.ts";
import { signedInstructions } from "../../src/chain/solana/development/sign.ts";
import { laneAddresses } from "../../src/chain/solana/lanes.ts";
import { developmentSigner } from "../../src/chain/solana/signer.ts";
import { freePort } from "../support/ports.ts";
import { recordingLog } from "./support/log.ts";
import { ask, network, newAccount, solanaAdapter, type TestNode, testNode } from "./support/solana.ts";
import { addressIn, SOL, stranger } from "./support/solana-scene.ts";

const script = fileURLToPath(new URL("../../src/chain/solana/development/main.ts", import.meta.url));

describe("second development network", function () {
  this.timeout(60_000);
  let dir: string;
  let log: ReturnType<typeof recordingLog>;
  const closing: (() => Promise<unknown>)[] = [];
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "pda-development-"));
    log = recordingLog();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
    rmSync(dir, { recursive: true, force: true });
  });

  const start = async (blockTimeMs = 0): Promise<DevelopmentNode> => {
    const node = await startDevelopmentNode({ dir, port: 0, blockTimeMs, log: log.log });
    closing.push(() => node.close().catch(() => undefined));
    return node;
  };
  const testing = async (): Promise<TestNode> => {
    const test = await testNode();
    closing.push(() => test.close());
    return test;
  };
  const send = async (by: ChainAdapter, asset: string, to = newAccount()): Promise<PreparedTransfer> => {
    const { nextSequence: sequence } = await by.getSigner({ network });
    const transfer = await by.prepareTransfer({ network, asset, to, amount: 42n, sequence });
    await by.submitTransfer({ network, signedTransaction: transfer.signedTransaction });
    return transfer;
  };
  const finalized = async (by: ChainAdapter, { reference }: PreparedTransfer) => {
    for (;;) {
      const transfer = await by.getTransfer({ network, reference });
      if (transfer.state === "finalized") return transfer;
      await sleep(5);
    }
  };

  it("confirms transfers to finality by itself, and rests when there is nothing to confirm", async () => {
    const node = await start(5);
    const by = await solanaAdapter(node.rpcUrl);
    await finalized(by, await send(by, node.asset));
    let height = -1;
    while (height !== node.chain.height("processed")) {
      height = node.chain.height("processed");
      await sleep(100);
    }
    expect(node.chain.height("finalized")).to.equal(height - 2);
  });

  it("is the same network with the same token on every machine", async () => {
    const [a, b] = [await testing(), await testing()];
    expect(a.node.network).to.equal("solana:E82NcHw6fEJriMkBjKUub3gzT9EXAzaF");
    expect(a.asset).to.equal(b.asset);
    expect(await a.rpc("getGenesisHash")).to.equal(await b.rpc("getGenesisHash"));
  });

  it("keeps its blocks, forks and balances over a restart", async () => {
    const node = await start();
    const by = await solanaAdapter(node.rpcUrl);
    const to = newAccount();
    const transfer = await send(by, node.asset, to);
    node.chain.mine();
    node.chain.fork(1);
    node.chain.mine(true);
    await by.submitTransfer({ network, signedTransaction: transfer.signedTransaction });
    for (let i = 0; i < 3; i++) node.chain.mine();
    const before = await finalized(by, transfer);
    const head = node.chain.head("processed");
    await node.close();

    const again = await start();
    expect(again.chain.head("processed")).to.deep.equal(head);
    const after = await solanaAdapter(again.rpcUrl);
    expect(await after.getTransfer({ network, reference: transfer.reference })).to.deep.equal(before);
    expect((await after.getBalance({ network, asset: again.asset, account: to })).amount).to.equal(42n);
    expect(log.lines()).to.not.include("cannot be used");
  });

  it("forgets a line that a crash cut off, and begins anew beside a journal that is damaged", async () => {
    const journal = join(dir, "blocks.jsonl");
    const first = await start();
    const height = first.chain.height("processed");
    await first.close();
    appendFileSync(journal, '{"kind":"block","slot":9');
    const second = await start();
    expect(second.chain.height("processed")).to.equal(height);
    second.chain.mine();
    await second.close();
    const third = await start();
    expect(third.chain.height("processed")).to.equal(height + 1);
    await third.close();

    const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
    writeFileSync(journal, `${lines.toSpliced(0, 1).join("\n")}\n`);
    const fourth = await start();
    expect(fourth.chain.height("processed")).to.equal(height);
    expect(existsSync(`${journal}.damaged`)).to.equal(true);
    expect(log.lines()).to.include("the development network's journal cannot be used");
  });

  it("ends with the process that started it", async () => {
    const port = await freePort();
    const settings = { dir, port, blockTimeMs: 20, logLevel: "error", ready: "ready" };
    const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(settings)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    await once(child, "message");
    const url = `http://127.0.0.1:${port}`;
    expect(await ask(url, "getHealth")).to.equal("ok");
    const ended = once(child, "exit");
    child.disconnect();
    expect((await ended)[0]).to.equal(0);
  });

  it("advances a nonce as the runtime does, whether the transaction succeeded or failed", async () => {
    const test = await testing();
    const by = await solanaAdapter(test.node.rpcUrl);
    const signer = await developmentSigner(0);
    const lanes = await laneAddresses(signer.address);
    const nonceOf = async (lane: number): Promise<string> => {
      const config = { encoding: "base64", commitment: "processed" };
      const answer = (await test.rpc("getAccountInfo", [lanes[lane], config])) as {
        value: { data: [string] };
      };
      return getNonceDecoder().decode(getBase64Encoder().encode(answer.value.data[0])).blockhash;
    };
    // https://docs.rs/solana-nonce: sha256("DURABLE_NONCE" ‖ hash of the block before)
    const expected = (blockhash: string): string => {
      const value = createHash("sha256").update("DURABLE_NONCE");
      return value.update(Uint8Array.from(getBase58Encoder().encode(blockhash))).digest("hex");
    };
    const hex = (nonce: string): string => Buffer.from(getBase58Encoder().encode(nonce)).toString("hex");

    const held = (
      await by.getBalance({ network, asset: test.asset, account: `${network}:${signer.address}` })
    ).amount;
    const order = { network, asset: test.asset, to: newAccount() };
    const all = await by.prepareTransfer({ ...order, amount: held, sequence: 0n });
    const tooMuch = await by.prepareTransfer({ ...order, amount: held, sequence: 1n });
    for (const { signedTransaction } of [all, tooMuch])
      await by.submitTransfer({ network, signedTransaction });
    const before = test.node.chain.head("processed").hash;
    await test.mine(1);
    const states = await Promise.all(
      [all, tooMuch].map(async ({ reference }) => (await by.getTransfer({ network, reference })).state),
    );
    expect(states).to.deep.equal(["included", "failed"]);
    expect(hex(await nonceOf(0))).to.equal(expected(before));
    expect(hex(await nonceOf(1))).to.equal(expected(before));
    // The runtime charges for both.
    await test.mine(3);
    await expectSpent(test, tooMuch.signedTransaction);
  });

  const expectSpent = async (test: TestNode, bytes: Uint8Array): Promise<void> => {
    const wire = Buffer.from(bytes).toString("base64");
    const refused = await test.rpc("sendTransaction", [wire, { encoding: "base64" }]).then(
      () => "taken",
      (error: Error) => error.message,
    );
    expect(refused).to.match(/^-32002/);
  };

  it("answers what it does not know, or not serve, with the errors of a node", async () => {
    const test = await testing();
    const head = test.node.chain.head("processed").slot;
    await test.mine(1);
    await test.fork(1);
    const refusals: [string, unknown[], RegExp][] = [
      ["getNothing", [], /^-32601/],
      ["toString", [], /^-32601/],
      ["getBlock", [10_000, { transactionDetails: "none" }], /^-32004/],
      ["getBlock", [head + 1, { commitment: "confirmed", transactionDetails: "none" }], /^-32007/],
      ["getBlock", [1, { commitment: "processed" }], /^-32602/],
      ["getMultipleAccounts", [["x"]], /^-32602/],
      ["getAccountInfo", [addressIn(newAccount()), { minContextSlot: 10_000 }], /^-32016/],
      ["sendTransaction", ["AAAA", { encoding: "base64" }], /^-32602/],
      ["pdaFork", [1000], /^-32602 only blocks that are not final/],
      ["pdaMine", [0], /^-32602/],
    ];
    for (const [method, params, expected] of refusals) {
      const said = await test.rpc(method, params).then(
        () => "an answer",
        (error: Error) => error.message,
      );
      expect(said, `${method} ${JSON.stringify(params)}`).to.match(expected);
    }
    const batch = await fetch(test.node.rpcUrl, {
      method: "POST",
      body: JSON.stringify([
        { jsonrpc: "2.0", id: 1, method: "getHealth" },
        { jsonrpc: "2.0", id: 2, method: "getSlot", params: [{ commitment: "processed" }] },
      ]),
    });
    expect(await batch.json()).to.deep.equal([
      { jsonrpc: "2.0", id: 1, result: "ok" },
      { jsonrpc: "2.0", id: 2, result: test.node.chain.head("processed").slot },
    ]);
  });

  it("takes a transaction with the hash of a block for 150 blocks, and no longer", async () => {
    const test = await testing();
    const from = await stranger();
    const { hash } = test.node.chain.head("processed");
    const gift = (amount: bigint): Promise<string> =>
      signedInstructions(
        from,
        [],
        [getTransferSolInstruction({ source: from, destination: addressIn(newAccount()), amount })],
        hash,
      );
    const send = async (amount: bigint): Promise<string> =>
      test.rpc("sendTransaction", [await gift(amount), { encoding: "base64" }]).then(
        () => "taken",
        (error: Error) => error.message,
      );
    await test.mine(149);
    expect(await send(SOL)).to.equal("taken");
    await test.mine(1);
    expect(await send(SOL + 1n)).to.equal("-32002 Transaction simulation failed");
  });
});
