// A Solana test network with its adapter for each test, and what tests do with them.
import type { Address, KeyPairSigner } from "@solana/kit";
import type { ChainAdapter, PreparedTransfer, NetworkTransfer } from "../../../src/chain/adapter.ts";
import { developmentSigner } from "../../../src/chain/solana/signer.ts";
import { type Tamper, type TamperingProxy, tamperingProxy } from "./proxy.ts";
import { network, newAccount, solanaAdapter, type TestNode, testNode } from "./solana.ts";

interface Changes {
  readonly to?: string;
  readonly amount?: bigint;
  readonly sequence?: bigint;
  readonly asset?: string;
  readonly replaces?: Uint8Array;
}

/** Opened before each test and closed after it. */
export class SolanaBench {
  test!: TestNode;
  adapter!: ChainAdapter;
  signer!: KeyPairSigner;
  /** What a test wants closed after it. */
  readonly closing: (() => Promise<void> | void)[] = [];

  /** Declares the hooks of a group of tests. */
  static use(): SolanaBench {
    const bench = new SolanaBench();
    beforeEach(async () => {
      bench.test = await testNode();
      bench.adapter = await solanaAdapter(bench.test.node.rpcUrl);
      bench.signer = await developmentSigner(0);
    });
    afterEach(async () => {
      for (const close of bench.closing.splice(0)) await close();
      await bench.adapter.close();
      await bench.test.close();
    });
    return bench;
  }

  readonly proxied = async (by?: Tamper): Promise<TamperingProxy> => {
    const proxy = await tamperingProxy(this.test.node.rpcUrl);
    if (by) proxy.tamper(by);
    this.closing.push(() => proxy.close());
    return proxy;
  };

  /** An adapter that sees the node through a proxy which changes answers to one method. */
  readonly through = async (method: string, change: (result: unknown) => unknown): Promise<ChainAdapter> => {
    const proxy = await this.proxied();
    const by = await solanaAdapter(proxy.url);
    proxy.tamper((request, answer) =>
      request.method === method ? { ...answer, result: change(answer.result) } : answer,
    );
    return by;
  };

  readonly prepare = async (changes: Changes = {}, by = this.adapter): Promise<PreparedTransfer> => {
    const sequence = changes.sequence ?? (await by.getSigner({ network })).nextSequence;
    const order = { network, asset: this.test.asset, to: newAccount(), amount: 1000n };
    return by.prepareTransfer({ ...order, ...changes, sequence });
  };

  readonly submit = ({ signedTransaction }: PreparedTransfer, by = this.adapter): Promise<string> =>
    by.submitTransfer({ network, signedTransaction });

  readonly look = (
    { reference, signer, sequence }: PreparedTransfer,
    by = this.adapter,
  ): Promise<NetworkTransfer> => by.getTransfer({ network, reference, placement: { signer, sequence } });

  readonly balance = async (account: string, asset = this.test.asset): Promise<bigint> =>
    (await this.adapter.getBalance({ network, asset, account })).amount;

  readonly lamports = async (of: Address): Promise<bigint> => {
    const answer = await this.test.rpc("getBalance", [of, { commitment: "processed" }]);
    return BigInt((answer as { value: number }).value);
  };
}
