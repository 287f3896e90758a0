// `pda logs --request`: the records that the audit log has of one request.
import { setTimeout as sleep } from "node:timers/promises";
import { type components, items, type PdaClient } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { callService } from "../call.ts";
import { CommandError } from "../failure.ts";
import { printRows } from "../output/table.ts";
import type { ServiceOptions } from "../service.ts";
import { timeOfRequest, type Window, windowsOf } from "./window.ts";

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
  if (options.json) return console.log(JSON.stringify({ items: found }, null, 2));
  for (const [place, record] of found.entries()) {
    if (place > 0) console.log("");
    printRecord(record);
  }
}

async function find(api: PdaClient, options: LogsOptions): Promise<AuditRecord[]> {
  const now = Date.now();
  const age = now - (timeOfRequest(options.request) ?? 0);
  for (;;) {
    for (const window of rangesOf(options, now)) {
      const found = await recordsIn(api, options.request, window);
      if (found.length > 0) return found;
    }
    // The record of a call that has just ended may be on its way.
    if (Date.now() - now > appearsMs - age) return [];
    await sleep(pollMs);
  }
}

function rangesOf({ request, from, to }: LogsOptions, now: number): Window[] {
  if (from === undefined && to === undefined) return windowsOf(request, now);
  return [{ from: from === undefined ? 0 : Date.parse(from), to: to === undefined ? now : Date.parse(to) }];
}

/** The interface has no filter by request, because an index of all requests would cost every call; the range is short instead. */
async function recordsIn(api: PdaClient, requestId: string, { from, to }: Window): Promise<AuditRecord[]> {
  const range = { fromTime: new Date(from).toISOString(), toTime: new Date(to).toISOString() };
  const found: AuditRecord[] = [];
  const pages = items((page) =>
    api.GET("/api/v1/audit/records", { params: { query: { ...range, pageSize, ...page } } }),
  );
  for await (const record of pages) if (record.requestId === requestId) found.push(record);
  return found;
}

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
