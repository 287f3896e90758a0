import type { ProcessReport, ReportProcessRequest } from "../../../gen/ts/pda/access/v1/access_service.ts";
import type { Timestamp } from "../../../gen/ts/google/protobuf/timestamp.ts";
import type { Store } from "../../store/store.ts";
import { requireDate } from "../contract/timestamp.ts";

/** Keeps what a gateway reports of itself. Only gateways may call, by their certificate, so the tier is no part of the request. */
export async function reportProcess(
  { store }: { readonly store: Pick<Store, "reserved"> },
  { report, stopping }: ReportProcessRequest,
): Promise<Record<string, never>> {
  const { processes } = store.reserved;
  // The report and its times are present by the rules of the contract.
  const { processId, version, buildCommit, host, startTime, certificateExpireTime } = report as ProcessReport;
  if (stopping) await processes.remove("gateway", processId);
  else
    await processes.keep("gateway", {
      processId,
      version,
      ...(buildCommit === undefined ? {} : { buildCommit }),
      host,
      startedAt: requireDate("report.start_time", startTime as Timestamp),
      certificateExpiresAt: requireDate("report.certificate_expire_time", certificateExpireTime as Timestamp),
    });
  return {};
}
