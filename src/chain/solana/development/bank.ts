// The state after a block: the Solana virtual machine with its accounts, and the rules of a validator around it.
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

/** Blocks after which a transaction that names a block's hash can no longer be included. */
const BLOCKHASHES_VALID = 150;
/** Transactions that the machine remembers, so that none is executed twice. */
const HISTORY = 10_000n;
/** Where the value stands within a nonce account: after version, state and authority. */
const NONCE_AT = 40;

/** TransactionError of the Solana SDK, as nodes write it. */
type TransactionFailure = string | { readonly [kind: string]: unknown };

/** What executing a transaction came to. */
export interface BankOutcome {
  /** Whether a block can hold it: what fails while it runs is included, pays its fee and uses its nonce. */
  readonly included: boolean;
  readonly failure: TransactionFailure | null;
  readonly logs: readonly string[];
  readonly units: number;
}

/** When and where a block is. */
export interface BankMoment {
  readonly slot: number;
  readonly timeMs: number;
  /** Place of the block's hash in the machine's row of hashes; each block of each fork has its own. */
  readonly position: number;
}

/** A transaction and what of it the validator's rules need. */
export interface Incoming {
  readonly transaction: Transaction;
  readonly lifetime: string;
  /** The nonce account of a durable transaction. */
  readonly nonceAccount: Address | undefined;
}

/** Reads a transaction. @throws Error when it is none */
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

/** The failure's kind, from the machine's own words: the binding has numbers for it, but no names for the numbers. */
function failureIn(failed: FailedTransactionMetadata): TransactionFailure {
  const [, kind = "SanitizeFailure", index, inner, code] =
    /err: (\w+)(?:\((\d+), (\w+)(?:\((\d+)\))?\))?/.exec(failed.toString()) ?? [];
  if (index === undefined || inner === undefined) return kind;
  return { [kind]: [Number(index), code === undefined ? inner : { [inner]: Number(code) }] };
}

export class Bank {
  readonly #svm: LiteSVM;
  #position: number;
  /** Hashes of the newest blocks, the newest last. */
  readonly #hashes: string[];

  private constructor(svm: LiteSVM, position: number, hashes: string[]) {
    this.#svm = svm;
    this.#position = position;
    this.#hashes = hashes;
  }

  /** Before the first block: the programs, and accounts that hold lamports. */
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

  /** Opens a block: what is executed from here on sees its slot and time. */
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

  /** Tells what executing a transaction would come to. */
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
    // The machine knows nonces and its newest hash; that older hashes are good for a while is a rule of validators.
    const answer = run(this.#svm.withBlockhashCheck(nonceAccount !== undefined));
    const failure = answer instanceof FailedTransactionMetadata ? failureIn(answer) : null;
    const included = typeof failure !== "string";
    if (included && nonceAccount !== undefined && !trial) this.#advance(nonceAccount);
    const meta = answer instanceof FailedTransactionMetadata ? answer.meta() : answer;
    return { included, failure, logs: meta.logs(), units: Number(meta.computeUnitsConsumed()) };
  }

  /**
   * Gives a nonce that was used the value that the runtime gives it, which depends on the fork. The machine knows no forks: it derives
   * the value from the one before, and takes it back with everything else when a transaction fails.
   */
  #advance(nonceAccount: Address): void {
    const account = this.account(nonceAccount);
    if (account?.data.length !== getNonceSize()) return;
    const value = createHash("sha256").update("DURABLE_NONCE").update(base58Bytes(this.blockhash)).digest();
    const data = Uint8Array.from(account.data);
    data.set(value, NONCE_AT);
    this.#svm.setAccount({ ...account, data });
  }

  /** Closes the block, which gives it its hash. */
  end({ position }: BankMoment): void {
    if (position <= this.#position) throw new Error("a block's hash was used before");
    while (this.#position < position) {
      this.#svm.expireBlockhash();
      this.#position++;
    }
    this.#hashes.push(this.blockhash);
    if (this.#hashes.length > BLOCKHASHES_VALID) this.#hashes.shift();
  }
}
