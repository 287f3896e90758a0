import type { Tenant } from "../../domain/access/principal.ts";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { uuids } from "../arrays.ts";
import { Repository, type Session } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { listQuery, type PaymentFilter } from "./list.ts";
import { lockQuery, type PaymentRow, paymentColumns, paymentOf } from "./row.ts";

/** Reads payments, within the caller's tenant. */
export class PaymentReader<S extends Session = Session> extends Repository<S> {
  /** The payment, if the tenant may see it. */
  async get(tenant: Tenant, paymentId: string): Promise<Payment | undefined> {
    return (await this.getMany([{ tenant, paymentId }]))[0];
  }

  /** For each request its payment, in the order asked: one statement for all calls that wait together. */
  async getMany(asked: readonly { tenant: Tenant; paymentId: string }[]): Promise<(Payment | undefined)[]> {
    const rows = await this.session.run<PaymentRow>(
      {
        name: "payment_get",
        text: `select ${paymentColumns} from payment where payment_id = any($1::uuid[])`,
      },
      [uuids(asked.map(({ paymentId }) => uuidOf("payment", paymentId)))],
    );
    const found = new Map((await this.paymentsOf(rows)).map((payment) => [payment.paymentId, payment]));
    return asked.map(({ tenant, paymentId }) => visibleTo(tenant, found.get(paymentId)));
  }

  /** The payment that a reference stands for. */
  async getByReference(reference: string): Promise<Payment | undefined> {
    const rows = await this.session.run<PaymentRow>(
      { name: "payment_by_reference", text: `select ${paymentColumns} from payment where reference = $1` },
      [reference],
    );
    return (await this.paymentsOf(rows))[0];
  }

  /** The payment that a transaction paid, if the tenant may see it. */
  async getByTransaction(tenant: Tenant, transactionId: string): Promise<Payment | undefined> {
    return (await this.getManyByTransaction([{ tenant, transactionId }]))[0];
  }

  /** For each request the payment that the transaction paid, in the order asked. */
  async getManyByTransaction(
    asked: readonly { tenant: Tenant; transactionId: string }[],
  ): Promise<(Payment | undefined)[]> {
    const rows = await this.session.run<PaymentRow>(
      {
        name: "payment_by_transaction",
        text: `select ${paymentColumns} from payment where transaction_id = any($1::uuid[])`,
      },
      [uuids(asked.map(({ transactionId }) => uuidOf("transaction", transactionId)))],
    );
    const found = new Map(rows.map(paymentOf).map((payment) => [payment.transactionId, payment]));
    return asked.map(({ tenant, transactionId }) => visibleTo(tenant, found.get(transactionId)));
  }

  /** Payments, newest first. @param offsetSeconds how far business time is ahead of real time */
  async list(
    tenant: Tenant,
    filter: PaymentFilter,
    page: PageRequest,
    offsetSeconds = 0,
  ): Promise<Page<Payment>> {
    const rows = await this.session.query<PaymentRow>(listQuery(tenant, filter, page, offsetSeconds));
    const found = toPage(await this.paymentsOf(rows), page.size, (payment) => payment.paymentId);
    if (filter.status === undefined) return found;
    return { ...found, items: found.items.filter(({ status }) => status === filter.status) };
  }

  /**
   * The payments of rows. One that has expired may just be completed by a transaction that came in time: who reads it waits for that,
   * so that nobody sees a payment fail and then complete.
   */
  protected async paymentsOf(rows: readonly PaymentRow[]): Promise<Payment[]> {
    const expired = rows.filter((row) => row.expired);
    if (expired.length === 0) return rows.map(paymentOf);
    const decided = await this.session.run<PaymentRow>(
      {
        name: "payment_get_expired",
        text: lockQuery("payment_id = any($1::uuid[]) order by payment_id", "share"),
      },
      [uuids(expired.map((row) => row.payment_id))],
    );
    const byId = new Map(decided.map((row) => [row.payment_id, row]));
    return rows.map((row) => paymentOf(byId.get(row.payment_id) ?? row));
  }
}

/** The payment, if the tenant may see it. */
function visibleTo(tenant: Tenant, payment: Payment | undefined): Payment | undefined {
  const own = tenant.kind === "merchant" && tenant.merchantId === payment?.merchantId;
  return tenant.kind === "all" || own ? payment : undefined;
}
