// Merchants with paid payments, and refunds of them with their dry runs.
import { RefundRefusal } from "../../../gen/ts/pda/payment/v1/refund.ts";
import type { Refund, RefundEligibility } from "../../../gen/ts/pda/payment/v1/refund.ts";
import type {
  CheckRefundEligibilityResponse,
  CreateRefundResponse,
} from "../../../gen/ts/pda/payment/v1/refund_service.ts";
import { type AssetType, type AssetTypeChange, changed } from "../../../src/domain/asset/asset-type.ts";
import type { Payment } from "../../../src/domain/payment/payment.ts";
import { paymentServices, settlementService } from "../../../src/services/payment/index.ts";
import { openSettlement } from "../../../src/workers/settlement/open-settlement.ts";
import { assetType, merchant, publisher, testNetwork, wallet } from "../../support/fixtures.ts";
import { type CallOptions, ServiceHarness } from "../../support/service.ts";
import { balancesOf, paidPayment } from "../../workers/support/takings.ts";

const account = `${testNetwork}:0x00000000000000000000000000000000000000AA`;

/** Payments in one asset type of six decimals, on a database of their own. */
export class RefundScene implements AsyncDisposable {
  readonly harness: ServiceHarness;
  readonly publisherId: string;
  readonly walletId: string;
  readonly #assetTypeId: string;

  private constructor(harness: ServiceHarness, type: AssetType, walletId: string) {
    this.harness = harness;
    this.publisherId = type.publisherId;
    this.#assetTypeId = type.assetTypeId;
    this.walletId = walletId;
  }

  static async start(options: { refundsFromSettled?: boolean } = {}): Promise<RefundScene> {
    const harness = await ServiceHarness.start(() => [
      ...paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900, ...options }),
      ...settlementService(),
    ]);
    const type = await assetType(harness.store, await publisher(harness.url));
    return new RefundScene(harness, type, (await wallet(harness.store, type, 10n ** 15n)).walletId);
  }

  /** The asset type as it is now. */
  async type(): Promise<AssetType> {
    return (await this.harness.store.read.assetTypes.byIds([this.#assetTypeId])).get(
      this.#assetTypeId,
    ) as AssetType;
  }

  /** What the publisher does with a PATCH. @returns the version after it */
  change(change: AssetTypeChange): Promise<number> {
    return this.harness.store.transact(async (tx) => {
      const type = await tx.assetTypes.lock(this.publisherId, this.#assetTypeId);
      const next = changed(type as AssetType, change);
      if (next !== type) await tx.assetTypes.save(next);
      return next.version;
    });
  }

  merchant(): Promise<string> {
    return merchant(this.harness.store, [account]);
  }

  /** A completed payment of `amount` minor units. */
  async pay(merchantId: string, amount: bigint): Promise<Payment> {
    return paidPayment(this.harness.store, await this.type(), merchantId, this.walletId, amount);
  }

  /** Opens a settlement of all that is owed. @returns its identifier, undefined when nothing can be settled now */
  async settle(merchantId: string): Promise<string | undefined> {
    const pair = { merchantId, assetTypeId: this.#assetTypeId };
    const settlement = await this.harness.store.transact((tx) => openSettlement(tx, pair));
    return settlement?.settlementId;
  }

  /** Lets so many seconds pass by the service's clock. */
  advance(seconds: number): Promise<unknown> {
    return this.harness.store.transact((tx) => tx.clock.advance(BigInt(seconds)));
  }

  async refund(payment: Payment, refundAmount: string, options: CallOptions = {}): Promise<Refund> {
    const request = { originalTransaction: payment.transactionId, refundAmount, reason: "returned" };
    return (await this.harness.call<CreateRefundResponse>("CreateRefund", request, options)).refund as Refund;
  }

  /** The reason that a refund is refused with; undefined when it is made. */
  async refusal(payment: Payment, refundAmount: string): Promise<string | undefined> {
    return this.refund(payment, refundAmount).then(
      () => undefined,
      (error: { reason: string }) => {
        if (!(`REFUND_REFUSAL_${error.reason}` in RefundRefusal)) throw error;
        return error.reason;
      },
    );
  }

  /** The dry run. */
  async check(
    payment: Payment,
    refundAmount?: string,
    options: CallOptions = {},
  ): Promise<RefundEligibility> {
    const request = { originalTransaction: payment.transactionId, refundAmount };
    const answer = await this.harness.call<CheckRefundEligibilityResponse>(
      "CheckRefundEligibility",
      request,
      options,
    );
    return answer.eligibility as RefundEligibility;
  }

  /** What the merchant has, and the wallet, in minor units. What is on its way counts as settled. */
  async balances(merchantId: string): Promise<{ merchant: bigint; settled: bigint; wallet: bigint }> {
    const type = await this.type();
    const of = { kind: "wallet", ownerId: this.walletId, assetTypeId: type.assetTypeId } as const;
    const { store } = this.harness;
    const { merchant, clearing, settled } = await balancesOf(store, type, merchantId);
    return { merchant, settled: settled + clearing, wallet: await store.read.ledger.balance(of) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const violations = await this.harness.store.read.ledger.violations();
    await this.harness[Symbol.asyncDispose]();
    if (violations.length > 0) throw new Error(violations.join("\n"));
  }
}
