import { uuidOf } from "../../domain/identifier/identifier.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { byteas, numerics, texts, timestamps, uuids } from "../arrays.ts";
import type { TransactionSession } from "../database.ts";
import { PaymentReader } from "./reader.ts";
import { lockQuery, type PaymentRow, paymentOf, timeIsOver } from "./row.ts";

/** A payment that is to be stored. */
export interface NewPayment extends Payment {
  /** The nonce of what was presented for it at a terminal, base64url of 32 bytes. */
  readonly presentation?: string;
}

/** Changes payments; exists inside a transaction only. */
export class PaymentWriter extends PaymentReader<TransactionSession> {
  /**
   * Stores new pending payments, in statements that the commit waits for: one for those that are nothing but what has to be paid, and
   * one for those of which more was said.
   *
   * @throws Refused PRESENTATION_USED, when the transaction waits for it next
   */
  async insert(payments: readonly NewPayment[]): Promise<void> {
    this.#insertPlain(payments.filter((payment) => !saysMore(payment)));
    this.#insertWhole(payments.filter(saysMore));
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
        uuids(payments.map((p) => (p.deviceId ? uuidOf("device", p.deviceId) : null))),
      ],
    );
  }

  /** What a transaction decides over, it locks: so it does not wait for what it only looks at. */
  protected override async paymentsOf(rows: readonly PaymentRow[]): Promise<Payment[]> {
    return rows.map(paymentOf);
  }

  /** The payment, locked until the transaction ends, so that its state is decided by one caller at a time. */
  async lock(paymentId: string): Promise<Payment | undefined> {
    return (await this.lockMany([paymentId])).get(paymentId);
  }

  /** The payments, locked, in one order everywhere, so that two sets never wait for each other; unknown ones are absent. */
  async lockMany(paymentIds: readonly string[]): Promise<Map<string, Payment>> {
    const rows = await this.session.run<PaymentRow>(
      {
        name: "payment_lock",
        text: lockQuery("payment_id = any($1::uuid[]) order by payment_id", "no key update"),
      },
      [uuids([...new Set(paymentIds)].map((id) => uuidOf("payment", id)))],
    );
    return new Map(rows.map(paymentOf).map((payment) => [payment.paymentId, payment]));
  }

  /** Up to `limit` payments that have expired and are stored as pending, locked; those that somebody else holds are passed over. */
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

  /** Stores the state of a payment that this transaction has locked, as its next version. */
  async save(payment: Payment): Promise<void> {
    await this.saveMany([payment]);
  }

  /** Stores the states of payments that this transaction has locked, each as its next version, in one statement that the commit waits for. */
  async saveMany(payments: readonly Payment[]): Promise<void> {
    if (payments.length === 0) return;
    this.session.send(
      {
        name: "payment_save",
        text: `update payment p set status = x.status, failure_reason = x.failure_reason, reference = x.reference,
            wallet_id = x.wallet_id, transaction_id = x.transaction_id, refunded_amount = x.refunded_amount, ended_at = x.ended_at,
            version = p.version + 1
          from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::numeric[],
              $9::timestamptz[])
            as x (merchant_id, payment_id, status, failure_reason, reference, wallet_id, transaction_id, refunded_amount, ended_at)
          where p.merchant_id = x.merchant_id and p.payment_id = x.payment_id`,
      },
      [
        uuids(payments.map((p) => uuidOf("merchant", p.merchantId))),
        uuids(payments.map((p) => uuidOf("payment", p.paymentId))),
        texts(payments.map((p) => p.status)),
        texts(payments.map((p) => p.failureReason ?? null)),
        texts(payments.map((p) => p.reference ?? null)),
        uuids(payments.map((p) => (p.walletId ? uuidOf("wallet", p.walletId) : null))),
        uuids(payments.map((p) => (p.transactionId ? uuidOf("transaction", p.transactionId) : null))),
        numerics(payments.map((p) => p.refundedAmount)),
        timestamps(payments.map((p) => p.endedAt ?? null)),
      ],
    );
  }
}

const saysMore = ({ description, orderReference, metadata, presentation, deviceId }: NewPayment): boolean =>
  (description ?? orderReference ?? metadata ?? presentation ?? deviceId) !== undefined;

/** The columns that every payment has. */
function plainColumns(payments: readonly Payment[]): Buffer[] {
  return [
    uuids(payments.map((p) => uuidOf("merchant", p.merchantId))),
    uuids(payments.map((p) => uuidOf("payment", p.paymentId))),
    uuids(payments.map((p) => uuidOf("assetType", p.assetTypeId))),
    numerics(payments.map((p) => p.amount)),
    byteas(payments.map((p) => Buffer.from(p.nonce, "base64url"))),
    timestamps(payments.map((p) => p.createdAt)),
    timestamps(payments.map((p) => p.expiresAt)),
  ];
}
