// Reading accounts of the network, several at one moment.
import { type Address, getBase64Encoder, type Lamports, type Slot } from "@solana/kit";
import type { Ask, SolanaRpc } from "./node.ts";

/** How settled a state is that is asked for: by two thirds of the stake, or for good. */
export type Settled = "confirmed" | "finalized";

export interface NetworkAccount {
  /** The program that the account belongs to. */
  readonly owner: Address;
  readonly lamports: Lamports;
  readonly data: Uint8Array;
}

export interface AccountsAtSlot {
  readonly slot: Slot;
  /** In the order asked for; undefined where there is none. */
  readonly accounts: readonly (NetworkAccount | undefined)[];
}

/** Accounts as they all are at one slot. @param minSlot a node that is not that far answers with an error */
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
