import type { AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { accountOf, accountUuid } from "../../domain/ledger/ledger.ts";
import { type MerchantStanding, requireActiveMerchant } from "../../domain/merchant/merchant.ts";
import { complete, decline, type Payment, requirePending } from "../../domain/payment/payment.ts";
import type { RequestedFailures } from "../../domain/payment/requested-failures.ts";
import { Refused } from "../../domain/refused.ts";
import { requireInForce } from "../asset/asset-types.ts";
import type { LockedWallet, Posting } from "../../store/ledger/spending.ts";

/** A payment that was paid, and the movement that paid it. */
interface Paid {
  readonly payment: Payment;
  readonly assetType: AssetTypeFacts;
  readonly posting: Posting;
}

/** A payment that was declined. */
interface Declined {
  readonly payment: Payment;
  readonly assetType: AssetTypeFacts;
}

/** Decides payments one after the other, over payments and balances that the transaction has locked. */
export class PaymentDecisions {
  readonly #payments: Map<string, Payment>;
  readonly #balances: Map<string, bigint>;
  readonly #now: Date;
  readonly #requestedFailures: RequestedFailures | undefined;
  readonly #suspended: ReadonlySet<string>;
  /** The paid payments, which the caller must store. */
  readonly paid: Paid[] = [];
  /** The payments that were declined on request, which the caller must store. */
  readonly declined: Declined[] = [];

  /**
   * @param payments by identifier
   * @param accounts of wallets, by account UUID; an account that was never used is absent
   * @param options `now` is business time; `requestedFailures` are the failures that payments can request; `suspended` are the codes of
   * asset types whose publisher is suspended
   */
  constructor(
    payments: ReadonlyMap<string, Payment>,
    accounts: ReadonlyMap<string, LockedWallet>,
    {
      now,
      requestedFailures,
      suspended = new Set(),
    }: {
      readonly now: Date;
      readonly requestedFailures?: RequestedFailures;
      readonly suspended?: ReadonlySet<string>;
    },
  ) {
    this.#payments = new Map(payments);
    this.#balances = new Map([...accounts].map(([uuid, { balance }]) => [uuid, balance]));
    this.#now = now;
    this.#requestedFailures = requestedFailures;
    this.#suspended = suspended;
  }

  /**
   * Returns the completed payment. If the merchant requested a decline, returns the declined payment.
   *
   * @throws Refused PAYMENT_NOT_PENDING, PAYMENT_EXPIRED, MERCHANT_NOT_ACTIVE, PUBLISHER_NOT_ACTIVE, INSUFFICIENT_FUNDS; nothing is changed then
   */
  pay(
    paymentId: string,
    walletId: string,
    assetType: AssetTypeFacts,
    merchant: Pick<MerchantStanding, "status">,
  ): Payment {
    const payment = this.#payments.get(paymentId);
    if (!payment) throw new Error(`payment ${paymentId} has vanished`);
    // The same wallet pays once, however often it asks.
    if (payment.status === "completed" && payment.walletId === walletId) return payment;
    if (this.#requestedFailures?.declines(payment)) return this.#decline(payment, walletId, assetType);
    requirePending(payment, this.#now);
    requireActiveMerchant(merchant);
    requireInForce(this.#suspended, assetType);
    const { assetTypeId, merchantId, amount } = payment;
    const debit = accountOf("wallet", walletId, assetTypeId);
    const account = accountUuid(debit);
    const balance = this.#balances.get(account) ?? 0n;
    if (balance < amount) throw new Refused("INSUFFICIENT_FUNDS", "The balance is too low.");
    this.#balances.set(account, balance - amount);

    const transactionId = newId("transaction");
    const paid = complete(payment, { walletId, transactionId }, this.#now);
    this.#payments.set(paymentId, paid);
    const createdAt = this.#now;
    this.paid.push({
      payment: paid,
      assetType,
      posting: {
        transaction: {
          transactionId,
          kind: "payment",
          assetTypeId,
          amount,
          merchantId,
          walletId,
          paymentId,
          createdAt,
        },
        legs: [{ debit, credit: accountOf("merchant", merchantId, assetTypeId), amount }],
      },
    });
    return paid;
  }

  #decline(payment: Payment, walletId: string, assetType: AssetTypeFacts): Payment {
    const declined = decline(payment, walletId, this.#now);
    if (declined === payment) return payment;
    this.#payments.set(payment.paymentId, declined);
    this.declined.push({ payment: declined, assetType });
    return declined;
  }
}
