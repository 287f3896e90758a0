import { AlarmServiceService } from "../../../gen/ts/pda/operator/v1/alarm_service.ts";
import { LedgerCheckServiceService } from "../../../gen/ts/pda/operator/v1/ledger_check_service.ts";
import { ProcessServiceService } from "../../../gen/ts/pda/operator/v1/process_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { getLedgerCheck } from "./get-ledger-check.ts";
import { listAlarms } from "./list-alarms.ts";
import { listProcesses } from "./list-processes.ts";

/** Operator API: the check of the ledger. */
export function ledgerCheckService(): ServedMethod[] {
  return implement(LedgerCheckServiceService, { getLedgerCheck });
}

/** Operator API: the processes of the installation. */
export function processService(): ServedMethod[] {
  return implement(ProcessServiceService, { listProcesses });
}

/** Operator API: the alarms that are raised now. */
export function alarmService(deps: Pick<ServiceDeps, "trust" | "ledgerCheckSeconds">): ServedMethod[] {
  return implement(AlarmServiceService, { listAlarms: listAlarms(deps) });
}
