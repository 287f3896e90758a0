import type { Tenant } from "../../domain/access/principal.ts";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { uuids } from "../arrays.ts";
import type { Session } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { merchantOf } from "../tenant.ts";
import { listQuery, type PaymentFilter } from "./list.ts";
import { paymentColumns, paymentOf } from "./row.ts";

/** Reads payments, within the caller's tenant. */
export class PaymentReader {
  protected readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** The payment, if the tenant may see it. */
  async get(tenant: Tenant, paymentId: string): Promise<Payment | undefined> {
    return (await this.getMany([{ tenant, paymentId }]))[0];
  }

  /** For each request its payment, in the order asked: one statement for all calls that wait together. */
  async getMany(asked: readonly { tenant: Tenant; paymentId: string }[]): Promise<(Payment | undefined)[]> {
    const rows = await this.session.run(
      {
        name: "payment_get",
        text: `select ${paymentColumns} from payment where payment_id = any($1::uuid[])`,
      },
      [uuids(asked.map(({ paymentId }) => uuidOf("payment", paymentId)))],
    );
    const found = new Map(rows.map(paymentOf).map((payment) => [payment.paymentId, payment]));
    return asked.map(({ tenant, paymentId }) => {
      const payment = found.get(paymentId);
      return payment &&
        (tenant.kind === "all" || (tenant.kind === "merchant" && tenant.merchantId === payment.merchantId))
        ? payment
        : undefined;
    });
  }

  /** The payment that a reference stands for. */
  async getByReference(reference: string): Promise<Payment | undefined> {
    const [row] = await this.session.run(
      { name: "payment_by_reference", text: `select ${paymentColumns} from payment where reference = $1` },
      [reference],
    );
    return row && paymentOf(row);
  }

  /** The payment that a transaction paid, if the tenant may see it. */
  async getByTransaction(tenant: Tenant, transactionId: string): Promise<Payment | undefined> {
    const [row] = await this.session.run(
      {
        name: "payment_by_transaction",
        text: `select ${paymentColumns} from payment where transaction_id = $1 and ($2::uuid is null or merchant_id = $2)`,
      },
      [uuidOf("transaction", transactionId), merchantOf(tenant)],
    );
    return row && paymentOf(row);
  }

  /** Payments, newest first. @param offsetSeconds how far business time is ahead of real time */
  async list(
    tenant: Tenant,
    filter: PaymentFilter,
    page: PageRequest,
    offsetSeconds = 0,
  ): Promise<Page<Payment>> {
    const rows = await this.session.query(listQuery(tenant, filter, page, offsetSeconds));
    return toPage(rows.map(paymentOf), page.size, (payment) => payment.paymentId);
  }
}
