// Taps and declines of wallets whose key was replaced.
import { expect } from "chai";
import { PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import type { CreatePaymentResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { ListPaymentsResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { PaymentRequest } from "../../gen/ts/pda/wallet/v1/wallet.ts";
import type { DeclinePaymentResponse } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { holderPresentation } from "../support/tap.ts";
import { publicUrl } from "./support/names.ts";
import { signed } from "./support/owner.ts";
import { type Key, Market, newKey, type Purse } from "./support/purse.ts";

describe("a key that was replaced", function () {
  this.timeout(60_000);
  let market: Market;
  before(async () => {
    market = await Market.start();
  });
  after(() => market[Symbol.asyncDispose]());

  const tap = async ({ walletId, key }: Purse, signer: Key = key) => {
    const terms = { merchantId: market.merchantId, amount: "1", assetType: "USDX" };
    const presentation = await holderPresentation(
      { walletId, privateKey: signer.privateKey },
      publicUrl,
      terms,
    );
    return { ...terms, presentation };
  };
  const decline = async (purse: Purse, signer: Key) => {
    const { walletId } = purse;
    const { paymentId } = await market.payment(purse);
    const { items } = await market.call<ListPaymentsResponse>("ListPayments", { pageSize: 1 });
    const { paymentRequest } = await market.call<{ paymentRequest: PaymentRequest }>(
      "ResolvePaymentReference",
      { walletId, reference: items[0]?.reference },
    );
    const { nonce, amount, assetType, merchantId, reference } = paymentRequest;
    const claims = { nonce, paymentId, amount, assetType, merchantId };
    return { walletId, reference, refusal: await signed(signer, "pda-decline+jws", claims) };
  };

  it("pays at no terminal any more, also what it had signed before, and the new one does", async () => {
    const purse = await market.purse(500n);
    const before = await tap(purse);
    const old = await market.rotate(purse);
    for (const request of [before, await tap(purse, old)])
      expect(await market.refusal("CreatePayment", request)).to.equal(
        "SIGNATURE_REFUSED KEY_RETIRED presentation.holder.authorization",
      );
    const { payment } = await market.call<CreatePaymentResponse>("CreatePayment", await tap(purse));
    expect(payment?.status).to.equal(PaymentStatus.PAYMENT_STATUS_COMPLETED);
    expect(await market.balance(purse)).to.equal("4");
  });

  it("declines nothing any more, and the new one does", async () => {
    const purse = await market.purse(500n);
    const old = await market.rotate(purse);
    expect(await market.refusal("DeclinePayment", await decline(purse, old))).to.equal(
      "SIGNATURE_REFUSED KEY_RETIRED refusal",
    );
    const request = await decline(purse, purse.key);
    const { paymentRequest } = await market.call<DeclinePaymentResponse>("DeclinePayment", request);
    expect(paymentRequest?.status).to.equal(PaymentStatus.PAYMENT_STATUS_FAILED);
  });

  it("and taps at once: what is paid was paid before the change, the rest not at all", async () => {
    const purse = await market.purse(10_000n);
    const taps = await Promise.all(Array.from({ length: 30 }, () => tap(purse)));
    const rotation = await market.rotation(purse, newKey());
    const settled = await Promise.allSettled([
      ...taps.slice(0, 15).map((request) => market.call<CreatePaymentResponse>("CreatePayment", request)),
      market.call("RotateWalletKey", rotation),
      ...taps.slice(15).map((request) => market.call<CreatePaymentResponse>("CreatePayment", request)),
    ]);
    expect(settled[15]?.status).to.equal("fulfilled");
    const paid = settled.filter(({ status }, index) => index !== 15 && status === "fulfilled").length;
    for (const outcome of settled)
      if (outcome.status === "rejected") expect((outcome.reason as Failure).reason).to.equal("KEY_RETIRED");
    expect(await market.balance(purse)).to.equal(`${100 - paid}`);
  });
});
