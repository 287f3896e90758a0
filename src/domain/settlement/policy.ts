import { parseAmount } from "../amount/amount.ts";

/** A rule for the number of confirmations that an amount needs. */
export interface ConfirmationTier {
  /** Code of the asset type. Absent means every asset type. */
  readonly assetType?: string;
  /** CAIP-2. Absent means every network. */
  readonly network?: string;
  /** Largest amount that the rule applies to, as a decimal string in whole units. Absent means every amount. */
  readonly upTo?: string;
  readonly confirmations: number;
}

/** The policy for the time and size of settlements. */
export interface BatchPolicy {
  /** Maximum number of payments in one settlement, and of refunds. */
  readonly itemsMax: number;
  /** Smallest amount that is paid out, as a decimal string in whole units. `0` means any amount. */
  readonly amountMin: string;
  /**
   * Time for which payments are collected, from the completion of the oldest payment.
   * A settlement starts earlier when `itemsMax` is reached.
   */
  readonly waitMs: number;
  /**
   * Time for which payments are collected at most while the network has yet to include the transfer of an earlier settlement. 0 waits only
   * until that transfer is prepared.
   */
  readonly inclusionMs: number;
  /** The first tier that matches applies. */
  readonly tiers: readonly ConfirmationTier[];
}

/** The policy for replacing a waiting transfer by a transfer with a higher fee. */
export interface FeePolicy {
  /** Time that a transfer waits at the head of the signer's order before it is replaced. 0 means never. */
  readonly raiseAfterMs: number;
  /** Minimum increase of the fee, in percent. */
  readonly raisePercent: number;
  /** Maximum number of replacements of one transfer. After that, the service alerts a person. */
  readonly raisesMax: number;
}

/** Settles everything at once, without tiers. For tests and a quick start. */
export const promptBatches: BatchPolicy = {
  itemsMax: 10_000,
  amountMin: "0",
  waitMs: 0,
  inclusionMs: 0,
  tiers: [],
};

/** `ASSET[@network][<=amount]=confirmations`, with `*` for every asset type. */
const form =
  /^(\*|[A-Z][A-Z0-9]{1,15})(?:@([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}))?(?:<=([0-9.]+))?=([0-9]{1,4})$/;
const amountForm = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

/** Parses a tier from the settings, e.g. `USDX<=1000=3` or `*@net:1=12`. @returns undefined when the text is not a tier */
export function tierOf(text: string): ConfirmationTier | undefined {
  const [, assetType, network, upTo, confirmations] = form.exec(text) ?? [];
  const count = Number(confirmations);
  if (assetType === undefined || !(count >= 1 && count <= 1000)) return undefined;
  if (upTo !== undefined && !amountForm.test(upTo)) return undefined;
  return {
    ...(assetType === "*" ? {} : { assetType }),
    ...(network ? { network } : {}),
    ...(upTo ? { upTo } : {}),
    confirmations: count,
  };
}

/** Converts whole units to minor units, rounded down to the decimals of the asset type. */
export function minorOf(text: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  const cut = fraction.slice(0, decimals);
  const number = cut === "" ? whole : `${whole}.${cut}`;
  return /^[0.]*$/.test(number) ? 0n : parseAmount(number, decimals);
}

/** The properties of a transfer that tiers depend on. */
export interface Tiered {
  readonly assetType: string;
  readonly decimals: number;
  readonly network: string;
  /** Minor units. */
  readonly amount: bigint;
}

/** Returns the confirmations that a transfer needs besides the network's own finality; 1 when no tier matches. */
export function confirmationsFor(
  tiers: readonly ConfirmationTier[],
  { assetType, decimals, network, amount }: Tiered,
): number {
  const tier = tiers.find(
    (each) =>
      (each.assetType ?? assetType) === assetType &&
      (each.network ?? network) === network &&
      (each.upTo === undefined || amount <= minorOf(each.upTo, decimals)),
  );
  return tier?.confirmations ?? 1;
}
