import type { Tenant } from "../../domain/access/principal.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { anyLength, identifiers, uuids } from "../arrays.ts";
import { Repository, type Session } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { listQuery, type PaymentFilter } from "./list.ts";
import { lockQuery, type PaymentRow, paymentColumns, paymentOf } from "./row.ts";

/** Reads payments, within the caller's tenant. */
export class PaymentReader<S extends Session = Session> extends Repository<S> {
  /** Returns the payment if the tenant may see it. */
  async get(tenant: Tenant, paymentId: string): Promise<Payment | undefined> {
    return (await this.getMany([{ tenant, paymentId }]))[0];
  }

  /** Returns a payment or undefined for each request, in order. One statement serves all calls that wait together. */
  async getMany(asked: readonly { tenant: Tenant; paymentId: string }[]): Promise<(Payment | undefined)[]> {
    const rows = await this.session.run<PaymentRow>(
      {
        name: "payment_get",
        text: `select ${paymentColumns} from payment where payment_id = any(${anyLength("$1::uuid[]")})`,
      },
      [identifiers("payment", asked, ({ paymentId }) => paymentId)],
    );
    const found = new Map((await this.paymentsOf(rows)).map((payment) => [payment.paymentId, payment]));
    return asked.map(({ tenant, paymentId }) => visibleTo(tenant, found.get(paymentId)));
  }

  /** Returns the payment with this reference. */
  async getByReference(reference: string): Promise<Payment | undefined> {
    const rows = await this.session.run<PaymentRow>(
      { name: "payment_by_reference", text: `select ${paymentColumns} from payment where reference = $1` },
      [reference],
    );
    return (await this.paymentsOf(rows))[0];
  }

  /** Returns the payment that a transaction paid, if the tenant may see the payment. */
  async getByTransaction(tenant: Tenant, transactionId: string): Promise<Payment | undefined> {
    return (await this.getManyByTransaction([{ tenant, transactionId }]))[0];
  }

  /** Returns for each request, in order, the payment that the transaction paid, or undefined. */
  async getManyByTransaction(
    asked: readonly { tenant: Tenant; transactionId: string }[],
  ): Promise<(Payment | undefined)[]> {
    const rows = await this.session.run<PaymentRow>(
      {
        name: "payment_by_transaction",
        text: `select ${paymentColumns} from payment where transaction_id = any(${anyLength("$1::uuid[]")})`,
      },
      [identifiers("transaction", asked, ({ transactionId }) => transactionId)],
    );
    const found = new Map(rows.map(paymentOf).map((payment) => [payment.transactionId, payment]));
    return asked.map(({ tenant, transactionId }) => visibleTo(tenant, found.get(transactionId)));
  }

  /** Lists payments, newest first. */
  async list(tenant: Tenant, filter: PaymentFilter, page: PageRequest): Promise<Page<Payment>> {
    const rows = await this.session.query<PaymentRow>(listQuery(tenant, filter, page));
    const found = toPage(await this.paymentsOf(rows), page.size, (payment) => payment.paymentId);
    if (filter.status === undefined) return found;
    return { ...found, items: found.items.filter(({ status }) => status === filter.status) };
  }

  /**
   * Converts rows to payments. A transaction that began in time may still be completing an expired payment. The reader waits for that
   * transaction, so that no caller sees a payment fail and then complete.
   */
  protected async paymentsOf(rows: readonly PaymentRow[]): Promise<Payment[]> {
    const expired = rows.filter((row) => row.expired);
    if (expired.length === 0) return rows.map(paymentOf);
    const decided = await this.session.run<PaymentRow>(
      {
        name: "payment_get_expired",
        text: lockQuery(`payment_id = any(${anyLength("$1::uuid[]")}) order by payment_id`, "share"),
      },
      [uuids(expired.map((row) => row.payment_id))],
    );
    const byId = new Map(decided.map((row) => [row.payment_id, row]));
    return rows.map((row) => paymentOf(byId.get(row.payment_id) ?? row));
  }
}

/** Returns the payment if the tenant may see it. */
function visibleTo(tenant: Tenant, payment: Payment | undefined): Payment | undefined {
  const own = tenant.kind === "merchant" && tenant.merchantId === payment?.merchantId;
  return tenant.kind === "all" || own ? payment : undefined;
}
