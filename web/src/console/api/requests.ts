// Records of calls, as the request log and the audit log filter them.
import { api, type Schemas, serviceNow } from "./client.ts";
import { dayAfter, dayOf, startOfDay } from "../days.ts";

export type AuditRecord = Schemas["AuditRecord"];

/** Filters as an address holds them. */
export interface RecordFilters {
  readonly request?: string | undefined;
  readonly operation?: string | undefined;
  /** `changes`: without calls that only read, those of the console itself among them. */
  readonly calls?: string | undefined;
  readonly outcome?: string | undefined;
  readonly resource?: string | undefined;
  readonly credential?: string | undefined;
  readonly session?: string | undefined;
  readonly tenant?: string | undefined;
  /** Days, `2026-11-27`, in the reader's own zone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const OUTCOMES = ["succeeded", "refused", "failed"] as const;

/** The newest signed head of the log, and the key of the log. */
export const checkpointQuery = {
  queryKey: ["audit-checkpoint"],
  queryFn: async () => (await api().GET("/api/v1/audit/checkpoint")).data,
};

const FILTERS = [
  "request",
  "operation",
  "calls",
  "outcome",
  "resource",
  "credential",
  "session",
  "tenant",
  "from",
  "to",
] as const satisfies readonly (keyof RecordFilters)[];

/** Returns the filters of an address, without what else it has. */
export const recordFiltersOf = (search: object): RecordFilters =>
  Object.fromEntries(
    FILTERS.map((name) => {
      const value: unknown = search[name as keyof typeof search];
      return [name, typeof value === "string" && value !== "" ? value : undefined];
    }),
  );

/** Asks for the records that match all filters. */
export const listRecords = (
  filters: RecordFilters,
  page: { readonly pageSize: number; readonly pageToken?: string },
) =>
  api().GET("/api/v1/audit/records", {
    params: {
      query: {
        requestId: filters.request,
        operation: filters.operation,
        changesOnly: filters.calls === "changes" || undefined,
        outcome: OUTCOMES.find((each) => each === filters.outcome),
        resourceId: filters.resource,
        credentialId: filters.credential,
        sessionId: filters.session,
        tenantId: filters.tenant,
        fromTime: startOfDay(filters.from),
        toTime: dayAfter(filters.to),
        ...page,
      },
    },
  });

/**
 * Returns filters with a period where a search needs one: an identifier that a caller chose tells no time, so today counts. Records have
 * real time, which the clock of a sandbox may be ahead of, and that of the device, too.
 */
export function withPeriod(filters: RecordFilters): RecordFilters {
  const { request, from, to } = filters;
  const needsPeriod =
    request !== undefined && !/^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(request) && !from && !to;
  return needsPeriod ? { ...filters, from: dayOf(new Date(Math.min(serviceNow(), Date.now()))) } : filters;
}

/** Returns the address of the documentation's page of an operation; undefined for another name. */
export const operationPage = (operation: string): string | undefined =>
  /^[A-Z][A-Za-z0-9]+$/.test(operation)
    ? `/docs/api/${operation.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase()}`
    : undefined;

/** Returns the address of the documentation's page of an error. */
export const errorPage = (code: string): string => `/docs/reference/errors#${code.toLowerCase()}`;
