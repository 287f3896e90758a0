import type { Config } from "../../config.ts";
import { simulationKey, type Simulation } from "../../domain/payment/simulation.ts";
import { tierOf } from "../../domain/settlement/policy.ts";
import type { RehearsalOf, SettlementContext } from "./context.ts";

const reverted = "reverted" satisfies Simulation;

/** A settlement is taken back when one of its payments asks for it. */
const simulatedReversal: RehearsalOf = async (tx, pair, paymentIds) =>
  (await tx.unsettled.haveMetadata(pair, paymentIds, simulationKey, reverted)) ? reverted : undefined;

/** The policies of settlement as the settings have them. */
export function settlementPolicies({
  settlement: settings,
  mode,
}: Pick<Config, "settlement" | "mode">): Pick<SettlementContext, "batches" | "fees" | "rehearsalOf"> {
  return {
    ...(mode === "sandbox" ? { rehearsalOf: simulatedReversal } : {}),
    batches: {
      itemsMax: settings.paymentsMax,
      amountMin: settings.amountMin,
      waitMs: settings.waitSeconds * 1000,
      tiers: settings.finalityTiers.flatMap((text) => tierOf(text) ?? []),
    },
    fees: {
      raiseAfterMs: settings.raiseFeeAfterSeconds * 1000,
      raisePercent: settings.raiseFeePercent,
      raisesMax: settings.feeRaisesMax,
    },
  };
}
