// The same presentation at a hundred terminals at once, and many presentations of one wallet: judged by the money.
import { expect } from "chai";
import { type Payment, PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import type {
  CreatePaymentResponse,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { ListBalancesResponse } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import { assetType, type Holder, merchant, publisher, wallet } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";
import { holderPresentation } from "../support/tap.ts";

const publicUrl = "https://pay.example";

describe("races of taps", function () {
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
  });
  beforeEach(async () => {
    merchantId = await merchant(harness.store);
  });
  after(async () => {
    const violations = await harness.store.read.ledger.violations();
    await harness[Symbol.asyncDispose]();
    expect(violations).to.deep.equal([]);
  });

  const request = async (holder: Holder) => ({
    amount: "1",
    assetType: "USDX",
    merchantId,
    presentation: await holderPresentation(holder, publicUrl, { merchantId, amount: "1", assetType: "USDX" }),
  });
  const balance = async ({ walletId }: Holder) =>
    (await harness.call<ListBalancesResponse>("ListBalances", { walletId })).items[0]?.amount;
  const payments = async () =>
    (await harness.call<ListPaymentsResponse>("ListPayments", { merchantId, pageSize: 200 })).items;
  const all = async (calls: Promise<CreatePaymentResponse>[]) => {
    const settled = await Promise.allSettled(calls);
    return {
      done: settled.flatMap((each) => (each.status === "fulfilled" ? [each.value.payment as Payment] : [])),
      refused: settled.flatMap((each) =>
        each.status === "rejected" ? [(each.reason as Failure).reason] : [],
      ),
    };
  };
  const completed = ({ status }: Payment) => status === PaymentStatus.PAYMENT_STATUS_COMPLETED;

  it("the same presentation at 100 terminals pays once", async () => {
    const holder = await wallet(harness.store, usdx, 200_000_000n);
    const asked = await request(holder);
    const { done, refused } = await all(
      Array.from({ length: 100 }, (_, index) =>
        harness.call<CreatePaymentResponse>("CreatePayment", asked, { key: `terminal-${index}` }),
      ),
    );
    expect(done.filter(completed)).to.have.length(1);
    expect(refused).to.deep.equal(Array.from({ length: 99 }, () => "PRESENTATION_USED"));
    expect(await payments()).to.have.length(1);
    expect(await balance(holder)).to.equal("199");
  });

  it("the same request under one key, 50 times at once, pays once and answers the same", async () => {
    const holder = await wallet(harness.store, usdx, 200_000_000n);
    const asked = await request(holder);
    const { done, refused } = await all(
      Array.from({ length: 50 }, () =>
        harness.call<CreatePaymentResponse>("CreatePayment", asked, { key: "one" }),
      ),
    );
    expect(new Set(done.map(({ paymentId }) => paymentId)).size).to.equal(1);
    expect(refused.filter((reason) => reason !== "IDEMPOTENCY_KEY_IN_FLIGHT")).to.deep.equal([]);
    expect(await balance(holder)).to.equal("199");
  });

  it("a wallet that holds enough for 5 of 40 taps pays 5; the others are declined", async () => {
    const holder = await wallet(harness.store, usdx, 5_000_000n);
    const asked = await Promise.all(Array.from({ length: 40 }, () => request(holder)));
    const { done, refused } = await all(
      asked.map((one) => harness.call<CreatePaymentResponse>("CreatePayment", one)),
    );
    expect(refused).to.deep.equal([]);
    expect(done.filter(completed)).to.have.length(5);
    expect((await payments()).filter(completed)).to.have.length(5);
    expect(await balance(holder)).to.equal("0");
  });
});
