import type { Payment } from "../../domain/payment/payment.ts";
import {
  anyLength,
  byteas,
  identifiers,
  numerics,
  optionalIdentifiers,
  texts,
  timestamps,
} from "../arrays.ts";
import type { TransactionSession } from "../database.ts";
import { PaymentReader } from "./reader.ts";
import { lockQuery, type PaymentRow, paymentOf, timeIsOver } from "./row.ts";

/** A payment to store. */
export interface NewPayment extends Payment {
  /** The nonce of the presentation at a terminal, 32 bytes in base64url. */
  readonly presentation?: string;
}

/** Changes payments; exists inside a transaction only. */
export class PaymentWriter extends PaymentReader<TransactionSession> {
  /**
   * Sends statements that store new pending payments. One statement stores the payments without optional columns, and another the
   * payments with such columns. The commit waits for both.
   *
   * @throws Refused PRESENTATION_USED, not here but at the next statement or commit of the transaction
   */
  async insert(payments: readonly NewPayment[]): Promise<void> {
    this.#insertPlain(payments.filter((payment) => !hasOptionalColumns(payment)));
    this.#insertWhole(payments.filter(hasOptionalColumns));
  }

  #insertPlain(payments: readonly NewPayment[]): void {
    if (payments.length === 0) return;
    this.session.send(
      {
        name: "payment_insert",
        text: `insert into payment (merchant_id, payment_id, asset_type_id, amount, nonce, created_at, expires_at)
          select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::numeric[], $5::bytea[], $6::timestamptz[], $7::timestamptz[])`,
      },
      plainColumns(payments),
    );
  }

  #insertWhole(payments: readonly NewPayment[]): void {
    if (payments.length === 0) return;
    this.session.send(
      {
        name: "payment_insert_whole",
        text: `insert into payment (merchant_id, payment_id, asset_type_id, amount, nonce, created_at, expires_at, description,
            order_reference, metadata, presentation, device_id)
          select a, b, c, d, e, f, g, h, i, j::jsonb, k, l
          from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::numeric[], $5::bytea[], $6::timestamptz[], $7::timestamptz[], $8::text[],
            $9::text[], $10::text[], $11::bytea[], $12::uuid[]) as x (a, b, c, d, e, f, g, h, i, j, k, l)`,
      },
      [
        ...plainColumns(payments),
        texts(payments.map((p) => p.description ?? null)),
        texts(payments.map((p) => p.orderReference ?? null)),
        texts(payments.map((p) => (p.metadata ? JSON.stringify(p.metadata) : null))),
        byteas(payments.map((p) => (p.presentation ? Buffer.from(p.presentation, "base64url") : null))),
        optionalIdentifiers("device", payments, (p) => p.deviceId),
      ],
    );
  }

  /** Converts rows without waiting: a transaction locks the payments that it decides about, and need not wait for others. */
  protected override async paymentsOf(rows: readonly PaymentRow[]): Promise<Payment[]> {
    return rows.map(paymentOf);
  }

  /** Returns the payment and locks it until the transaction ends, so that one caller at a time decides its state. */
  async lock(paymentId: string): Promise<Payment | undefined> {
    return (await this.lockMany([paymentId])).get(paymentId);
  }

  /** Returns payments and locks them, always in the order of identifiers to avoid deadlocks. Unknown identifiers are absent. */
  async lockMany(paymentIds: readonly string[]): Promise<Map<string, Payment>> {
    const rows = await this.session.run<PaymentRow>(
      {
        name: "payment_lock",
        text: lockQuery(`payment_id = any(${anyLength("$1::uuid[]")}) order by payment_id`, "no key update"),
      },
      [identifiers("payment", [...new Set(paymentIds)])],
    );
    return new Map(rows.map(paymentOf).map((payment) => [payment.paymentId, payment]));
  }

  /** Returns and locks up to `limit` expired payments that are stored as pending. Payments locked by other transactions are skipped. */
  async lockExpired(limit: number): Promise<Payment[]> {
    const rows = await this.session.run<PaymentRow>(
      {
        name: "payment_lock_expired",
        text: lockQuery(
          `status = 'pending' and ${timeIsOver} order by expires_at limit $1`,
          "no key update skip locked",
        ),
      },
      [limit],
    );
    return rows.map(paymentOf);
  }

  /** Stores the state of a locked payment as its next version. */
  async save(payment: Payment): Promise<void> {
    await this.saveMany([payment]);
  }

  /** Sends one statement that stores the states of locked payments, each as the next version. The commit waits for its result. */
  async saveMany(payments: readonly Payment[]): Promise<void> {
    if (payments.length === 0) return;
    this.session.send(
      {
        name: "payment_save",
        text: `update payment p set status = x.status, failure_reason = x.failure_reason, reference = x.reference,
            wallet_id = x.wallet_id, transaction_id = x.transaction_id, refunded_amount = x.refunded_amount, ended_at = x.ended_at,
            version = p.version + 1
          from unnest(${anyLength("$1::uuid[]")}, $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::numeric[],
              $9::timestamptz[])
            as x (merchant_id, payment_id, status, failure_reason, reference, wallet_id, transaction_id, refunded_amount, ended_at)
          where p.merchant_id = x.merchant_id and p.payment_id = x.payment_id`,
      },
      [
        identifiers("merchant", payments, (p) => p.merchantId),
        identifiers("payment", payments, (p) => p.paymentId),
        texts(payments.map((p) => p.status)),
        texts(payments.map((p) => p.failureReason ?? null)),
        texts(payments.map((p) => p.reference ?? null)),
        optionalIdentifiers("wallet", payments, (p) => p.walletId),
        optionalIdentifiers("transaction", payments, (p) => p.transactionId),
        numerics(payments.map((p) => p.refundedAmount)),
        timestamps(payments.map((p) => p.endedAt ?? null)),
      ],
    );
  }
}

const hasOptionalColumns = ({
  description,
  orderReference,
  metadata,
  presentation,
  deviceId,
}: NewPayment): boolean =>
  (description ?? orderReference ?? metadata ?? presentation ?? deviceId) !== undefined;

/** Returns the columns that every payment has. */
function plainColumns(payments: readonly Payment[]): Buffer[] {
  return [
    identifiers("merchant", payments, (p) => p.merchantId),
    identifiers("payment", payments, (p) => p.paymentId),
    identifiers("assetType", payments, (p) => p.assetTypeId),
    numerics(payments.map((p) => p.amount)),
    byteas(payments.map((p) => Buffer.from(p.nonce, "base64url"))),
    timestamps(payments.map((p) => p.createdAt)),
    timestamps(payments.map((p) => p.expiresAt)),
  ];
}
