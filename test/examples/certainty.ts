// How a merchant makes sure: refunds before they are requested, and requests whose answer did not arrive.
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import type { MerchantState } from "../../src/cli/demo/parts/payment.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";

/** Dry runs of refunds, outcomes by key and cancellations by key. */
export async function certainty(
  demo: Demo,
  { assetType }: PublisherState,
  { api, merchantId, transactionId }: MerchantState,
): Promise<void> {
  const eligibility = (refundAmount: string) =>
    api.POST("/api/v1/refunds/eligibility", {
      body: { originalTransaction: transactionId, refundAmount },
    });
  await demo.step("a refund would be made", async () =>
    expectEqual("allowed", (await eligibility("1.5")).data.allowed, true),
  );
  await demo.step("a refund would be refused", async () =>
    expectEqual("reasons", (await eligibility("1000000")).data.reasons, [
      "REFUND_EXCEEDS_PAID",
      "MERCHANT_BALANCE_SHORT",
    ]),
  );

  const key = (idempotencyKey: string) => ({ params: { path: { idempotencyKey } } });
  const create = (idempotencyKey: string) =>
    api.POST("/api/v1/payments", {
      params: { header: { "Idempotency-Key": idempotencyKey } },
      body: { amount: "3", assetType, merchantId },
    });
  await create("order-4711");
  await demo.step("for whom a key acts", () => api.GET("/api/v1/caller"));
  await demo.step("what became of a request", () =>
    api.GET("/api/v1/idempotency/{idempotencyKey}", key("order-4711")),
  );
  await demo.step("the payment of a key is cancelled", () =>
    api.POST("/api/v1/idempotency/{idempotencyKey}/cancel", key("order-4711")),
  );
  await demo.step("a key is stopped before its request has come", () =>
    api.POST("/api/v1/idempotency/{idempotencyKey}/cancel", key("order-4712")),
  );
  await demo.step("a request that comes too late", () =>
    expectRefused(create("order-4712"), "SVC-4091", "IDEMPOTENCY_KEY_CANCELLED"),
  );
  await demo.step("what became of a cancelled key", () =>
    api.GET("/api/v1/idempotency/{idempotencyKey}", key("order-4712")),
  );
  await demo.step("nothing is known of a key", () =>
    expectRefused(api.GET("/api/v1/idempotency/{idempotencyKey}", key("order-4713")), "SVC-4040"),
  );
}
