// Makes blocks from transactions: a Solana network of one validator, with commitments and forks.
import {
  type Address,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
} from "@solana/kit";
import { readMessage } from "../transaction.ts";
import { Bank, type Incoming, incoming, type BankMoment, type BankOutcome } from "./bank.ts";
import { FUNDED_LAMPORTS, fundedAddresses, setUpTransactions } from "./genesis.ts";
import type { JournalEntry, Journal } from "./journal.ts";

export type Commitment = "processed" | "confirmed" | "finalized";

/** A transaction that a block contains. */
export interface Included {
  readonly signature: string;
  readonly wire: string;
  readonly outcome: BankOutcome;
  readonly addresses: readonly Address[];
}

export interface Block extends BankMoment {
  readonly height: number;
  readonly hash: string;
  readonly transactions: readonly Included[];
}

export interface ChainOptions {
  /** Number of blocks above a block after which it is confirmed, and finalized. */
  readonly confirmedAfter: number;
  readonly finalizedAfter: number;
  readonly journal: Journal;
}

const bytesOf = (wire: string): Uint8Array => Uint8Array.from(getBase64Encoder().encode(wire));

/** Decodes a base64 transaction. @throws Error if the text is not a transaction */
function transactionIn(wire: string): Incoming & { readonly signature: string } {
  const what = incoming(bytesOf(wire));
  return { ...what, signature: getSignatureFromTransaction(what.transaction) };
}

export class Chain {
  readonly #options: ChainOptions;
  /** Blocks by height. The block of height 0 is empty. */
  readonly #blocks: Block[];
  /** The states after the newest, the newest confirmed and the newest finalized block, each with the block's height. */
  #banks: Record<Commitment, { bank: Bank; height: number }>;
  /** Highest position of any hash, including those of abandoned forks. */
  #position = 0;
  /** Transactions that were sent but are in no block, oldest first. */
  readonly #waiting = new Map<string, string>();
  readonly #bySignature = new Map<string, number>();

  private constructor(options: ChainOptions, genesis: Bank) {
    this.#options = options;
    const first = { slot: 0, timeMs: 0, position: 0, height: 0, hash: genesis.blockhash, transactions: [] };
    this.#blocks = [first];
    const at = (): { bank: Bank; height: number } => ({ bank: genesis.copy(), height: 0 });
    this.#banks = { processed: at(), confirmed: at(), finalized: at() };
  }

