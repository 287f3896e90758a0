import type { PdaClient } from "../../../../clients/typescript/src/index.ts";
import type { Demo } from "../demo.ts";
import { expectEqual, expectRefused } from "../expect.ts";
import { payIn } from "../pay-in.ts";
import type { MerchantState } from "./payment.ts";
import { demoAssetType, type PublisherState } from "./publisher.ts";
import type { WalletState } from "./wallet.ts";

/** 5: part of the payment is refunded. Refunds above the paid amount, or against the publisher's policy, are refused. */
export async function refundPart(
  demo: Demo,
  publisher: PublisherState,
  wallet: WalletState,
  merchant: MerchantState,
): Promise<void> {
  demo.part("5  Refunds, where the publisher's policy supports them");
  const { api, transactionId, payment } = merchant;

  const refundId = await demo.step("refund part of the payment", async () => {
    const { data } = await refund(api, transactionId, "5.25", "One item returned");
    expectEqual("status", data.status, "completed");
    expectEqual("refundAmount", data.refundAmount, "5.25");
    return data.refundId;
  });
  await demo.step("retrieve the refund", async () => {
    const { data } = await api.GET("/api/v1/refunds/{refundId}", { params: { path: { refundId } } });
    expectEqual("originalTransaction", data.originalTransaction, transactionId);
  });
  await demo.step("the payment shows the refunded amount", async () => {
    const { data } = await api.GET("/api/v1/payments/{paymentId}", {
      params: { path: { paymentId: payment.paymentId } },
    });
    expectEqual("refundedAmount", data.refundedAmount, "5.25");
  });
  await demo.step("a refund of more than the remaining amount is refused", () =>
    expectRefused(refund(api, transactionId, "7.26", "Too much"), "SVC-4225", "REFUND_EXCEEDS_PAID"),
  );

  const strictType = await demo.step("the publisher defines an asset type without refunds", () =>
    demoAssetType(demo, publisher.publisherId, "NORF", [publisher.networkAsset], false),
  );
  const strict = await demo.step("the merchant is paid in that asset type", () =>
    payIn(demo, { assetType: strictType, publisher, wallet, merchant }),
  );
  await demo.step("a refund of that payment is refused by the policy", () =>
    expectRefused(
      refund(api, strict.transactionId, "1", "Not possible"),
      "SVC-4224",
      "REFUNDS_NOT_SUPPORTED",
    ),
  );
  await demo.step("list the refunds of the payment", async () => {
    const { data } = await api.GET("/api/v1/refunds", {
      params: { query: { paymentId: payment.paymentId } },
    });
    expectEqual(
      "refunds",
      data.items.map((item) => item.refundId),
      [refundId],
    );
  });
}

function refund(api: PdaClient, originalTransaction: string, refundAmount: string, reason: string) {
  return api.POST("/api/v1/refunds", { body: { originalTransaction, refundAmount, reason } });
}
