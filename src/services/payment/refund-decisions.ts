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

/** What a deployment decides about refunds. */
export type RefundOptions = Pick<ServiceDeps, "refundsFromSettled">;

/** The same answer when the transaction does not exist, is of another merchant, or is not a payment. */
export function unknownTransaction(): Failure {
  return Failure.ofField(
    "UNKNOWN_REFERENCE",
    "original_transaction",
    "UNKNOWN_TRANSACTION",
    "There is no payment that this transaction paid.",
  );
}

/** A refund that was decided, and the movement that makes it. */
interface Made {
  readonly refund: Refund;
  readonly posting: Posting;
  /** How much of it comes out of money already settled or being settled, minor units. */
  readonly fromSettled: bigint;
}

/** What a caller asks to give back. */
interface Terms {
  readonly payment: Pick<Payment, "paymentId">;
  readonly assetType: AssetType;
  /** Minor units, above zero. */
  readonly amount: bigint;
  readonly request: { readonly originalTransaction: string; readonly reason: string };
}

/** Decides one after the other what is given back, over payments and balances that the transaction has locked. */
export class RefundDecisions {
  readonly #payments: Map<string, Payment>;
  readonly #balances: Map<string, bigint>;
  readonly #now: Date;
  readonly #refundsFromSettled: boolean;
  readonly #changed = new Set<string>();
  /** What was decided, to be stored. */
  readonly made: Made[] = [];

  /**
   * @param under the payments by identifier; the balances of their merchants in minor units, by account UUID; business time
   */
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

  /** The refund. @throws Refused a RefundRefusal; nothing is changed then */
  refund({ payment: { paymentId }, assetType, amount, request }: Terms): Refund {
    const payment = this.#payments.get(paymentId);
    if (!payment) throw new Error(`payment ${paymentId} has vanished`);
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

  /** The payments as they are after all that was decided. */
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

  /** Takes the money from where it is. @returns the legs that do it */
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
