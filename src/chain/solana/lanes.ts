// How sequences are kept on a network whose accounts have none: https://solana.com/docs/core/transactions/durable-nonces
import { createAddressWithSeed, type Address, type Nonce } from "@solana/kit";
import { getNonceDecoder, getNonceSize, NonceState, SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import { LRUCache } from "lru-cache";
import { ChainError } from "../error.ts";
import { type NetworkAccount, readAccounts, type Settled } from "./accounts.ts";
import type { History, Use } from "./history.ts";
import { type CheckedNode, inconsistent } from "./node.ts";

/**
 * Durable nonce accounts of a signer. Sequence n belongs to lane n mod 16, and follows n − 16 there. Part of what a signed transfer
 * means: changing it would give sequences out twice.
 */
export const LANES = 16;
const ATTEMPTS = 3;

/** A lane at one moment. */
export type Lane =
  | { readonly kind: "missing" }
  | {
      readonly kind: "open";
      /** The value that the next transaction of the lane must carry. It never comes again once it was used. */
      readonly nonce: Nonce;
      /** The transfer that used the lane last; undefined when none has. */
      readonly last: { readonly sequence: bigint; readonly signature: string } | undefined;
    };

/** Which lane a sequence belongs to. */
export const laneOf = (sequence: bigint): number => Number(sequence % BigInt(LANES));

/** The seed that the account of a lane is derived from. */
export const laneSeed = (lane: number): string => `pda:${lane}`;

/** The accounts of a signer's lanes. They depend on its key only. */
export function laneAddresses(signer: Address): Promise<Address[]> {
  return Promise.all(
    Array.from({ length: LANES }, (_, lane) =>
      createAddressWithSeed({
        baseAddress: signer,
        programAddress: SYSTEM_PROGRAM_ADDRESS,
        seed: laneSeed(lane),
      }),
    ),
  );
}

/** The signer's key was used on a lane by something else than this adapter: its sequences can no longer be told. */
const usedElsewhere = (): ChainError =>
  ChainError.because("SEQUENCE_USED", "an account that keeps the signer's sequence was used by another");

/** The lanes of one signer, as the network says. */
export class Lanes {
  readonly #node: CheckedNode;
  readonly #signer: Address;
  readonly #history: History;
  /** Last use by lane and value: a value comes out of exactly one use, whatever fork the node is on. */
  readonly #lastUse = new LRUCache<string, { last: Extract<Lane, { kind: "open" }>["last"] }>({ max: 1024 });

  constructor(node: CheckedNode, signer: Address, history: History) {
    this.#node = node;
    this.#signer = signer;
    this.#history = history;
  }

  /** All lanes. @throws ChainError SEQUENCE_USED when one was used by another, NODE_INCONSISTENT, NODE_UNAVAILABLE, NODE_REFUSED */
  all(commitment: Settled): Promise<Lane[]> {
    return this.#read(
      Array.from({ length: LANES }, (_, lane) => lane),
      commitment,
    );
  }

  /** One lane. @throws as `all` */
  async one(lane: number, commitment: Settled): Promise<Lane> {
    const [state] = await this.#read([lane], commitment);
    return state as Lane;
  }

  async #read(lanes: readonly number[], commitment: Settled): Promise<Lane[]> {
    const addresses = await laneAddresses(this.#signer);
    const asked = lanes.map((lane) => addresses[lane] as Address);
    const rpc = await this.#node.rpc();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await readAccounts(rpc, this.#node.ask, asked, commitment);
      const values = before.accounts.map((account) => this.#valueIn(account));
      const unknown = asked.flatMap((address, i) => {
        const value = values[i];
        return value !== undefined && !this.#lastUse.has(`${address} ${value}`) ? [{ address, value }] : [];
      });
      const uses = await Promise.all(unknown.map(({ address }) => this.#history.newest(address, commitment)));
      if (unknown.length > 0) {
        // The history belongs to the values only if they are the same after it was read.
        const again = await readAccounts(rpc, this.#node.ask, asked, commitment, before.slot);
        const same = again.accounts.every((account, i) => this.#valueIn(account) === values[i]);
        if (!same) continue;
      }
      unknown.forEach(({ address, value }, i) => {
        this.#lastUse.set(`${address} ${value}`, { last: lastOf(uses[i]) });
      });
      return asked.map((address, i) => {
        const nonce = values[i];
        if (nonce === undefined) return { kind: "missing" };
        return { kind: "open", nonce, last: this.#lastUse.get(`${address} ${nonce}`)?.last };
      });
    }
    throw inconsistent("the signer's sequence moved while it was read");
  }

  /** The nonce in an account. @throws ChainError SEQUENCE_USED when the account is not the signer's any more */
  #valueIn(account: NetworkAccount | undefined): Nonce | undefined {
    if (account === undefined) return undefined;
    if (account.owner !== SYSTEM_PROGRAM_ADDRESS || account.data.length !== getNonceSize()) {
      // Anybody can send lamports to the address before it is made; that makes no nonce account of it.
      if (account.data.length === 0) return undefined;
      throw usedElsewhere();
    }
    const { state, authority, blockhash } = getNonceDecoder().decode(account.data);
    if (state !== NonceState.Initialized || authority !== this.#signer) throw usedElsewhere();
    return blockhash as string as Nonce;
  }
}

/** @throws ChainError SEQUENCE_USED, NODE_REFUSED */
function lastOf(use: Use | undefined): { sequence: bigint; signature: string } | undefined {
  switch (use?.kind) {
    case "transfer":
      return { sequence: use.sequence, signature: use.signature };
    case "opened":
      return undefined;
    case "foreign":
      throw usedElsewhere();
    default:
      // A lane that exists was made by a transaction. To take it for unused could give a sequence out twice.
      throw ChainError.because(
        "NODE_REFUSED",
        "the node does not keep the history of the signer's sequence; use one that does",
      );
  }
}
