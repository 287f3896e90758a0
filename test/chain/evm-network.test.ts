import { randomBytes } from "node:crypto";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect } from "chai";
import { bytesToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { ChainAdapter, PreparedTransfer, NetworkTransfer } from "../../src/chain/adapter.ts";
import { accountName } from "../../src/chain/evm/names.ts";
import { openEvmNetwork } from "../../src/chain/evm/network.ts";
import { openChainAdapter } from "../../src/chain/open.ts";
import {
  chainId,
  evmAdapter,
  evmOptions,
  network,
  newAccount,
  type TestNode,
  testNode,
} from "./support/evm.ts";
import { expectChainError } from "./support/expect.ts";
import { recordingLog } from "./support/log.ts";
import { deployOddToken, type OddToken } from "./support/odd-tokens.ts";
import { type TamperingProxy, tamperingProxy } from "./support/proxy.ts";
import { served } from "./support/served.ts";

describe("EVM network", function () {
  this.timeout(60_000);
  let test: TestNode;
  let adapter: ChainAdapter;
  const closing: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    test = await testNode();
    adapter = await evmAdapter(test.node.rpcUrl);
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await adapter.close();
    await test.close();
  });

  const proxied = async (): Promise<TamperingProxy> => {
    const proxy = await tamperingProxy(test.node.rpcUrl);
    closing.push(() => proxy.close());
    return proxy;
  };
  const prepare = async (
    asset = test.asset,
    by = adapter,
    changes: { to?: string; amount?: bigint; replaces?: Uint8Array } = {},
  ): Promise<PreparedTransfer> => {
    const { nextSequence: sequence } = await by.getSigner({ network });
    return by.prepareTransfer({ network, asset, to: newAccount(), amount: 1000n, sequence, ...changes });
  };
  const submit = ({ signedTransaction }: PreparedTransfer, by = adapter): Promise<string> =>
    by.submitTransfer({ network, signedTransaction });
  const look = ({ reference }: PreparedTransfer, by = adapter): Promise<NetworkTransfer> =>
    by.getTransfer({ network, reference });

  it("is what a deployment's settings open, with the public key in sandbox mode only", async () => {
    const settings = { rpcUrl: test.node.rpcUrl, chainId, confirmations: 2 };
    const { log } = recordingLog();
    const opened = await openChainAdapter([settings], { development: true, log });
    expect(await opened.listNetworks()).to.deep.equal(await adapter.listNetworks());
    const production = await openChainAdapter([settings], { development: false, log }).then(
      () => "opened",
      (error: Error) => error.message,
    );
    expect(production).to.include("refused in production");
  });

  it("does not start on a node of another chain", async () => {
    const open = openEvmNetwork(evmOptions(test.node.rpcUrl, { chainId: 1 }));
    await expectChainError(open, "FAILED_PRECONDITION", "NETWORK_MISMATCH");
  });

  it("starts while the node is away, and works when it has come", async () => {
    const proxy = await proxied();
    proxy.tamper(() => 503);
    const early = await evmAdapter(proxy.url);
    await expectChainError(early.getSigner({ network }), "UNAVAILABLE", "NODE_UNAVAILABLE");
    proxy.tamper((_request, answer) => answer);
    expect((await early.getSigner({ network })).nextSequence).to.equal(1n);
  });

  it("refuses to sign on a node that turns out to be of another chain", async () => {
    const proxy = await proxied();
    proxy.tamper(() => 503);
    const early = await evmAdapter(proxy.url);
    proxy.tamper(({ method }, answer) => (method === "eth_chainId" ? { ...answer, result: "0x1" } : answer));
    await expectChainError(early.getSigner({ network }), "FAILED_PRECONDITION", "NETWORK_MISMATCH");
  });

  it("tells a node that refuses requests from one that is away, and takes neither for an answer about a token", async () => {
    const proxy = await proxied();
    const by = await evmAdapter(proxy.url);
    await by.getSigner({ network });
    for (const status of [400, 401, 403, 404, 405, 413]) {
      proxy.tamper(() => status);
      await expectChainError(by.getSigner({ network }), "UNKNOWN", "NODE_REFUSED");
      await expectChainError(by.getAsset({ network, asset: test.asset }), "UNKNOWN", "NODE_REFUSED");
    }
    for (const status of [429, 500, 503]) {
      proxy.tamper(() => status);
      await expectChainError(by.getSigner({ network }), "UNAVAILABLE", "NODE_UNAVAILABLE");
    }
  });

  it("gives up on a node that takes requests and never answers", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    closing.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
    });
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const waiting = await evmAdapter(`http://127.0.0.1:${port}`, { requestTimeoutMs: 100 });
    await expectChainError(waiting.getSigner({ network }), "UNAVAILABLE", "NODE_UNAVAILABLE");
  });

  it("names accounts with their checksum, whatever case they come in", async () => {
    const lower = `${network}:0x5fbdb2315678afecb367f032d93f642f64180aa3`;
    const canonical = `${network}:0x5FbDB2315678afecb367f032d93F642f64180aa3`;
    expect(await adapter.validateAccount({ network, account: lower })).to.equal(canonical);
    expect(await adapter.validateAccount({ network, account: canonical })).to.equal(canonical);
  });

  it("shows a reorganisation that puts the transfer into another block of the same height", async () => {
    const transfer = await prepare();
    await submit(transfer);
    await test.mine(1);
    const before = await look(transfer);
    await test.rpc("anvil_reorg", [1, [[bytesToHex(transfer.signedTransaction), 0]]]);
    const after = await look(transfer);
    expect(after.state).to.equal("included");
    expect(after.inclusion?.height).to.equal(before.inclusion?.height);
    expect(after.inclusion?.block).to.not.equal(before.inclusion?.block);
  });

  it("goes by depth alone where the node does not know the finalized tag", async () => {
    const proxy = await proxied();
    proxy.tamper(({ params }, answer) =>
      params?.[0] === "finalized"
        ? { jsonrpc: "2.0", id: answer.id, error: { code: -32602, message: "unknown block tag" } }
        : answer,
    );
    const old = await evmAdapter(proxy.url, { confirmations: 5 });
    const transfer = await prepare(test.asset, old);
    await submit(transfer, old);
    await test.mine(4);
    expect(await look(transfer, old)).to.include({ state: "included", confirmationCount: 4, final: false });
    await test.mine(1);
    expect(await look(transfer, old)).to.include({ state: "finalized", confirmationCount: 5, final: true });
  });

  it("never goes by depth alone after the node has answered the finalized tag, or while it fails otherwise", async () => {
    const proxy = await proxied();
    const refuse = (code: number, message: string): void =>
      proxy.tamper(({ params }, answer) =>
        params?.[0] === "finalized" ? { jsonrpc: "2.0", id: answer.id, error: { code, message } } : answer,
      );
    const missing = (): void =>
      proxy.tamper(({ params }, answer) =>
        params?.[0] === "finalized" ? { ...answer, result: null } : answer,
      );
    const transfer = await prepare();
    await submit(transfer);
    await test.mine(2);
    const fresh = await evmAdapter(proxy.url, { confirmations: 2 });
    refuse(-39001, "finalized block not found");
    await expectChainError(look(transfer, fresh), "UNAVAILABLE", "NODE_UNAVAILABLE");
    missing();
    await expectChainError(look(transfer, fresh), "UNAVAILABLE", "NODE_UNAVAILABLE");

    proxy.tamper((_request, answer) => answer);
    expect(await look(transfer, fresh)).to.include({ state: "included", confirmationCount: 2 });
    refuse(-32602, "unknown block tag");
    await expectChainError(look(transfer, fresh), "UNAVAILABLE", "NODE_INCONSISTENT");
    missing();
    await expectChainError(look(transfer, fresh), "UNAVAILABLE", "NODE_UNAVAILABLE");
    proxy.tamper((_request, answer) => answer);
    await test.mine(1);
    expect((await look(transfer, fresh)).state).to.equal("finalized");
  });

  it("waits for the configured depth where the node calls blocks final earlier", async () => {
    const careful = await evmAdapter(test.node.rpcUrl, { confirmations: 6 });
    const transfer = await prepare();
    await submit(transfer);
    await test.mine(5);
    expect((await look(transfer, careful)).state).to.equal("included");
    expect((await look(transfer)).state).to.equal("finalized");
    await test.mine(1);
    expect((await look(transfer, careful)).state).to.equal("finalized");
  });

  it("believes no receipt whose block is not in the chain", async () => {
    const transfer = await prepare();
    await submit(transfer);
    await test.mine(3);
    const proxy = await proxied();
    const lied = await evmAdapter(proxy.url);
    proxy.tamper(({ method }, answer) =>
      method === "eth_getTransactionReceipt"
        ? { ...answer, result: { ...(answer.result as object), blockHash: `0x${"ab".repeat(32)}` } }
        : answer,
    );
    await expectChainError(look(transfer, lied), "UNAVAILABLE", "NODE_INCONSISTENT");
  });

  it("does not take a lost answer for a refusal: submitting again succeeds", async () => {
    const transfer = await prepare();
    const proxy = await proxied();
    const lossy = await evmAdapter(proxy.url);
    proxy.tamper(({ method }, answer) => (method === "eth_sendRawTransaction" ? 502 : answer));
    await expectChainError(submit(transfer, lossy), "UNAVAILABLE", "NODE_UNAVAILABLE");
    expect(await submit(transfer)).to.equal(transfer.reference);
  });

  it("does not take a refusal for the answer that the node has the transaction", async () => {
    const transfer = await prepare();
    const proxy = await proxied();
    const old = await evmAdapter(proxy.url);
    const error = { code: -32_000, message: "unknown transaction type" };
    proxy.tamper(({ method, id }, answer) => {
      if (method === "eth_sendRawTransaction") return { jsonrpc: "2.0", id, error };
      return method === "eth_getTransactionByHash" ? { ...answer, result: null } : answer;
    });
    await expectChainError(submit(transfer, old), "UNKNOWN", "NODE_REFUSED");
  });

  it("refuses a transaction that pays too little to displace another", async () => {
    const first = await prepare();
    const { sequence } = first;
    const order = { network, asset: test.asset, to: newAccount(), amount: 2n, sequence };
    const dearer = await adapter.prepareTransfer({ ...order, replaces: first.signedTransaction });
    await submit(dearer);
    await expectChainError(submit(first), "FAILED_PRECONDITION", "FEE_TOO_LOW");
  });

  it("says when the signer cannot pay the network's fee", async () => {
    const key = bytesToHex(randomBytes(32));
    const poor = await evmAdapter(test.node.rpcUrl, { signer: { kind: "key", key } });
    const to = accountName(network, privateKeyToAccount(key).address);
    await submit(await prepare(test.asset, adapter, { to, amount: 50n }));
    await test.mine(1);
    const call = prepare(test.asset, poor, { amount: 10n });
    await expectChainError(call, "FAILED_PRECONDITION", "INSUFFICIENT_FEE_BALANCE");
  });

  it("shows neither the signer's key nor the node's address in logs and errors", async () => {
    const key = bytesToHex(randomBytes(32)).slice(2);
    const proxy = await proxied();
    const rpcUrl = `${proxy.url}/v3/credential-of-the-node`;
    const remote = await served(await evmAdapter(rpcUrl, { signer: { kind: "key", key } }));
    closing.push(() => remote.close());
    proxy.tamper(() => 500);
    const error = await expectChainError(remote.getSigner({ network }), "UNAVAILABLE", "NODE_UNAVAILABLE");
    expect(remote.lines()).to.include("NODE_UNAVAILABLE");
    for (const secret of [key, "credential-of-the-node"]) {
      expect(remote.lines() + error.message).to.not.include(secret);
    }
  });

  describe("with tokens that are not what EIP-20 says", () => {
    const outcome = async (name: OddToken): Promise<string> => {
      const transfer = await prepare(await deployOddToken(test, name));
      await submit(transfer);
      await test.mine(1);
      return (await look(transfer)).state;
    };

    it("does not sign a transfer that the token answers with false", async () => {
      const asset = await deployOddToken(test, "Refusing");
      await expectChainError(prepare(asset), "FAILED_PRECONDITION", "TRANSFER_REFUSED");
    });

    it("takes a token without an answer by its event", async () => {
      expect(await outcome("Silent")).to.equal("included");
    });

    it("calls a transfer of less than was asked for unclear, because it has paid something", async () => {
      expect(await outcome("Charging")).to.equal("unclear");
    });

    it("describes a token without a symbol", async () => {
      const asset = await deployOddToken(test, "Silent");
      expect(await adapter.getAsset({ network, asset })).to.deep.equal({ asset, decimals: 6, symbol: "" });
    });
  });
});
