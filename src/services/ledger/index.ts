import { LedgerServiceService } from "../../../gen/ts/pda/payment/v1/ledger_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { exportStatement, exportStatementCsv } from "./export-statement.ts";
import { getStatement } from "./get-statement.ts";
import { listMerchantBalances, listPublisherBalances } from "./list-balances.ts";

export function ledgerService(deps: Pick<ServiceDeps, "publicUrl">): ServedMethod[] {
  return implement(LedgerServiceService, {
    listMerchantBalances,
    listPublisherBalances,
    getStatement,
    exportStatement: exportStatement(deps),
    exportStatementCsv,
  });
}
