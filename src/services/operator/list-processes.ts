import {
  ProcessState,
  type ProcessServiceService,
  ProcessTier,
} from "../../../gen/ts/pda/operator/v1/process_service.ts";
import type { ListedTier, ReportedProcess } from "../../domain/process/process.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { timestamp } from "../contract/timestamp.ts";

const binding = { list: "processes" };

const tiers: Record<ListedTier, ProcessTier> = {
  gateway: ProcessTier.PROCESS_TIER_GATEWAY,
  core: ProcessTier.PROCESS_TIER_CORE,
  worker: ProcessTier.PROCESS_TIER_WORKER,
};

/** Lists the processes that have reported themselves, the one that started last first. */
export const listProcesses: Handlers<typeof ProcessServiceService>["listProcesses"] = async ({
  request,
  read,
}) =>
  pageToProto(await read.processes.list(pageRequest(request, binding, "process")), binding, processToProto);

const processToProto = (process: ReportedProcess) => ({
  processId: process.processId,
  tier: tiers[process.tier],
  processState: process.isRunning ? ProcessState.PROCESS_STATE_RUNNING : ProcessState.PROCESS_STATE_SILENT,
  version: process.version,
  buildCommit: process.buildCommit,
  host: process.host,
  startTime: timestamp(process.startedAt),
  reportTime: timestamp(process.reportedAt),
  certificateExpireTime: timestamp(process.certificateExpiresAt),
});
