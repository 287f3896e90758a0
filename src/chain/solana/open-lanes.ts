// Making the accounts that keep the signer's sequence, once in its life.
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

/** What the network charges for a signature, in lamports. */
const SIGNATURE_FEE = 5000n;
/** As many as fit into one transaction. */
const TOGETHER = 4;
/** A transaction with a recent block's hash has gone or is included by then (150 slots). */
const SENT_AGAIN_AFTER_MS = 90_000;

export interface LaneInstructions {
  readonly signer: KeyPairSigner;
  readonly lane: number;
  readonly address: Address;
  /** Lamports that the account lacks to be exempt from rent. */
  readonly lamports: bigint;
}

/** Makes one lane's account. Not by creation at once: that fails when somebody has sent lamports to the address. */
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

/** Sees to it that the signer's lanes are there. */
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
   * Sends what makes the lanes that are missing. They are of use once that is final.
   * @returns how many were missing
   * @throws ChainError SEQUENCE_USED when a lane was there before, INSUFFICIENT_FEE_BALANCE
   */
  async open(): Promise<number> {
    const rpc = await this.#node.rpc();
    const { ask } = this.#node;
    const addresses = await laneAddresses(this.#signer.address);
    const { accounts } = await readAccounts(rpc, ask, addresses, "confirmed");
    const missing = addresses.flatMap((address, lane) => {
      const account = accounts[lane];
      if (account && account.data.length > 0) return [];
      return [{ lane, address, held: account?.lamports ?? 0n }];
    });
    if (missing.length === 0 || performance.now() - this.#sentAt < SENT_AGAIN_AFTER_MS) return missing.length;

    const uses = await Promise.all(missing.map(({ address }) => this.#history.newest(address, "confirmed")));
    if (uses.some((use) => use !== undefined)) {
      throw ChainError.because("SEQUENCE_USED", "an account that keeps the signer's sequence was closed");
    }
    const [rent, kept, { value: recent }, { value: held }] = await Promise.all([
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
    if (held < cost + kept + SIGNATURE_FEE * BigInt(Math.ceil(lanes.length / TOGETHER))) {
      throw ChainError.because(
        "INSUFFICIENT_FEE_BALANCE",
        "the signer cannot pay for its sequence's accounts",
      );
    }
    for (let at = 0; at < lanes.length; at += TOGETHER) {
      await this.#send(lanes.slice(at, at + TOGETHER).flatMap(laneInstructions), recent);
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
      // Another adapter with the same key makes them at this moment, or has: the next look tells.
      throw ChainError.because(
        "SEQUENCE_NOT_READY",
        "the signer's sequence is being set up on the network",
        error,
      );
    }
  }
}
