// Payments at a terminal, and those that a wallet declines.
import { randomBytes, randomUUID } from "node:crypto";
import type { Demo } from "../../src/cli/demo/demo.ts";
import type { components } from "../../clients/typescript/src/index.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import { signPayment } from "../../src/cli/demo/keys.ts";
import { signTap } from "../support/holder-signatures.ts";
import type { MerchantState } from "../../src/cli/demo/parts/payment.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";
import type { WalletState } from "../../src/cli/demo/parts/wallet.ts";

/** Calls what the demo's payments leave out. */
export async function tapPart(
  demo: Demo,
  { assetType }: PublisherState,
  { walletId, keys }: WalletState,
  { merchantId, api }: MerchantState,
): Promise<void> {
  const { audience } = (
    await demo.operator.POST("/api/v1/verification/challenges", {
      body: { assetId: "ast_01h455vb4pex5vsknk084sn02q" },
    })
  ).data;
  const tapped = async (amount: string, signedAmount = amount) => {
    const nonce = randomBytes(32).toString("base64url");
    const terms = { audience, nonce, walletId, merchantId, amount: signedAmount, assetType };
    const holder = { nonce, authorization: await signTap(keys, terms) };
    return { amount, assetType, merchantId, presentation: { walletId, holder } };
  };
  const create = (body: components["schemas"]["CreatePaymentRequest"]) =>
    api.POST("/api/v1/payments", { params: { header: { "Idempotency-Key": randomUUID() } }, body });

  const body = await tapped("2");
  const paid = await demo.step("a wallet is tapped to pay", () =>
    create({ ...body, description: "Two coffees", orderReference: "till-4/0017" }),
  );
  expectEqual("status", paid.data.status, "completed");
  await demo.step("what was tapped pays once", () =>
    expectRefused(create(body), "SVC-4095", "PRESENTATION_USED"),
  );
  await demo.step("a tap for another amount is refused", async () =>
    expectRefused(create(await tapped("2", "1")), "SVC-4031"),
  );
  const declined = await demo.step("a sandbox declines on request", async () =>
    create({ ...(await tapped("2")), metadata: { "pda:simulate": "declined" } }),
  );
  expectEqual("failureReason", declined.data.failureReason, "DECLINED");

  const waiting = (await api.POST("/api/v1/payments", { body: { amount: "3", assetType, merchantId } })).data;
  const path = { paymentId: waiting.paymentId };
  const { reference } = (await api.POST("/api/v1/payments/{paymentId}/reference", { params: { path } })).data;
  await demo.step("a change of a version that has gone by is refused", () =>
    expectRefused(
      api.POST("/api/v1/payments/{paymentId}/cancel", {
        params: { path, header: { "If-Match": '"1"' } },
      }),
      "SVC-4120",
    ),
  );
  const named = { params: { path: { walletId, reference } } };
  const { data: request } = await demo.operator.GET(
    "/api/v1/wallets/{walletId}/payment-requests/{reference}",
    named,
  );
  await demo.step("a consumer's view of a payment", () =>
    demo.operator.GET("/api/v1/payment-pages/{reference}", { params: { path: { reference } } }),
  );
  const refusal = await signPayment(keys, request, "pda-decline+jws");
  await demo.step("the wallet declines a payment request", () =>
    demo.operator.POST("/api/v1/wallets/{walletId}/payment-requests/{reference}/decline", {
      ...named,
      body: { refusal },
    }),
  );
}