  /** Rebuilds the chain from its journal, or starts a new chain. */
  static async open(options: ChainOptions): Promise<Chain> {
    const { journal } = options;
    const begin = async (): Promise<Chain> =>
      new Chain(options, Bank.genesis(await fundedAddresses(), FUNDED_LAMPORTS));
    try {
      const entries = journal.read();
      if (entries.length > 0) {
        const chain = await begin();
        for (const entry of entries) chain.#replay(entry);
        return chain;
      }
    } catch (error) {
      journal.putAside((error as Error).message);
    }
    const chain = await begin();
    for (const step of await setUpTransactions(chain.bank("processed"))) {
      for (const wire of step(chain.bank("processed").blockhash)) await chain.send(await wire);
      chain.mine();
    }
    for (let i = 0; i < options.finalizedAfter; i++) chain.mine();
    return chain;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  height(commitment: Commitment): number {
    return this.#banks[commitment].height;
  }

  bank(commitment: Commitment): Bank {
    return this.#banks[commitment].bank;
  }

  block(height: number): Block {
    const found = this.#blocks[height];
    if (!found) throw new Error(`the chain has no block of height ${height}`);
    return found;
  }

  head(commitment: Commitment): Block {
    return this.block(this.height(commitment));
  }

  blockAtSlot(slot: number): Block | undefined {
    // Slots rise with heights. Only forks leave slots out.
    return this.#blocks.findLast((block) => block.slot === slot);
  }

  find(signature: string): { block: Block; included: Included } | undefined {
    const height = this.#bySignature.get(signature);
    if (height === undefined) return undefined;
    const block = this.block(height);
    const included = block.transactions.find((each) => each.signature === signature);
    return included && { block, included };
  }

  /** Yields the transactions that name an account, newest first. */
  *naming(account: Address, commitment: Commitment): Generator<{ block: Block; included: Included }> {
    for (let height = this.height(commitment); height > 0; height--) {
      const block = this.block(height);
      for (const included of block.transactions.toReversed()) {
        if (included.addresses.includes(account)) yield { block, included };
      }
    }
  }

  /** Accepts a transaction for the next block if its trial does not fail. @returns the outcome of the trial */
  async send(wire: string, trial = true): Promise<BankOutcome & { signature: string }> {
    const what = transactionIn(wire);
    const { signature } = what;
    if (this.#waiting.has(signature)) return { signature, included: true, failure: null, logs: [], units: 0 };
    const outcome = trial
      ? this.bank("processed").try(what)
      : { included: true, failure: null, logs: [], units: 0 };
    if (outcome.failure === null) this.#waiting.set(signature, wire);
    return { ...outcome, signature };
  }

  /** Makes a block of the waiting transactions; those with a higher price come first. @param empty makes an empty block instead */
  mine(empty = false): Block {
    const wires = empty ? [] : byPrice([...this.#waiting.values()]);
    if (!empty) this.#waiting.clear();
    const head = this.head("processed");
    // After a fork, the slots of the abandoned blocks stay empty.
    const slot = Math.max(head.slot, this.#highestSlot) + 1;
    const moment = { slot, timeMs: Math.max(Date.now(), head.timeMs), position: this.#position + 1 };
    const block = this.#add(moment, wires);
    const { height, hash, transactions } = block;
    this.#options.journal.append({
      kind: "block",
      ...moment,
      height,
      hash,
      transactions: transactions.map(({ wire }) => wire),
    });
    return block;
  }

  #highestSlot = 0;

  /** Abandons the newest blocks and their transactions. @throws Error if one of the blocks is final */
  fork(depth: number): void {
    this.#takeBack(depth);
    this.#options.journal.append({ kind: "fork", depth });
  }

  #replay(entry: JournalEntry): void {
    if (entry.kind === "fork") return this.#takeBack(entry.depth);
    const { slot, timeMs, position, height, hash, transactions } = entry;
    const block = this.#add({ slot, timeMs, position }, transactions);
    const same = block.height === height && block.hash === hash;
    if (!same || block.transactions.length !== transactions.length) {
      throw new Error("the journal does not lead to the blocks that it records");
    }
  }

  #add(moment: BankMoment, wires: readonly string[]): Block {
    const { bank } = this.#banks.processed;
    const height = this.#blocks.length;
    bank.begin(moment);
    const transactions: Included[] = [];
    for (const wire of wires) {
      const what = transactionIn(wire);
      const outcome = bank.execute(what);
      if (!outcome.included) continue;
      const { staticAccounts } = getCompiledTransactionMessageDecoder().decode(what.transaction.messageBytes);
      transactions.push({ signature: what.signature, wire, outcome, addresses: staticAccounts });
      this.#bySignature.set(what.signature, height);
    }
    bank.end(moment);
    const block: Block = { ...moment, height, hash: bank.blockhash, transactions };
    this.#blocks.push(block);
    this.#banks.processed.height = height;
    this.#position = moment.position;
    this.#highestSlot = moment.slot;
    this.#follow("confirmed", this.#options.confirmedAfter);
    this.#follow("finalized", this.#options.finalizedAfter);
    return block;
  }

  /** Advances a settled state to the newest settled block by executing the same blocks. */
  #follow(commitment: "confirmed" | "finalized", after: number): void {
    const state = this.#banks[commitment];
    while (state.height < this.#blocks.length - 1 - after) {
      state.height++;
      execute(state.bank, this.block(state.height));
    }
  }

  #takeBack(depth: number): void {
    const kept = this.#blocks.length - 1 - depth;
    const { finalized } = this.#banks;
    if (!Number.isInteger(depth) || depth < 1 || kept < finalized.height) {
      throw new Error("only blocks that are not final can be abandoned; the depth must be at least 1");
    }
    for (const { transactions } of this.#blocks.splice(kept + 1)) {
      for (const { signature } of transactions) this.#bySignature.delete(signature);
    }
    const upTo = (height: number): { bank: Bank; height: number } => {
      const bank = finalized.bank.copy();
      for (let at = finalized.height + 1; at <= height; at++) execute(bank, this.block(at));
      return { bank, height };
    };
    const confirmed = Math.max(finalized.height, kept - this.#options.confirmedAfter);
    this.#banks = { processed: upTo(kept), confirmed: upTo(confirmed), finalized };
  }
}

function execute(bank: Bank, block: Block): void {
  bank.begin(block);
  for (const { wire } of block.transactions) bank.execute(transactionIn(wire));
  bank.end(block);
}

/** Sorts transactions by price, highest first, as validators do. */
function byPrice(wires: readonly string[]): string[] {
  const price = (wire: string): bigint =>
    readMessage(Uint8Array.from(transactionIn(wire).transaction.messageBytes))?.price ?? 0n;
  const priced = wires.map((wire) => ({ wire, price: price(wire) }));
  return priced.toSorted((a, b) => Number(b.price - a.price)).map(({ wire }) => wire);
}
