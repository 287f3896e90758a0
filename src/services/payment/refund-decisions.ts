import type { AssetType } from "../../domain/asset/asset-type.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { accountUuid, type Leg, merchantAccounts } from "../../domain/ledger/ledger.ts";
import { afterRefund, type Payment } from "../../domain/payment/payment.ts";
import { requireEligible } from "../../domain/refund/eligibility.ts";
import type { Refund } from "../../domain/refund/refund.ts";
import { fundsTotal, type MerchantFunds, payerOf, refundSources } from "../../domain/refund/sources.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Posting } from "../../store/ledger/spending.ts";
import type { ServiceDeps } from "../deps.ts";

/** The settings of a deployment for refunds. */
export type RefundOptions = Pick<ServiceDeps, "refundsFromSettled">;

/** Returns the same failure for a transaction that does not exist, belongs to another merchant or is not a payment. */
export function unknownTransaction(): Failure {
  return Failure.ofField(
    "original_transaction",
    "UNKNOWN_TRANSACTION",
    "No payment was completed by this transaction; name the transaction of a completed payment.",
  );
}

/** A decided refund, with the ledger posting that makes it. */
interface Made {
  readonly refund: Refund;
  readonly posting: Posting;
  /** The part that comes out of settled money or money being settled, in minor units. */
  readonly fromSettled: bigint;
}

/** A requested refund. */
interface Terms {
  readonly payment: Pick<Payment, "paymentId">;
  readonly assetType: AssetType;
  /** Minor units, greater than zero. */
  readonly amount: bigint;
  readonly request: { readonly originalTransaction: string; readonly reason: string };
}

/** Decides refunds one after the other, over payments and balances that the transaction has locked. */
export class RefundDecisions {
  readonly #payments: Map<string, Payment>;
  readonly #balances: Map<string, bigint>;
  readonly #now: Date;
  readonly #refundsFromSettled: boolean;
  readonly #changed = new Set<string>();
  /** The decided refunds, which the caller must store. */
  readonly made: Made[] = [];

  /** @param under the payments by identifier; the balances of their merchants in minor units, by account UUID; business time */
  constructor(
    under: RefundOptions & {
      readonly payments: ReadonlyMap<string, Payment>;
      readonly balances: ReadonlyMap<string, bigint>;
      readonly now: Date;
    },
  ) {
    this.#payments = new Map(under.payments);
    this.#balances = new Map(under.balances);
    this.#now = under.now;
    this.#refundsFromSettled = under.refundsFromSettled;
  }

  /** Decides one refund. @throws Refused a RefundRefusal; then nothing is changed */
  refund({ payment: { paymentId }, assetType, amount, request }: Terms): Refund {
    const payment = this.#payments.get(paymentId);
    if (!payment) throw new Error(`payment ${paymentId} is missing from the locked payments`);
    const funds = this.#fundsOf(payment);
    const now = this.#now;
    requireEligible({
      payment,
      policy: assetType.refundPolicy,
      amount,
      merchantBalance: fundsTotal(funds),
      now,
    });
    const sources = refundSources(amount, funds);
    const transactionId = newId("transaction");
    const refund: Refund = {
      refundId: newId("refund"),
      paymentId,
      merchantId: payment.merchantId,
      assetTypeId: payment.assetTypeId,
      originalTransactionId: request.originalTransaction,
      amount,
      reason: request.reason,
      status: "completed",
      transactionId,
      policyVersion: assetType.version,
      createdAt: now,
      endedAt: now,
    };
    this.made.push({
      refund,
      fromSettled: amount - sources.merchant,
      posting: {
        transaction: {
          transactionId,
          kind: "refund",
          assetTypeId: refund.assetTypeId,
          amount,
          merchantId: refund.merchantId,
          walletId: payment.walletId,
          paymentId,
          refundId: refund.refundId,
          createdAt: now,
        },
        legs: this.#take(payment, sources),
      },
    });
    this.#payments.set(paymentId, afterRefund(payment, amount));
    this.#changed.add(paymentId);
    return refund;
  }

  /** Returns the payments as all decisions have changed them. */
  changedPayments(): Payment[] {
    return [...this.#changed].flatMap((paymentId) => this.#payments.get(paymentId) ?? []);
  }

  #fundsOf(payment: Payment): MerchantFunds {
    const accounts = merchantAccounts(payment);
    const held = (kind: keyof MerchantFunds): bigint => this.#balances.get(accountUuid(accounts[kind])) ?? 0n;
    const merchant = held("merchant");
    if (!this.#refundsFromSettled) return { merchant, settled: 0n, clearing: 0n };
    return { merchant, settled: held("settled"), clearing: held("clearing") };
  }

  /** Takes the money from the merchant's accounts. @returns the legs of the posting */
  #take(payment: Payment, sources: MerchantFunds): Leg[] {
    const accounts = merchantAccounts(payment);
    const credit = payerOf(payment);
    return (["merchant", "settled", "clearing"] as const)
      .filter((kind) => sources[kind] > 0n)
      .map((kind) => {
        const account = accountUuid(accounts[kind]);
        this.#balances.set(account, (this.#balances.get(account) ?? 0n) - sources[kind]);
        return { debit: accounts[kind], credit, amount: sources[kind] };
      });
  }
}
