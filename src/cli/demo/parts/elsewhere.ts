import type { Demo } from "../demo.ts";
import { expectEqual, required } from "../expect.ts";
import { holderKey, newKeyPair, signPayment } from "../keys.ts";
import { randomAccount } from "../network-account.ts";
import type { PublisherState } from "./publisher.ts";

/** 8: merchants with accounts on other networks are paid in the same asset type by the same requests. */
export async function elsewherePart(demo: Demo, publisher: PublisherState): Promise<void> {
  const { publisherId, assetType, networks } = publisher;
  for (const network of networks.slice(1)) {
    demo.part(`8  The same asset type on another network: ${network.split(":")[0]}`);
    const api = demo.operator;

    const merchantId = await demo.step("register a merchant with an account there", async () => {
      const body = { name: "Shop elsewhere", settlementAccounts: [randomAccount(network)] };
      return (await api.POST("/api/v1/merchants", { body })).data.merchantId;
    });
    const keys = await newKeyPair();
    const walletId = await demo.step("a holder gets value", async () => {
      const { data } = await api.POST("/api/v1/wallets", { body: { holderKey: await holderKey(keys) } });
      const params = { path: { publisherId } };
      const body = { walletId: data.walletId, assetType, amount: "5" };
      await api.POST("/api/v1/publishers/{publisherId}/issuances", { params, body });
      return data.walletId;
    });
    const paymentId = await demo.step("the merchant is paid", async () => {
      const body = { amount: "2.5", assetType, merchantId };
      const { paymentId } = (await api.POST("/api/v1/payments", { body })).data;
      const { reference } = (
        await api.POST("/api/v1/payments/{paymentId}/reference", { params: { path: { paymentId } } })
      ).data;
      const request = (
        await api.GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", {
          params: { path: { walletId, reference } },
        })
      ).data;
      const { data } = await api.POST("/api/v1/wallets/{walletId}/payments/{paymentId}/authorize", {
        params: { path: { walletId, paymentId } },
        body: { authorization: await signPayment(keys, request) },
      });
      expectEqual("status", data.status, "completed");
      return paymentId;
    });
    await demo.step("its settlement becomes final there", async () => {
      const ask = () => api.GET("/api/v1/settlement", { params: { query: { paymentId } } });
      const { data } = await demo.until(
        "settlement",
        ask,
        (answer) => answer.data.items[0]?.settlementStatus === "finalized",
      );
      const settlement = required("the settlement", data.items[0]);
      expectEqual("network", settlement.network, network);
      expectEqual("amount", settlement.amount, "2.5");
      required("its blockchain reference", settlement.blockchainReference);
    });
  }
}
