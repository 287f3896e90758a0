// Races are run as races: many calls at once on a real database, judged by what the ledger says afterwards.
import { expect } from "chai";
import type {
  CreatePaymentResponse,
  GeneratePaymentReferenceResponse,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { CreateRefundResponse } from "../../gen/ts/pda/payment/v1/refund_service.ts";
import type {
  AuthorizePaymentResponse,
  ListBalancesResponse,
  ResolvePaymentReferenceResponse,
} from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { assetType, type Holder, merchant, publisher, signPayment, wallet } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";

const publicUrl = "https://pay.example";

describe("races of payments", function () {
  this.timeout(120_000);
  let harness: ServiceHarness;
  let usdx: AssetType;
  let merchantId: string;

  before(async () => {
    harness = await ServiceHarness.start(() => [
      ...paymentServices({ publicUrl, paymentTtlSeconds: 900 }),
      ...walletService({ publicUrl }),
    ]);
    usdx = await assetType(harness.store, await publisher(harness.url));
    merchantId = await merchant(harness.store);
  });
  after(async () => {
    const violations = await harness.store.read.ledger.violations();
    await harness[Symbol.asyncDispose]();
    expect(violations).to.deep.equal([]);
  });

  const create = async (amount: string): Promise<string> =>
    (await harness.call<CreatePaymentResponse>("CreatePayment", { amount, assetType: "USDX", merchantId }))
      .payment!.paymentId;

  const authorisation = async (holder: Holder, paymentId: string): Promise<string> => {
    const { paymentReference } = await harness.call<GeneratePaymentReferenceResponse>(
      "GeneratePaymentReference",
      { paymentId },
    );
    const { paymentRequest } = await harness.call<ResolvePaymentReferenceResponse>(
      "ResolvePaymentReference",
      {
        walletId: holder.walletId,
        reference: paymentReference!.reference,
      },
    );
    const { audience, nonce, amount, assetType: type, merchantId: payee } = paymentRequest!;
    return signPayment(holder, { audience, nonce, paymentId, amount, assetType: type, merchantId: payee });
  };
  const outcomes = async <T>(calls: Promise<T>[]): Promise<{ done: T[]; refused: string[] }> => {
    const settled = await Promise.allSettled(calls);
    return {
      done: settled.flatMap((s) => (s.status === "fulfilled" ? [s.value] : [])),
      refused: settled.flatMap((s) => (s.status === "rejected" ? [(s.reason as Failure).entry] : [])),
    };
  };

  it("100 creates with one key make one payment", async () => {
    const own = await merchant(harness.store);
    const request = { amount: "1", assetType: "USDX", merchantId: own };
    const { done, refused } = await outcomes(
      Array.from({ length: 100 }, () =>
        harness.call<CreatePaymentResponse>("CreatePayment", request, { key: "the-one" }),
      ),
    );
    expect(new Set(done.map((answer) => answer.payment?.paymentId)).size).to.equal(1);
    expect(refused.filter((entry) => entry !== "IDEMPOTENCY_KEY_IN_FLIGHT")).to.deep.equal([]);
    const { items } = await harness.call<ListPaymentsResponse>("ListPayments", { merchantId: own });
    expect(items).to.have.length(1);
  });

  it("50 authorisations of one wallet never overdraw it", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const signed = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const paymentId = await create("0.7");
        return { paymentId, authorization: await authorisation(holder, paymentId) };
      }),
    );
    const { done, refused } = await outcomes(
      signed.map((request) =>
        harness.call<AuthorizePaymentResponse>("AuthorizePayment", { walletId: holder.walletId, ...request }),
      ),
    );
    expect(done).to.have.length(14);
    expect(refused).to.deep.equal(Array.from({ length: 36 }, () => "INSUFFICIENT_FUNDS"));
    const { items } = await harness.call<ListBalancesResponse>("ListBalances", { walletId: holder.walletId });
    expect(items[0]?.amount).to.equal("0.2");
  });

  it("one payment is paid once, whoever races for it", async () => {
    const holders = await Promise.all(
      Array.from({ length: 10 }, () => wallet(harness.store, usdx, 1_000_000n)),
    );
    const paymentId = await create("1");
    const signed = await Promise.all(
      holders.map(async (holder) => ({ holder, authorization: await authorisation(holder, paymentId) })),
    );
    const { done, refused } = await outcomes(
      signed.flatMap(({ holder, authorization }) =>
        Array.from({ length: 5 }, () =>
          harness.call<AuthorizePaymentResponse>("AuthorizePayment", {
            walletId: holder.walletId,
            paymentId,
            authorization,
          }),
        ),
      ),
    );
    expect(new Set(done.map((answer) => answer.paymentRequest?.transactionId)).size).to.equal(1);
    expect(done).to.have.length(5);
    expect(new Set(refused)).to.deep.equal(new Set(["STATE_FINAL"]));
  });

  it("parallel refunds never exceed what was paid", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const paymentId = await create("10");
    const { paymentRequest } = await harness.call<AuthorizePaymentResponse>("AuthorizePayment", {
      walletId: holder.walletId,
      paymentId,
      authorization: await authorisation(holder, paymentId),
    });
    const request = { originalTransaction: paymentRequest!.transactionId, refundAmount: "3", reason: "race" };
    const { done, refused } = await outcomes(
      Array.from({ length: 30 }, () => harness.call<CreateRefundResponse>("CreateRefund", request)),
    );
    expect(done).to.have.length(3);
    expect(new Set(refused)).to.deep.equal(new Set(["AMOUNT_NOT_ALLOWED"]));
    const { items } = await harness.call<ListBalancesResponse>("ListBalances", { walletId: holder.walletId });
    expect(items[0]?.amount).to.equal("9");
  });

  it("cancelling and paying at once end in one of the two, with the money where the state says", async () => {
    const holder = await wallet(harness.store, usdx, 20_000_000n);
    for (let round = 0; round < 10; round++) {
      const paymentId = await create("1");
      const authorization = await authorisation(holder, paymentId);
      const { done, refused } = await outcomes<unknown>([
        harness.call("CancelPayment", { paymentId }),
        harness.call("AuthorizePayment", { walletId: holder.walletId, paymentId, authorization }),
      ]);
      expect(done).to.have.length(1);
      expect(refused).to.deep.equal(["STATE_FINAL"]);
    }
  });
});
