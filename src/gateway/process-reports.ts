import { AccessServiceService, ReportProcessRequest } from "../../gen/ts/pda/access/v1/access_service.ts";
import type { Timestamp } from "../../gen/ts/google/protobuf/timestamp.ts";
import { release } from "../config/release.ts";
import type { Logger } from "../logger.ts";
import type { CoreClient } from "../rpc/client.ts";
import { ProcessReporter, type ProcessReporterOptions } from "../rpc/process-reporter.ts";
import { ownCall } from "./own-call.ts";

const DEADLINE_MS = 1_000;

/** Makes the reports of a gateway process, which has no database: a core keeps them. */
export function gatewayReports(
  core: Pick<CoreClient, "call">,
  certificate: ProcessReporterOptions["certificate"],
  log: Logger,
  everyMs?: number,
): ProcessReporter {
  const { path } = AccessServiceService.reportProcess;
  const tell =
    (stopping: boolean): ProcessReporterOptions["keep"] =>
    async ({ processId, version, buildCommit, host, startedAt, certificateExpiresAt }) => {
      const report = {
        processId,
        version,
        buildCommit,
        host,
        startTime: timestamp(startedAt),
        certificateExpireTime: timestamp(certificateExpiresAt),
      };
      const request = ReportProcessRequest.encode({ report, stopping }).finish();
      await ownCall(core, { path, request, withinMs: DEADLINE_MS });
    };
  return new ProcessReporter({
    release,
    certificate,
    keep: tell(false),
    remove: tell(true),
    log,
    ...(everyMs === undefined ? {} : { everyMs }),
  });
}

const timestamp = (date: Date): Timestamp => {
  const ms = date.getTime();
  return { seconds: BigInt(Math.floor(ms / 1_000)), nanos: (ms % 1_000) * 1_000_000 };
};
