// Finds the transactions that used a lane's account, from the network's own history.
import { createHash } from "node:crypto";
import {
  type Address,
  type CompiledTransactionMessage,
  getBase58Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  isSolanaError,
  type Nonce,
  type Signature,
  type Slot,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_CLEANED_UP,
} from "@solana/kit";
import { identifySystemInstruction, SYSTEM_PROGRAM_ADDRESS, SystemInstruction } from "@solana-program/system";
import { LRUCache } from "lru-cache";
import { ChainError } from "../error.ts";
import type { Settled } from "./accounts.ts";
import { base58Bytes } from "./names.ts";
import { type CheckedNode, inconsistent } from "./node.ts";
import { readMessage } from "./transaction.ts";

/**
 * The way in which a transaction used a lane:
 * - `transfer`: a transfer of this adapter.
 * - `opened`: the creation of the account.
 * - `foreign`: another transaction of the signer.
 * - `none`: the transaction only names the account.
 */
export type Use =
  | { readonly kind: "transfer"; readonly sequence: bigint; readonly signature: Signature }
  | { readonly kind: "opened" }
  | { readonly kind: "foreign" }
  | { readonly kind: "none" };

/** A use of a lane, and the slot of its block. */
interface IncludedUse {
  readonly use: Exclude<Use, { kind: "none" }>;
  readonly slot: Slot;
}

const PAGE = 1000;
/** Number of transactions to read at the same time. Anyone can name the account in a transaction, so several may not use the lane. */
const TOGETHER = 20;
const USES_KEPT = 20_000;

/** The history of one signer's lanes. A transaction's content never changes, so each is read only once. */
export class History {
  readonly #node: CheckedNode;
  readonly #signer: Address;
  readonly #uses = new LRUCache<string, Use>({ max: USES_KEPT });

  constructor(node: CheckedNode, signer: Address) {
    this.#node = node;
    this.#signer = signer;
  }

  /**
   * Returns the newest use of a lane. Returns undefined if the network has none. @param minSlot a node that has not reached this slot
   * answers with an error
   */
  async newest(lane: Address, commitment: Settled, minSlot: Slot): Promise<IncludedUse | undefined> {
    const rpc = await this.#node.rpc();
    let before: Signature | undefined;
    for (;;) {
      const config = { commitment, limit: PAGE, minContextSlot: minSlot } as const;
      const page = await this.#node.ask(
        before === undefined
          ? rpc.getSignaturesForAddress(lane, config)
          : rpc.getSignaturesForAddress(lane, { ...config, before }),
      );
      for (let at = 0; at < page.length; at += TOGETHER) {
        const some = page.slice(at, at + TOGETHER);
        const uses = await Promise.all(some.map(({ signature }) => this.#use(lane, signature, commitment)));
        for (const [i, use] of uses.entries()) {
          const { slot, err } = some[i] as (typeof some)[number];
          // A creation that failed has changed nothing. A transfer that failed has used the lane all the same.
          if (use.kind !== "none" && (use.kind !== "opened" || err === null)) return { use, slot };
        }
      }
      before = page.at(-1)?.signature;
      if (page.length < PAGE || before === undefined) return undefined;
    }
  }

  /**
   * Returns the nonce value that every use in a block leaves in its lane. The network derives the value from the hash of the block's parent.
   * Skipped slots do not matter. See https://docs.rs/solana-nonce (`DurableNonce::from_blockhash`).
   */
  async valueAfter(slot: Slot, commitment: Settled): Promise<Nonce> {
    const rpc = await this.#node.rpc();
    const asked = {
      commitment,
      maxSupportedTransactionVersion: 0,
      transactionDetails: "none",
      rewards: false,
    } as const;
    const block = await this.#node.ask(rpc.getBlock(slot, asked)).catch((error: unknown) => {
      throw isCleanedUp(error) ? withoutBlock(slot, error) : error;
    });
    if (!block) throw inconsistent("the node lists a transaction but does not return its block");
    const hash = createHash("sha256").update("DURABLE_NONCE").update(base58Bytes(block.previousBlockhash));
    return getBase58Decoder().decode(hash.digest()) as Nonce;
  }

  async #use(lane: Address, signature: Signature, commitment: Settled): Promise<Use> {
    const key = `${lane} ${signature}`;
    const known = this.#uses.get(key);
    if (known) return known;
    const rpc = await this.#node.rpc();
    const found = await this.#node.ask(
      rpc.getTransaction(signature, { commitment, encoding: "base64", maxSupportedTransactionVersion: 0 }),
    );
    if (!found) throw inconsistent("the node lists a transaction but does not return it");
    const bytes = getBase64Encoder().encode(found.transaction[0]);
    const use = this.#judge(
      lane,
      signature,
      Uint8Array.from(getTransactionDecoder().decode(bytes).messageBytes),
    );
    this.#uses.set(key, use);
    return use;
  }

  #judge(lane: Address, signature: Signature, messageBytes: Uint8Array): Use {
    const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
    const { staticAccounts, header } = compiled;
    if (!staticAccounts.slice(0, header.numSignerAccounts).includes(this.#signer)) return { kind: "none" };
    const instructions = systemInstructionsOn(lane, compiled);
    if (instructions.length === 0) return { kind: "none" };
    if (instructions.includes(SystemInstruction.InitializeNonceAccount)) return { kind: "opened" };
    const said = readMessage(messageBytes);
    return said?.lane === lane && said.signer === this.#signer
      ? { kind: "transfer", sequence: said.sequence, signature }
      : { kind: "foreign" };
  }
}

/** Returns the system program's instructions that name the lane. */
function systemInstructionsOn(lane: Address, compiled: CompiledTransactionMessage): SystemInstruction[] {
  const { staticAccounts } = compiled;
  if (!("instructions" in compiled)) {
    throw ChainError.because(
      "NODE_REFUSED",
      "the node returned a transaction of an unknown version; a newer version of the chain adapter is needed",
    );
  }
  return compiled.instructions
    .filter(({ programAddressIndex }) => staticAccounts[programAddressIndex] === SYSTEM_PROGRAM_ADDRESS)
    .filter(({ accountIndices = [] }) => accountIndices.some((index) => staticAccounts[index] === lane))
    .map(({ data }) => identifySystemInstruction({ data: data ?? new Uint8Array() }));
}

const isCleanedUp = (error: unknown): boolean =>
  error instanceof ChainError &&
  isSolanaError(error.cause, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_CLEANED_UP);

const withoutBlock = (slot: Slot, cause: unknown): ChainError =>
  ChainError.because(
    "NODE_REFUSED",
    `the network's node does not keep block ${slot}, which has a transaction of the signer: take a node that keeps it`,
    cause,
  );
