// The state after a block: the Solana virtual machine with its accounts, plus the rules that a validator adds.
import { createHash } from "node:crypto";
import {
  type Address,
  address,
  decompileTransactionMessage,
  type EncodedAccount,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
  isTransactionMessageWithDurableNonceLifetime,
  lamports,
  type Transaction,
} from "@solana/kit";
import { getNonceSize } from "@solana-program/system";
import { Clock, FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from "litesvm";
import { base58Bytes } from "../names.ts";

/** Number of blocks for which a block's hash stays valid as a transaction's lifetime. */
const BLOCKHASHES_VALID = 150;
/** Number of transactions that the machine remembers, so that it executes none twice. */
const HISTORY = 10_000n;
/** Byte offset of the nonce value in a nonce account: after version, state and authority. */
const NONCE_AT = 40;

/** TransactionError of the Solana SDK, in the form that nodes use. */
type TransactionFailure = string | { readonly [kind: string]: unknown };

/** The outcome of executing a transaction. */
export interface BankOutcome {
  /**
   * True when a block can contain the transaction. A transaction that fails while it runs is included too: it pays its fee and uses its
   * nonce.
   */
  readonly included: boolean;
  readonly failure: TransactionFailure | null;
  readonly logs: readonly string[];
  readonly units: number;
}

/** The time and position of a block. */
export interface BankMoment {
  readonly slot: number;
  readonly timeMs: number;
  /** Position of the block's hash in the machine's sequence of hashes. Every block of every fork has its own position. */
  readonly position: number;
}

/** A transaction with the parts that the validator's rules need. */
export interface Incoming {
  readonly transaction: Transaction;
  readonly lifetime: string;
  /** The nonce account of a durable transaction; undefined for others. */
  readonly nonceAccount: Address | undefined;
}

/** Decodes a transaction. @throws Error if the bytes are not a transaction */
export function incoming(wire: Uint8Array): Incoming {
  const transaction = getTransactionDecoder().decode(wire);
  const compiled = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  const message = decompileTransactionMessage(compiled);
  const durable = isTransactionMessageWithDurableNonceLifetime(message);
  const [first] = message.instructions as readonly Instruction[];
  return {
    transaction,
    lifetime: compiled.lifetimeToken,
    nonceAccount: durable ? first?.accounts?.[0]?.address : undefined,
  };
}

/** Reads the kind of a failure from the machine's text. The binding has numbers for the kinds, but no names for the numbers. */
function failureIn(failed: FailedTransactionMetadata): TransactionFailure {
  const [, kind = "SanitizeFailure", index, inner, code] =
    /err: (\w+)(?:\((\d+), (\w+)(?:\((\d+)\))?\))?/.exec(failed.toString()) ?? [];
  if (index === undefined || inner === undefined) return kind;
  return { [kind]: [Number(index), code === undefined ? inner : { [inner]: Number(code) }] };
}

export class Bank {
  readonly #svm: LiteSVM;
  #position: number;
  /** Hashes of the newest blocks, newest last. */
  readonly #hashes: string[];

  private constructor(svm: LiteSVM, position: number, hashes: string[]) {
    this.#svm = svm;
    this.#position = position;
    this.#hashes = hashes;
  }

  /** Creates the state before the first block: the programs, and the funded accounts. */
  static genesis(funded: readonly Address[], each: bigint): Bank {
    const svm = new LiteSVM().withTransactionHistory(HISTORY);
    for (const account of funded) {
      svm.setAccount({
        address: account,
        lamports: lamports(each),
        data: new Uint8Array(),
        executable: false,
        programAddress: address("11111111111111111111111111111111"),
        space: 0n,
      });
    }
    return new Bank(svm, 0, [svm.latestBlockhash()]);
  }

  copy(): Bank {
    return new Bank(LiteSVM.fromBytes(this.#svm.toBytes()), this.#position, [...this.#hashes]);
  }

  /** Hash of the newest block. */
  get blockhash(): string {
    return this.#svm.latestBlockhash();
  }

  account(of: Address): EncodedAccount | undefined {
    const found = this.#svm.getAccount(of);
    return found.exists && found.lamports > 0n ? found : undefined;
  }

  rentExemption(bytes: bigint): bigint {
    return this.#svm.minimumBalanceForRentExemption(bytes);
  }

  /** Opens a block. Transactions that run from now on see its slot and time. */
  begin({ slot, timeMs }: BankMoment): void {
    const clock = this.#svm.getClock();
    const seconds = BigInt(Math.floor(timeMs / 1000));
    this.#svm.setClock(
      new Clock(BigInt(slot), clock.epochStartTimestamp, clock.epoch, clock.leaderScheduleEpoch, seconds),
    );
  }

  /** Executes a transaction in the open block. */
  execute(what: Incoming): BankOutcome {
    return this.#run(what, (svm) => svm.sendTransaction(what.transaction));
  }

  /** Simulates a transaction without changing the state. */
  try(what: Incoming): BankOutcome {
    return this.#run(
      what,
      (svm) => {
        const answer = svm.simulateTransaction(what.transaction);
        return answer instanceof FailedTransactionMetadata ? answer : answer.meta();
      },
      true,
    );
  }

  #run(
    { lifetime, nonceAccount }: Incoming,
    run: (svm: LiteSVM) => TransactionMetadata | FailedTransactionMetadata,
    trial = false,
  ): BankOutcome {
    if (nonceAccount === undefined && !this.#hashes.includes(lifetime)) {
      return { included: false, failure: "BlockhashNotFound", logs: [], units: 0 };
    }
    // The machine checks nonces and only its newest hash. The rule that older hashes stay valid for a while belongs to validators.
    const answer = run(this.#svm.withBlockhashCheck(nonceAccount !== undefined));
    const failure = answer instanceof FailedTransactionMetadata ? failureIn(answer) : null;
    const included = typeof failure !== "string";
    if (included && nonceAccount !== undefined && !trial) this.#advance(nonceAccount);
    const meta = answer instanceof FailedTransactionMetadata ? answer.meta() : answer;
    return { included, failure, logs: meta.logs(), units: Number(meta.computeUnitsConsumed()) };
  }

  /**
   * Sets a used nonce to the value that the real runtime would give it, which depends on the fork. The machine knows no forks: it derives
   * the value from the previous one. It also takes the value back with all other changes when a transaction fails.
   */
  #advance(nonceAccount: Address): void {
    const account = this.account(nonceAccount);
    if (account?.data.length !== getNonceSize()) return;
    const value = createHash("sha256").update("DURABLE_NONCE").update(base58Bytes(this.blockhash)).digest();
    const data = Uint8Array.from(account.data);
    data.set(value, NONCE_AT);
    this.#svm.setAccount({ ...account, data });
  }

  /** Closes the block and gives it its hash. */
  end({ position }: BankMoment): void {
    if (position <= this.#position) throw new Error("the position of a block's hash was used before");
    while (this.#position < position) {
      this.#svm.expireBlockhash();
      this.#position++;
    }
    this.#hashes.push(this.blockhash);
    if (this.#hashes.length > BLOCKHASHES_VALID) this.#hashes.shift();
  }
}
