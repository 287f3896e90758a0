import { parseAmount } from "../amount/amount.ts";

/** One rule of how many confirmations an amount needs. */
export interface ConfirmationTier {
  /** Code of the asset type; every one when absent. */
  readonly assetType?: string;
  /** CAIP-2; every one when absent. */
  readonly network?: string;
  /** Largest amount it is for, decimal string in whole units; every one when absent. */
  readonly upTo?: string;
  readonly confirmations: number;
}

/** When and how much is settled together. */
export interface BatchPolicy {
  /** Most payments in one settlement, and most refunds. */
  readonly itemsMax: number;
  /** Smallest amount that is paid out, decimal string in whole units; `0` for any. */
  readonly amountMin: string;
  /** How long payments gather, from the end of the oldest one on, unless `itemsMax` are there before. */
  readonly waitMs: number;
  /** The first that fits counts. */
  readonly tiers: readonly ConfirmationTier[];
}

/** When a transfer that waits is replaced by one with a higher fee. */
export interface FeePolicy {
  /** How long one waits at the head of the signer's order before it is replaced; 0 = it never is. */
  readonly raiseAfterMs: number;
  /** By how much the fee is raised at least, percent. */
  readonly raisePercent: number;
  /** Replacements of one transfer; when they are used up, a person is called. */
  readonly raisesMax: number;
}

/** Everything at once, no tier: what tests and a quick start want. */
export const promptBatches: BatchPolicy = { itemsMax: 10_000, amountMin: "0", waitMs: 0, tiers: [] };

/** `ASSET[@network][<=amount]=confirmations`, `*` for every asset type. */
const form =
  /^(\*|[A-Z][A-Z0-9]{1,15})(?:@([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}))?(?:<=([0-9.]+))?=([0-9]{1,4})$/;
const amountForm = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

/** A tier as it is written in the settings, e.g. `USDX<=1000=3` or `*@net:1=12`. @returns undefined when it is none */
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

/** The amount of whole units in minor ones, rounded down to what the asset type can express. */
export function minorOf(text: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  const cut = fraction.slice(0, decimals);
  const number = cut === "" ? whole : `${whole}.${cut}`;
  return /^[0.]*$/.test(number) ? 0n : parseAmount(number, decimals);
}

/** What a transfer is, as far as tiers are concerned. */
export interface Tiered {
  readonly assetType: string;
  readonly decimals: number;
  readonly network: string;
  /** Minor units. */
  readonly amount: bigint;
}

/** Confirmations that a transfer needs besides the network's own finality; 1 when no tier is for it. */
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
