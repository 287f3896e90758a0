import type { LedgerServiceService } from "../../../gen/ts/pda/payment/v1/ledger_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { PageSizes } from "../contract/page-token.ts";
import { camt053 } from "./camt053.ts";
import { csvStatement } from "./csv.ts";
import { readStatement } from "./read-statement.ts";

type Service = Handlers<typeof LedgerServiceService>;

/** An entry of camt.053 takes about a kilobyte, and an answer may have at most four megabytes. */
const ofFiles: PageSizes = { preset: 1000, max: 1000 };

export const exportStatement =
  (deps: { readonly publicUrl: string }): Service["exportStatement"] =>
  async ({ request, read }) => {
    const page = await readStatement(read, request, "statement camt.053", ofFiles);
    const servicer = { name: new URL(deps.publicUrl).host, createdAt: await read.clock.now() };
    const { nextPageToken } = page;
    return { statementDocument: { document: camt053(page, servicer), nextPageToken } };
  };

export const exportStatementCsv: Service["exportStatementCsv"] = async ({ request, read }) => {
  const page = await readStatement(read, request, "statement csv", ofFiles);
  return { statementDocument: { document: csvStatement(page), nextPageToken: page.nextPageToken } };
};
