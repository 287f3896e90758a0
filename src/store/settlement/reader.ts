import type { Tenant } from "../../domain/access/principal.ts";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type Session, sql } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { merchantOf } from "../tenant.ts";
import { settlementColumns, settlementOf } from "./row.ts";

/** Reads settlements, within the caller's tenant. */
export class SettlementReader {
  protected readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** The settlement, if the tenant may see it. */
  async get(tenant: Tenant, settlementId: string): Promise<Settlement | undefined> {
    const [row] = await this.session.run(
      {
        name: "settlement_get",
        text: `select ${settlementColumns} from settlement s
          where s.settlement_id = $1 and ($2::uuid is null or s.merchant_id = $2)`,
      },
      [uuidOf("settlement", settlementId), merchantOf(tenant)],
    );
    return row && settlementOf(row);
  }

  /** Settlements, newest first; with a payment, the one that settles it. */
  async list(tenant: Tenant, filter: { paymentId?: string }, page: PageRequest): Promise<Page<Settlement>> {
    const query = sql("settlement as s")
      .select(sql.raw(settlementColumns))
      .orderBy("s.settlement_id", "desc")
      .limit(page.size + 1);
    const merchant = merchantOf(tenant);
    if (merchant) query.where("s.merchant_id", merchant);
    if (filter.paymentId)
      query.whereRaw(
        "(s.merchant_id, s.settlement_id) = (select p.merchant_id, p.settlement_id from payment p where p.payment_id = ?)",
        uuidOf("payment", filter.paymentId),
      );
    if (page.after) query.where("s.settlement_id", "<", uuidOf("settlement", page.after));
    const rows = await this.session.query(query);
    return toPage(rows.map(settlementOf), page.size, (settlement) => settlement.settlementId);
  }
}
