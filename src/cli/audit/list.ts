import type { components, PdaClient } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { type ListOptions, type PageQuery, showList } from "../lists/index.ts";
import type { ListPage } from "../lists/print.ts";

type AuditRecord = components["schemas"]["AuditRecord"];

/** Options of `pda audit list`. */
export interface AuditListOptions extends ListOptions {
  readonly operation?: string;
  readonly outcome?: "succeeded" | "refused" | "failed";
  readonly credential?: string;
  readonly session?: string;
  readonly resource?: string;
  readonly tenant?: string;
  readonly from?: string;
  readonly to?: string;
}

const columns = {
  time: ({ callTime }: AuditRecord) => callTime ?? "",
  operation: ({ operation, callCount }: AuditRecord) =>
    callCount && callCount > 1 ? `${operation} (${callCount} calls)` : (operation ?? ""),
  outcome: ({ outcome, errorCode, reason, replayed }: AuditRecord) =>
    [outcome, errorCode, reason, replayed ? "replayed" : undefined].filter(Boolean).join(" "),
  caller: ({ caller, credentialId }: AuditRecord) => [caller, credentialId].filter(Boolean).join(" "),
  mechanism: ({ mechanism, tokenBinding, clientId, sessionId, signedBy }: AuditRecord) =>
    [
      mechanism,
      tokenBinding,
      clientId && `client ${clientId}`,
      sessionId,
      signedBy && `signed by ${signedBy}`,
    ]
      .filter(Boolean)
      .join(" "),
  resources: ({ resourceIds }: AuditRecord) => (resourceIds ?? []).join(" "),
  request: ({ requestId }: AuditRecord) => requestId ?? "",
  record: ({ recordId }: AuditRecord) => recordId ?? "",
};

/** `pda audit list`. @throws CommandError */
export function printAuditRecords(config: Config, options: AuditListOptions): Promise<void> {
  const { operation, outcome, credential, session, resource, tenant, from, to } = options;
  const filter = {
    ...(operation ? { operation } : {}),
    ...(outcome ? { outcome } : {}),
    ...(credential ? { credentialId: credential } : {}),
    ...(session ? { sessionId: session } : {}),
    ...(resource ? { resourceId: resource } : {}),
    ...(tenant ? { tenantId: tenant } : {}),
    ...(from ? { fromTime: from } : {}),
    ...(to ? { toTime: to } : {}),
  };
  const ask = async (api: PdaClient, page: PageQuery): Promise<ListPage<AuditRecord>> =>
    (await api.GET("/api/v1/audit/records", { params: { query: { ...filter, ...page } } })).data;
  return showList(config, options, { columns, scope: "audit.read", ask });
}
