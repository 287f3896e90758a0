import type { Demo } from "../demo.ts";
import { DemoFailure, expectEqual, required } from "../expect.ts";
import type { MerchantState } from "./payment.ts";
import type { PublisherState } from "./publisher.ts";

/** 4: the payment is settled on the network and becomes final there. */
export async function settlementPart(
  demo: Demo,
  { network }: PublisherState,
  { api, payment }: MerchantState,
): Promise<void> {
  demo.part("4  The payment is settled on the network");
  const { paymentId } = payment;

  const settlement = await demo.step("the payment's settlement becomes final", async () => {
    const ask = () => api.GET("/api/v1/settlement", { params: { query: { paymentId } } });
    const { data } = await demo.until(
      "settlement",
      ask,
      (a) => a.data.items[0]?.settlementStatus === "finalized",
    );
    const settlement = required("the settlement", data.items[0]);
    expectEqual("network", settlement.network, network);
    expectEqual("amount", settlement.amount, payment.amount);
    expectEqual("paymentIds", settlement.paymentIds, [paymentId]);
    return settlement;
  });
  const params = { path: { settlementId: settlement.settlementId } };
  await demo.step("query the settlement's status", async () => {
    const { data } = await api.GET("/api/v1/settlement/{settlementId}", { params });
    expectEqual("settlementStatus", data.settlementStatus, "finalized");
  });
  await demo.step("retrieve the settlement's blockchain reference", async () => {
    const { data } = await api.GET("/api/v1/settlement/{settlementId}/blockchain-reference", { params });
    expectEqual(
      "blockchainReference",
      data.blockchainReference,
      required("a reference", settlement.blockchainReference),
    );
  });
  await demo.step("view the settlement's confirmation count", async () => {
    const { data } = await api.GET("/api/v1/settlement/{settlementId}/confirmations", { params });
    if (data.confirmationCount < 1)
      throw new DemoFailure(`${data.confirmationCount} confirmations of a final settlement`);
  });
  await demo.step("list the settlement's items", async () => {
    const { data } = await api.GET("/api/v1/settlement/{settlementId}/items", { params });
    expectEqual(
      "items",
      data.items.map((item) => item.paymentId),
      [paymentId],
    );
  });
}
