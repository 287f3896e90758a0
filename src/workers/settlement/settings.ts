import type { Config } from "../../config.ts";
import { tierOf } from "../../domain/settlement/policy.ts";
import type { SettlementContext } from "./context.ts";

/** Longer than a block of most networks. A transfer that takes longer may have too low a fee, or may need a person. */
const inclusionMs = 15_000;

/** The policies of settlement as the settings have them. */
export function settlementPolicies(
  settings: Config["settlement"],
): Pick<SettlementContext, "batches" | "fees"> {
  return {
    batches: {
      itemsMax: settings.paymentsMax,
      amountMin: settings.amountMin,
      waitMs: settings.waitSeconds * 1000,
      inclusionMs,
      tiers: settings.finalityTiers.flatMap((text) => tierOf(text) ?? []),
    },
    fees: {
      raiseAfterMs: settings.raiseFeeAfterSeconds * 1000,
      raisePercent: settings.raiseFeePercent,
      raisesMax: settings.feeRaisesMax,
    },
  };
}
