// Creates the accounts that keep the signer's sequence. A signer needs this only once.
import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from "@solana/kit";
import {
  getAllocateWithSeedInstruction,
  getInitializeNonceAccountInstruction,
  getNonceSize,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from "@solana-program/system";
import { ChainError } from "../error.ts";
import { readAccounts } from "./accounts.ts";
import type { History } from "./history.ts";
import { laneAddresses, laneSeed } from "./lanes.ts";
import type { CheckedNode } from "./node.ts";
import { sendWire, TrialFailure } from "./send.ts";

/** Fee of the network for one signature, in lamports. */
const SIGNATURE_FEE = 5000n;
/** Number of lanes whose creation fits into one transaction. */
const LANES_PER_TRANSACTION = 4;
/** Milliseconds after which a transaction with a recent block's hash is either included or expired (150 slots). */
const SENT_AGAIN_AFTER_MS = 90_000;

export interface LaneInstructions {
  readonly signer: KeyPairSigner;
  readonly lane: number;
  readonly address: Address;
  /** Lamports that the account still needs to be exempt from rent. */
  readonly lamports: bigint;
}

/**
 * Returns the instructions that create one lane's account. They avoid the single create instruction, which fails if anyone has sent
 * lamports to the address.
 */
export function laneInstructions({ signer, lane, address, lamports }: LaneInstructions): Instruction[] {
  const allocate = getAllocateWithSeedInstruction({
    newAccount: address,
    baseAccount: signer,
    base: signer.address,
    seed: laneSeed(lane),
    space: BigInt(getNonceSize()),
    programAddress: SYSTEM_PROGRAM_ADDRESS,
  });
  const initialise = getInitializeNonceAccountInstruction({
    nonceAccount: address,
    nonceAuthority: signer.address,
  });
  const pay = getTransferSolInstruction({ source: signer, destination: address, amount: lamports });
  return lamports > 0n ? [pay, allocate, initialise] : [allocate, initialise];
}

/** Ensures that the signer's lanes exist. */
export class LaneOpener {
  readonly #node: CheckedNode;
  readonly #signer: KeyPairSigner;
  readonly #history: History;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(node: CheckedNode, signer: KeyPairSigner, history: History) {
    this.#node = node;
    this.#signer = signer;
    this.#history = history;
  }

  /**
   * Sends the transactions that create the missing lanes. The lanes are usable once these transactions are final.
   * @returns the number of missing lanes
   * @throws ChainError SEQUENCE_USED if a missing lane existed before, INSUFFICIENT_FEE_BALANCE
   */
  async open(): Promise<number> {
    const rpc = await this.#node.rpc();
    const { ask } = this.#node;
    const addresses = await laneAddresses(this.#signer.address);
    const { accounts, slot } = await readAccounts(rpc, ask, addresses, "confirmed");
    const missing = addresses.flatMap((address, lane) => {
      const account = accounts[lane];
      if (account && account.data.length > 0) return [];
      return [{ lane, address, held: account?.lamports ?? 0n }];
    });
    if (missing.length === 0 || performance.now() - this.#sentAt < SENT_AGAIN_AFTER_MS) return missing.length;

    const newest = (address: Address) => this.#history.newest(address, "confirmed", slot);
    const uses = await Promise.all(missing.map(({ address }) => newest(address)));
    if (uses.some((use) => use !== undefined)) {
      throw ChainError.because(
        "SEQUENCE_USED",
        "an account that keeps the signer's sequence was closed; nobody else may use the signer's key",
      );
    }
    const [rent, kept, { value: recent }, { value: signerBalance }] = await Promise.all([
      ask(rpc.getMinimumBalanceForRentExemption(BigInt(getNonceSize()))),
      ask(rpc.getMinimumBalanceForRentExemption(0n)),
      ask(rpc.getLatestBlockhash({ commitment: "confirmed" })),
      ask(rpc.getBalance(this.#signer.address, { commitment: "confirmed" })),
    ]);
    const lanes = missing.map(({ lane, address, held }) => ({
      signer: this.#signer,
      lane,
      address,
      lamports: rent > held ? rent - held : 0n,
    }));
    const cost = lanes.reduce((sum, { lamports }) => sum + lamports, 0n);
    if (
      signerBalance <
      cost + kept + SIGNATURE_FEE * BigInt(Math.ceil(lanes.length / LANES_PER_TRANSACTION))
    ) {
      throw ChainError.because(
        "INSUFFICIENT_FEE_BALANCE",
        "the signer's balance does not cover the accounts that keep its sequence; fund the signer",
      );
    }
    for (let at = 0; at < lanes.length; at += LANES_PER_TRANSACTION) {
      await this.#send(lanes.slice(at, at + LANES_PER_TRANSACTION).flatMap(laneInstructions), recent);
    }
    this.#sentAt = performance.now();
    return missing.length;
  }

  async #send(
    instructions: readonly Instruction[],
    recent: Parameters<typeof setTransactionMessageLifetimeUsingBlockhash>[0],
  ): Promise<void> {
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (m) => setTransactionMessageFeePayerSigner(this.#signer, m),
      (m) => setTransactionMessageLifetimeUsingBlockhash(recent, m),
      (m) => appendTransactionMessageInstructions(instructions, m),
    );
    const transaction = await signTransaction([this.#signer.keyPair], compileTransaction(message));
    try {
      await sendWire(this.#node, getBase64EncodedWireTransaction(transaction));
    } catch (error) {
      if (!(error instanceof TrialFailure)) throw error;
      // Another adapter with the same key is creating the lanes or has just created them. The next read shows which.
      throw ChainError.because(
        "SEQUENCE_NOT_READY",
        "the signer's sequence is being set up on the network; repeat the call",
        error,
      );
    }
  }
}
