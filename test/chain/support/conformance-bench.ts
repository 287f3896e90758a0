// The network of a conformance test, and what every test does with it.
import type { ChainAdapter, PreparedTransfer, NetworkTransfer } from "../../../src/chain/adapter.ts";

/** What a test can make a node do. */
interface ChainControls {
  /** Blocks, the one with the transfer counted, after which it is final. */
  readonly finalAfterBlocks: number;
  mine(blocks: number): Promise<void>;
  /** Replaces the newest blocks by others of the same number that hold nothing; what was in them is forgotten. */
  reorganise(depth: number): Promise<void>;
  /** Ends the node for good. */
  stopNode(): Promise<void>;
}

/** In what networks may differ: the contract allows both, and the suite expects what is said here. */
interface ChainTraits {
  /** A node tells of transactions that wait for a block: they are `pending`, and counted in `nextSequence`. */
  readonly showsWaiting: boolean;
  /** A transaction is included only after all those of the signer before it. */
  readonly keepsOrder: boolean;
  /** How many sequences beyond the newest final one can be prepared; undefined for any number. */
  readonly preparesAhead: number | undefined;
}

/** An adapter on a network of its own; its signer holds some of the asset and can pay fees. */
export interface ConformanceFixture {
  readonly adapter: ChainAdapter;
  readonly network: string;
  readonly asset: string;
  readonly decimals: number;
  readonly traits: ChainTraits;
  readonly invalidAccounts: readonly string[];
  readonly invalidAssets: readonly string[];
  readonly unknownAsset: string;
  readonly unknownReference: string;
  readonly invalidReference: string;
  readonly controls: ChainControls;
  /** An account that can receive and holds nothing. */
  newAccount(): string;
  /** Other ways to write an account that mean the same one. */
  spellings(account: string): readonly string[];
  close(): Promise<void>;
}

interface Changes {
  readonly to?: string;
  readonly amount?: bigint;
  readonly sequence?: bigint;
  readonly replaces?: Uint8Array;
}

/** A network that each test gets for itself. */
export class ConformanceBench {
  #fixture: ConformanceFixture | undefined;

  /** Declares the hooks of a suite. */
  static use(open: () => Promise<ConformanceFixture>): ConformanceBench {
    const bench = new ConformanceBench();
    beforeEach(async () => {
      bench.#fixture = await open();
    });
    afterEach(() => bench.f.close());
    return bench;
  }

  get f(): ConformanceFixture {
    if (!this.#fixture) throw new Error("no test is running");
    return this.#fixture;
  }

  readonly nextSequence = async (): Promise<bigint> =>
    (await this.f.adapter.getSigner({ network: this.f.network })).nextSequence;

  readonly prepare = async (changes: Changes = {}): Promise<PreparedTransfer> => {
    const { to = this.f.newAccount(), amount = 5n, replaces } = changes;
    const sequence = changes.sequence ?? (await this.nextSequence());
    const order = { network: this.f.network, asset: this.f.asset, to, amount, sequence };
    return this.f.adapter.prepareTransfer(replaces ? { ...order, replaces } : order);
  };

  readonly submit = ({ signedTransaction }: PreparedTransfer): Promise<string> =>
    this.f.adapter.submitTransfer({ network: this.f.network, signedTransaction });

  readonly look = ({ reference, signer, sequence }: PreparedTransfer): Promise<NetworkTransfer> =>
    this.f.adapter.getTransfer({ network: this.f.network, reference, placement: { signer, sequence } });

  readonly balance = async (account: string): Promise<bigint> =>
    (await this.f.adapter.getBalance({ network: this.f.network, asset: this.f.asset, account })).amount;
}
