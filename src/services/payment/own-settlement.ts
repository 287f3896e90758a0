import type { Tenant } from "../../domain/access/principal.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { Failure } from "../../rpc/failure.ts";
import type { SettlementReader } from "../../store/settlement/reader.ts";

/** The settlement, if it is the tenant's. @throws Failure NOT_FOUND, the same for unknown and foreign ones */
export async function requireSettlement(
  reader: SettlementReader,
  tenant: Tenant,
  settlementId: string,
): Promise<Settlement> {
  const settlement = await reader.get(tenant, settlementId);
  if (!settlement) throw new Failure("NOT_FOUND");
  return settlement;
}
