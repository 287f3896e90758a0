// Reads accounts of the network; one request reads several accounts at the same slot.
import { type Address, getBase64Encoder, type Lamports, type Slot } from "@solana/kit";
import type { Ask, SolanaRpc } from "./node.ts";

/** Commitment of the requested state: `confirmed` by two thirds of the stake, or `finalized` for good. */
export type Settled = "confirmed" | "finalized";

export interface NetworkAccount {
  /** Address of the program that owns the account. */
  readonly owner: Address;
  readonly lamports: Lamports;
  readonly data: Uint8Array;
}

export interface AccountsAtSlot {
  readonly slot: Slot;
  /** In the requested order; undefined where no account exists. */
  readonly accounts: readonly (NetworkAccount | undefined)[];
}

/** Reads several accounts at one slot. @param minSlot a node that has not reached this slot answers with an error */
export async function readAccounts(
  rpc: SolanaRpc,
  ask: Ask,
  addresses: readonly Address[],
  commitment: Settled,
  minSlot?: Slot,
): Promise<AccountsAtSlot> {
  const config = { encoding: "base64", commitment } as const;
  const { context, value } = await ask(
    rpc.getMultipleAccounts(
      [...addresses],
      minSlot === undefined ? config : { ...config, minContextSlot: minSlot },
    ),
  );
  const accounts = value.map((found) => {
    if (!found) return undefined;
    const { owner, lamports, data } = found;
    return { owner, lamports, data: Uint8Array.from(getBase64Encoder().encode(data[0])) };
  });
  return { slot: context.slot, accounts };
}
