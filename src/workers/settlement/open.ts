import { isUnavailable } from "../../store/constraints.ts";
import type { Pair } from "../../store/settlement/unsettled.ts";
import { countItems } from "../../telemetry.ts";
import type { SettlementContext } from "./context.ts";
import { openSettlement } from "./open-settlement.ts";

const pairsMax = 100;

type OpenContext = Pick<SettlementContext, "store" | "batches" | "requestedFailures" | "log">;

/** Opens settlements for the next pairs of merchant and asset type that have money to settle. After the last pair the loop starts over. */
export function openRound(context: OpenContext): () => Promise<boolean> {
  let after: Pair | undefined;
  return async () => {
    const { payable, next } = await context.store.read.unsettled.pairs(after, pairsMax);
    after = next;
    const failures: unknown[] = [];
    for (const pair of payable) {
      // An unexpected failure of one pair must not keep the pairs of other merchants waiting. The next pass tries the pair again.
      try {
        await openOne(context, pair);
      } catch (error) {
        if (isOfDatabase(error)) throw error;
        failures.push(error);
        context.log.error({ ...pair, err: error }, "a settlement could not be opened");
      }
    }
    if (failures.length > 0) throw failures[0];
    return next !== undefined;
  };
}

/** SQLSTATE of a statement that took longer than it may. */
const queryCanceled = "57014";

/** Returns true if the database cannot be used for the other pairs either. A statement that takes too long is the trouble of its pair. */
const isOfDatabase = (error: unknown): boolean =>
  isUnavailable(error) && (error as { code?: string }).code !== queryCanceled;

async function openOne({ store, batches, requestedFailures, log }: OpenContext, pair: Pair): Promise<void> {
  const settlement = await store.transact((tx) => openSettlement(tx, pair, batches, requestedFailures));
  if (!settlement) return;
  const { settlementId, merchantId, network, amount, paymentCount } = settlement;
  log.info({ settlementId, merchantId, network, amount: `${amount}`, paymentCount }, "settlement opened");
  countItems({ loop: "settlement-open", outcome: "opened" });
}
