// Statements: pages to view, and files to keep.
import { save } from "../save.ts";
import { statementFile } from "../statement-file.ts";
import { api, type Schemas } from "./client.ts";

/** The account and the period of a statement. */
export interface Period {
  readonly merchantId: string;
  readonly assetType: string;
  readonly account: "merchant" | "clearing" | "settled";
  /** RFC 3339. */
  readonly fromTime: string;
  /** RFC 3339, exclusive. Absent: as far as the ledger is closed. */
  readonly toTime: string | undefined;
}

/** Returns one page. @param pageToken of the page before, or empty */
export async function statementPage(
  { merchantId, ...query }: Period,
  pageToken: string,
): Promise<Schemas["Statement"]> {
  const page = pageToken === "" ? {} : { pageToken };
  const params = { path: { merchantId }, query: { ...query, pageSize: 100, ...page } };
  return (await api().GET("/api/v1/merchants/{merchantId}/statement", { params })).data;
}

const FORMATS = {
  csv: { path: "/api/v1/merchants/{merchantId}/statement/csv", ends: "csv" },
  camt: { path: "/api/v1/merchants/{merchantId}/statement/camt.053", ends: "xml" },
} as const;

/** Downloads the statement; each page of the service is a file of its own. */
export async function downloadStatement(
  { merchantId, ...period }: Period,
  format: keyof typeof FORMATS,
): Promise<void> {
  const { path, ends } = FORMATS[format];
  let pageToken = "";
  for (let number = 1; ; number += 1) {
    const page = pageToken === "" ? {} : { pageToken };
    const answer = await api().DOWNLOAD(path, {
      params: { path: { merchantId }, query: { ...period, ...page } },
    });
    save(await answer.blob(), statementFile({ merchantId, ...period }, number, ends));
    const [, next] = /<([^>]+)>;\s*rel="?next/.exec(answer.headers.get("Link") ?? "") ?? [];
    pageToken = next === undefined ? "" : (new URL(next, location.href).searchParams.get("pageToken") ?? "");
    if (pageToken === "") return;
  }
}
