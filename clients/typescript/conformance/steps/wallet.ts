// A wallet pays, by the sandbox helper.
import { strict as assert } from "node:assert";
import { ErrorCode, items } from "@pda/client";
import { SandboxWallet } from "@pda/client/sandbox";
import { allOf, first, refusal, type Step } from "../scene.ts";

/** From `sandbox-wallet` to `transaction`. */
export const walletSteps: Readonly<Record<string, Step>> = {
  "sandbox-wallet": async (scene) => {
    const wallet = await SandboxWallet.create(scene.operator);
    await wallet.fund("100", scene.the("assetType"));
    assert.equal(await wallet.balance(scene.the("assetType")), "100");
    scene.make({ wallet });
  },

  "payment-reference": async (scene) => {
    const { paymentId } = first(scene.the("payments"));
    const { data } = await scene.the("merchant").POST("/api/v1/payments/{paymentId}/reference", {
      params: { path: { paymentId } },
    });
    const request = await scene.the("wallet").resolve(data.reference);
    assert.equal(request.paymentId, paymentId);
    scene.make({ request });
  },

  "authorize-payment": async (scene) => {
    await scene.the("wallet").pay(scene.the("request"));
    const { paymentId } = scene.the("request");
    const { data } = await scene
      .the("merchant")
      .GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId } } });
    assert.equal(data.status, "completed");
    assert(data.transactionId, "the payment has no transaction");
    scene.make({ transactionId: data.transactionId });
  },

  "authorize-again": async (scene) => {
    const { status } = await scene.the("wallet").pay(scene.the("request"));
    assert.equal(status, "completed");
    const other = await SandboxWallet.create(scene.operator);
    const error = await refusal(other.pay(scene.the("request")), 409);
    assert.equal(error.errorCode, ErrorCode.STATE_FINAL);
  },

  transaction: async (scene) => {
    const transactionId = scene.the("transactionId");
    const merchant = scene.the("merchant");
    const { data } = await merchant.GET("/api/v1/transactions/{transactionId}", {
      params: { path: { transactionId } },
    });
    assert.equal(data.paymentId, scene.the("request").paymentId);
    const ofMerchant = items((page) => merchant.GET("/api/v1/transactions", { params: { query: page } }));
    const path = { walletId: scene.the("wallet").walletId };
    const ofWallet = items((page) =>
      scene.operator.GET("/api/v1/wallets/{walletId}/transactions", { params: { path, query: page } }),
    );
    for (const list of [ofMerchant, ofWallet]) {
      const found = (await allOf<{ transactionId: string }>(list)).map((each) => each.transactionId);
      assert(found.includes(transactionId), "a list has not the transaction");
    }
  },
};
