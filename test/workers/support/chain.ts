// A real node whose blocks the test makes, and a real adapter behind gRPC that can be taken down and brought back.
import { createWalletClient, erc20Abi, http, parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { ChainAdapter } from "../../../src/chain/adapter.ts";
import { connectChainAdapter } from "../../../src/chain/client.ts";
import { type ChainAdapterServer, serveChainAdapter } from "../../../src/chain/server.ts";
import type { EvmNetworkOptions } from "../../../src/chain/evm/network.ts";
import { developmentAccount } from "../../../src/chain/evm/signer.ts";
import type { TlsMaterial } from "../../../src/rpc/mutual-tls.ts";
import { fixedTls } from "../../support/fixed-tls.ts";
import { adapterId, throwAwayRoot, trustDomain, workerId } from "../../chain/support/certificates.ts";
import { evmAdapter, network, type TestNode, testNode } from "../../chain/support/evm.ts";
import { recordingLog } from "../../chain/support/log.ts";

/** Blocks above a transfer that make it final on the test node. */
export const finalAfterBlocks = 3;

/** The network of a test with its adapter. */
export class TestChain {
  readonly network = network;
  readonly node: TestNode;
  #own: ChainAdapter;
  readonly #certificates: { adapter: TlsMaterial; worker: TlsMaterial };
  #server: ChainAdapterServer;

  private constructor(
    node: TestNode,
    own: ChainAdapter,
    certificates: { adapter: TlsMaterial; worker: TlsMaterial },
    server: ChainAdapterServer,
  ) {
    this.node = node;
    this.#own = own;
    this.#certificates = certificates;
    this.#server = server;
  }

  /** @param changes of the adapter's options; with `through`, it asks the node there instead */
  static async start(
    changes: Partial<EvmNetworkOptions> = {},
    through: (rpcUrl: string) => Promise<string> = async (rpcUrl) => rpcUrl,
  ): Promise<TestChain> {
    const node = await testNode();
    const own = await evmAdapter(await through(node.node.rpcUrl), changes);
    const root = await throwAwayRoot();
    const certificates = { adapter: await root.issue(adapterId), worker: await root.issue(workerId) };
    return new TestChain(node, own, certificates, await serve(own, certificates.adapter, 0));
  }

  get asset(): string {
    return this.node.asset;
  }

  /** What a worker holds: a client of its own. */
  client(): ChainAdapter {
    return connectChainAdapter({
      address: `127.0.0.1:${this.#server.port}`,
      tls: fixedTls(this.#certificates.worker),
      expectedPeer: adapterId,
    });
  }

  /** Ends the adapter's process, as it were. */
  async adapterDown(): Promise<void> {
    await this.#server.close();
  }

  async adapterUp(): Promise<void> {
    this.#server = await serve(this.#own, this.#certificates.adapter, this.#server.port);
  }

  /**
   * Has the adapter sign with another key from now on; `endow` it first, before the former signer has paid anything. Without a key it is
   * the first signer again.
   */
  async signWith(key?: `0x${string}`): Promise<void> {
    await this.#server.close();
    await this.#own.close();
    const signer = key ? ({ kind: "key", key } as const) : ({ kind: "development" } as const);
    this.#own = await evmAdapter(this.node.node.rpcUrl, { signer });
    await this.adapterUp();
  }

  /** Minor units that an account holds on the network. */
  async balance(account: string): Promise<bigint> {
    return (await this.#own.getBalance({ network, asset: this.asset, account })).amount;
  }

  /** Gives another signer what it pays out, and what fees are paid in. */
  async endow(key: `0x${string}`): Promise<void> {
    const { client, node, mine } = this.node;
    const to = privateKeyToAccount(key).address;
    const wallet = createWalletClient({
      account: developmentAccount(0),
      chain: client.chain!,
      transport: http(node.rpcUrl),
    });
    await wallet.sendTransaction({ to, value: parseEther("10") });
    const address = this.asset.split(":").at(-1) as `0x${string}`;
    const args = [to, 10n ** 15n] as const;
    await wallet.writeContract({ address, abi: erc20Abi, functionName: "transfer", args });
    await mine(1);
  }

  async close(): Promise<void> {
    await this.#server.close();
    await this.#own.close();
    await this.node.close();
  }
}

function serve(adapter: ChainAdapter, material: TlsMaterial, port: number): Promise<ChainAdapterServer> {
  const { log } = recordingLog();
  return serveChainAdapter({
    adapter,
    tls: fixedTls(material),
    host: "127.0.0.1",
    port,
    trustDomain,
    log,
  });
}
