import { SettlementServiceService } from "../../../gen/ts/pda/payment/v1/settlement_service.ts";
import { type Handlers, implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { getBlockchainReference } from "./get-blockchain-reference.ts";
import { getConfirmations } from "./get-confirmations.ts";
import { getSettlement } from "./get-settlement.ts";
import { listSettlementItems } from "./list-settlement-items.ts";
import { listSettlements } from "./list-settlements.ts";

/** The handlers of the Settlement API. */
const settlementMethods: Handlers<typeof SettlementServiceService> = {
  getSettlement,
  listSettlements,
  listSettlementItems,
  getBlockchainReference,
  getConfirmations,
};

/** Settlement API. It is built like the others, though it needs nothing but the store, which every call brings along. */
export function settlementService(_deps?: ServiceDeps): ServedMethod[] {
  return implement(SettlementServiceService, settlementMethods);
}
