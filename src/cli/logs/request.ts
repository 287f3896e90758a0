// `pda logs --request`: the records that the audit log has of one request.
import { setTimeout as sleep } from "node:timers/promises";
import { type components, items, type PdaClient } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { timesOfRequest } from "../../domain/audit/request-time.ts";
import { callService } from "../call.ts";
import { CommandError } from "../failure.ts";
import { jsonText } from "../output/plain.ts";
import { printRows } from "../output/table.ts";
import type { ServiceOptions } from "../service.ts";

type AuditRecord = components["schemas"]["AuditRecord"];

/** Options of `pda logs`. */
export interface LogsOptions extends ServiceOptions {
  readonly request: string;
  readonly from?: string;
  readonly to?: string;
  readonly json?: boolean;
}

const pageSize = 200;
/** A record appears within about a second after its call; on a machine that has much to do, later. */
const appearsMs = 10_000;
const pollMs = 500;

/** Prints the records of a request. @throws CommandError when none is found */
export async function printRequest(config: Config, options: LogsOptions): Promise<void> {
  const found = await callService(config, options, { scope: "audit.read" }, (api) => find(api, options));
  if (found.length === 0)
    throw new CommandError(
      `no record of the request ${options.request} is found`,
      "check the identifier, name the time with --from and --to, or use a key that may see the call",
    );
  if (options.json) return console.log(jsonText({ items: found }));
  for (const [place, record] of found.entries()) {
    if (place > 0) console.log("");
    printRecord(record);
  }
}

async function find(api: PdaClient, { request: requestId, from, to }: LogsOptions): Promise<AuditRecord[]> {
  const began = Date.now();
  // A period that was named is the period; without one, an identifier that the caller chose is looked for in the last hour.
  const times = timesOfRequest(requestId);
  const isAnyTime = from === undefined && to === undefined && times.from === undefined;
  const since = isAnyTime ? hourBefore(began) : from;
  const query = {
    requestId,
    ...(since === undefined ? {} : { fromTime: since }),
    ...(to === undefined ? {} : { toTime: to }),
  };
  // The record of a call that has just ended may be on its way.
  const until = (times.to?.getTime() ?? 0) > began ? began + appearsMs : began;
  for (;;) {
    const found: AuditRecord[] = [];
    const records = items((page) =>
      api.GET("/api/v1/audit/records", { params: { query: { ...query, pageSize, ...page } } }),
    );
    for await (const record of records) found.push(record);
    if (found.length > 0 || Date.now() >= until) return found;
    await sleep(pollMs);
  }
}

const hourBefore = (ms: number): string => new Date(ms - 3_600_000).toISOString();

function printRecord(record: AuditRecord): void {
  const { operation, callCount, caller, tenantId, mechanism, tokenBinding, replayed } = record;
  printRows({
    request: record.requestId,
    time: record.callTime,
    operation: callCount > 1 ? `${operation} (${callCount} calls)` : operation,
    outcome: [record.outcome, replayed ? "(the stored answer of an earlier call)" : ""].join(" ").trim(),
    code: record.errorCode,
    reason: record.reason,
    caller: [caller, tenantId].filter(Boolean).join(" "),
    credential: record.credentialId,
    mechanism: [mechanism, tokenBinding].filter(Boolean).join(" "),
    client: record.clientId,
    session: record.sessionId,
    delegate: record.delegate,
    device: record.deviceId,
    "signed by": record.signedBy,
    resources: (record.resourceIds ?? []).join(" "),
    record: record.recordId,
  });
}
