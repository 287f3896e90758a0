// The merchant refunds, cancels and looks at its books.
import { strict as assert } from "node:assert";
import { items } from "@pda/client";
import { allOf, first, refusal, type Scene, type Step } from "../scene.ts";

const refund = (scene: Scene, refundAmount: string) => {
  const body = {
    originalTransaction: scene.the("transactionId"),
    refundAmount,
    reason: "One item came back",
  };
  return scene.the("merchant").POST("/api/v1/refunds", { body });
};

/** From `merchant-balance` to `cancel-payment`. */
export const bookSteps: Readonly<Record<string, Step>> = {
  "merchant-balance": async (scene) => {
    const { merchantId } = first(scene.the("merchants"));
    const { data } = await scene.the("merchant").GET("/api/v1/merchants/{merchantId}/balances", {
      params: { path: { merchantId } },
    });
    assert(data.items.some(({ assetType }) => assetType === scene.the("assetType")));
  },

  refund: async (scene) => {
    const merchant = scene.the("merchant");
    const body = { originalTransaction: scene.the("transactionId") };
    assert.equal((await merchant.POST("/api/v1/refunds/eligibility", { body })).data.allowed, true);
    const { refundId } = (await refund(scene, "2.50")).data;
    const { data } = await merchant.GET("/api/v1/refunds/{refundId}", { params: { path: { refundId } } });
    assert.equal(data.refundAmount, "2.5");
    const { paymentId } = scene.the("request");
    const list = items((page) =>
      merchant.GET("/api/v1/refunds", { params: { query: { paymentId, ...page } } }),
    );
    assert.deepEqual(
      (await allOf(list)).map((each) => each.refundId),
      [refundId],
    );
    scene.make({ refundId });
  },

  "refund-too-much": async (scene) => {
    const error = await refusal(refund(scene, "12"), 422);
    assert.equal(error.reason, "REFUND_EXCEEDS_PAID");
  },

  "cancel-payment": async (scene) => {
    const path = { paymentId: scene.the("payments")[1]?.paymentId ?? "" };
    const { data } = await scene
      .the("merchant")
      .POST("/api/v1/payments/{paymentId}/cancel", { params: { path } });
    assert.equal(data.status, "cancelled");
  },
};
