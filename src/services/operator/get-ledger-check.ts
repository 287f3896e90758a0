import type { LedgerCheckServiceService } from "../../../gen/ts/pda/operator/v1/ledger_check_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { timestamp } from "../contract/timestamp.ts";

/** Returns the last finished check of the ledger; nothing was checked before the first one has finished. */
export const getLedgerCheck: Handlers<typeof LedgerCheckServiceService>["getLedgerCheck"] = async ({
  read,
}) => {
  const last = await read.ledgerChecks.last();
  if (!last) return { ledgerCheck: { checkTime: undefined, rules: [] } };
  const rules = last.results.map(({ name, title, examined, violations, told }) => ({
    name,
    description: `${title}.`,
    examinedCount: BigInt(examined),
    violationCount: BigInt(violations),
    violations: [...told],
  }));
  return { ledgerCheck: { checkTime: timestamp(last.checkedAt), rules } };
};
