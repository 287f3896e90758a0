import { uuidOf } from "../../domain/identifier/identifier.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { PaymentReader } from "./reader.ts";
import { paymentColumns, paymentOf } from "./row.ts";

/** Changes payments; exists inside a transaction only. */
export class PaymentWriter extends PaymentReader {
  /**
   * Stores new payments, in one statement.
   *
   * @param ttlSeconds from now to expiry; business time decides now
   */
  async insert(
    payments: readonly {
      paymentId: string;
      merchantId: string;
      assetTypeId: string;
      amount: bigint;
      nonce: Buffer;
    }[],
    ttlSeconds: number,
  ): Promise<Payment[]> {
    const rows = await this.session.run(
      {
        name: "payment_insert",
        text: `insert into payment (merchant_id, payment_id, asset_type_id, amount, nonce, created_at, expires_at)
          select m, p, a, n, o, t, t + make_interval(secs => $6)
          from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::numeric[], $5::bytea[]) as x (m, p, a, n, o),
               (select business_now() as t) as clock
          returning ${paymentColumns}`,
      },
      [
        payments.map((p) => uuidOf("merchant", p.merchantId)),
        payments.map((p) => uuidOf("payment", p.paymentId)),
        payments.map((p) => uuidOf("assetType", p.assetTypeId)),
        payments.map((p) => p.amount.toString()),
        payments.map((p) => p.nonce),
        ttlSeconds,
      ],
    );
    const stored = new Map(rows.map(paymentOf).map((payment) => [payment.paymentId, payment]));
    return payments.map((p) => stored.get(p.paymentId) as Payment);
  }

  /** The payment, locked until the transaction ends, so that its state is decided by one caller at a time. */
  async lock(paymentId: string): Promise<Payment | undefined> {
    const [row] = await this.session.run(
      {
        name: "payment_lock",
        text: `select ${paymentColumns} from payment where payment_id = $1 for no key update`,
      },
      [uuidOf("payment", paymentId)],
    );
    return row && paymentOf(row);
  }

  /** Up to `limit` pending payments whose time is over, locked; those that another worker holds are passed over. */
  async lockExpired(limit: number): Promise<Payment[]> {
    const rows = await this.session.run(
      {
        name: "payment_lock_expired",
        text: `select ${paymentColumns} from payment where status = 'pending' and expires_at <= business_now()
          order by expires_at limit $1 for no key update skip locked`,
      },
      [limit],
    );
    return rows.map(paymentOf);
  }

  /** Stores the state of a payment that this transaction has locked. */
  async save(payment: Payment): Promise<void> {
    await this.session.run(
      {
        name: "payment_save",
        text: `update payment set status = $3, failure_reason = $4, reference = $5, wallet_id = $6, transaction_id = $7,
            refunded_amount = $8, ended_at = $9
          where merchant_id = $1 and payment_id = $2`,
      },
      [
        uuidOf("merchant", payment.merchantId),
        uuidOf("payment", payment.paymentId),
        payment.status,
        payment.failureReason ?? null,
        payment.reference ?? null,
        payment.walletId ? uuidOf("wallet", payment.walletId) : null,
        payment.transactionId ? uuidOf("transaction", payment.transactionId) : null,
        payment.refundedAmount.toString(),
        payment.endedAt ?? null,
      ],
    );
  }
}
