// Keeps sequences for accounts of a network without account sequences: https://solana.com/docs/core/transactions/durable-nonces
import { createAddressWithSeed, type Address, type Nonce } from "@solana/kit";
import { getNonceDecoder, getNonceSize, NonceState, SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import { LRUCache } from "lru-cache";
import { ChainError } from "../error.ts";
import { type NetworkAccount, readAccounts, type Settled } from "./accounts.ts";
import type { History, Use } from "./history.ts";
import { type CheckedNode, inconsistent } from "./node.ts";

/**
 * Number of a signer's durable nonce accounts. Sequence n belongs to lane n mod 16 and follows n − 16 there. Signed transfers depend on
 * this number: a change would give sequences out twice.
 */
export const LANES = 16;
const ATTEMPTS = 3;

/** State of a lane at one moment. */
export type Lane =
  | { readonly kind: "missing" }
  | {
      readonly kind: "open";
      /** The value that the lane's next transaction must carry. A used value never comes again. */
      readonly nonce: Nonce;
      /** The transfer that used the lane last; undefined when no transfer has. */
      readonly last: { readonly sequence: bigint; readonly signature: string } | undefined;
    };

/** Returns the lane of a sequence. */
export const laneOf = (sequence: bigint): number => Number(sequence % BigInt(LANES));

/** Returns the seed from which the address of a lane's account is derived. */
export const laneSeed = (lane: number): string => `pda:${lane}`;

/** Returns the addresses of a signer's lanes. They depend only on the signer's key. */
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

/** The error for a lane that someone used with the signer's key outside this adapter. Its sequences can no longer be determined. */
const usedElsewhere = (): ChainError =>
  ChainError.because(
    "SEQUENCE_USED",
    "another program used an account that keeps the signer's sequence; nobody else may use the signer's key",
  );

/** The lanes of one signer, as the network reports them. */
export class Lanes {
  readonly #node: CheckedNode;
  readonly #signer: Address;
  readonly #history: History;
  /** Last use by lane and nonce value. Exactly one use produces a value, whatever fork the node follows. */
  readonly #lastUse = new LRUCache<string, { last: Extract<Lane, { kind: "open" }>["last"] }>({ max: 1024 });

  constructor(node: CheckedNode, signer: Address, history: History) {
    this.#node = node;
    this.#signer = signer;
    this.#history = history;
  }

  /** Reads all lanes. @throws ChainError SEQUENCE_USED if another program used one, NODE_INCONSISTENT, NODE_UNAVAILABLE, NODE_REFUSED */
  all(commitment: Settled): Promise<Lane[]> {
    return this.#read(
      Array.from({ length: LANES }, (_, lane) => lane),
      commitment,
    );
  }

  /** Reads one lane. @throws as `all` */
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
      const newest = (address: Address) => this.#history.newest(address, commitment, before.slot);
      const uses = await Promise.all(unknown.map(({ address }) => newest(address)));
      const slots = [...new Set(uses.flatMap((found) => (found ? [found.slot] : [])))];
      const left = new Map(
        await Promise.all(
          slots.map(async (slot) => [slot, await this.#history.valueAfter(slot, commitment)] as const),
        ),
      );
      if (unknown.length > 0) {
        // The history matches the values only if the values are unchanged after the history was read.
        const again = await readAccounts(rpc, this.#node.ask, asked, commitment, before.slot);
        const same = again.accounts.every((account, i) => this.#valueIn(account) === values[i]);
        if (!same) continue;
      }
      unknown.forEach(({ address, value }, i) => {
        const found = uses[i];
        const last = lastOf(found?.use);
        // A history that lacks the newest use would give a sequence out twice.
        if (found && left.get(found.slot) !== value) {
          throw inconsistent("the node's history lacks the newest use of the signer's sequence");
        }
        this.#lastUse.set(`${address} ${value}`, { last });
      });
      return asked.map((address, i) => {
        const nonce = values[i];
        if (nonce === undefined) return { kind: "missing" };
        return { kind: "open", nonce, last: this.#lastUse.get(`${address} ${nonce}`)?.last };
      });
    }
    throw inconsistent("the signer's sequence changed while it was read");
  }

  /** Returns the nonce value of an account. @throws ChainError SEQUENCE_USED if the account no longer belongs to the signer */
  #valueIn(account: NetworkAccount | undefined): Nonce | undefined {
    if (account === undefined) return undefined;
    if (account.owner !== SYSTEM_PROGRAM_ADDRESS || account.data.length !== getNonceSize()) {
      // Anyone can send lamports to the address before the account is created. That does not make it a nonce account.
      if (account.data.length === 0) return undefined;
      throw usedElsewhere();
    }
    const { state, authority, blockhash } = getNonceDecoder().decode(account.data);
    if (state !== NonceState.Initialized || authority !== this.#signer) throw usedElsewhere();
    return blockhash as string as Nonce;
  }
}

/** Returns the transfer of a lane's last use. @throws ChainError SEQUENCE_USED, NODE_REFUSED */
function lastOf(use: Use | undefined): { sequence: bigint; signature: string } | undefined {
  switch (use?.kind) {
    case "transfer":
      return { sequence: use.sequence, signature: use.signature };
    case "opened":
      return undefined;
    case "foreign":
      throw usedElsewhere();
    default:
      // A transaction created every existing lane. Taking a lane for unused could give a sequence out twice.
      throw ChainError.because(
        "NODE_REFUSED",
        "the node does not keep the history of the signer's sequence; use a node that keeps it",
      );
  }
}
