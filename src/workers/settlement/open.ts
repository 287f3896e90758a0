import type { Pair } from "../../store/settlement/unsettled.ts";
import { countItems } from "../../telemetry.ts";
import type { SettlementContext } from "./context.ts";
import { openSettlement } from "./open-settlement.ts";

const pairsMax = 100;

/** Opens settlements for the next pairs of merchant and asset type that have money to settle. After the last pair the loop starts over. */
export function openRound({
  store,
  batches,
  requestedFailures,
  log,
}: Pick<SettlementContext, "store" | "batches" | "requestedFailures" | "log">): () => Promise<boolean> {
  let after: Pair | undefined;
  return async () => {
    const { payable, next } = await store.read.unsettled.pairs(after, pairsMax);
    after = next;
    for (const pair of payable) {
      const settlement = await store.transact((tx) => openSettlement(tx, pair, batches, requestedFailures));
      if (!settlement) continue;
      const { settlementId, merchantId, network, amount, paymentCount } = settlement;
      log.info({ settlementId, merchantId, network, amount: `${amount}`, paymentCount }, "settlement opened");
      countItems({ loop: "settlement-open", outcome: "opened" });
    }
    return next !== undefined;
  };
}
