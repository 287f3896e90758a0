import type { components } from "../../../clients/typescript/src/index.ts";
import type { Demo } from "./demo.ts";
import { required } from "./expect.ts";
import { signPayment } from "./keys.ts";
import type { MerchantState } from "./parts/payment.ts";
import type { PublisherState } from "./parts/publisher.ts";
import type { WalletState } from "./parts/wallet.ts";

/** Who takes part in a payment, and in which asset type. */
export interface Payers {
  readonly assetType: string;
  readonly publisher: Pick<PublisherState, "publisherId">;
  readonly wallet: WalletState;
  readonly merchant: Pick<MerchantState, "merchantId" | "api">;
}

/** What a wallet's holder sees of a payment, with the reference by which it was found. */
export type Requested = components["schemas"]["PaymentRequest"] & { readonly reference: string };

/** Creates a payment of 2 to the merchant. Returns what the wallet's holder sees of it. */
export async function requestPayment(
  demo: Demo,
  { assetType, wallet: { walletId }, merchant: { merchantId, api } }: Payers,
): Promise<Requested> {
  const { paymentId } = (await api.POST("/api/v1/payments", { body: { amount: "2", assetType, merchantId } }))
    .data;
  const { reference } = (
    await api.POST("/api/v1/payments/{paymentId}/reference", { params: { path: { paymentId } } })
  ).data;
  const request = await demo.operator.GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", {
    params: { path: { walletId, reference } },
  });
  return { ...request.data, reference };
}

/** Issues value of an asset type to the wallet and pays the merchant with it. */
export async function payIn(
  demo: Demo,
  payers: Payers,
): Promise<{ readonly paymentId: string; readonly transactionId: string }> {
  const { assetType, publisher, wallet } = payers;
  const { walletId, keys } = wallet;
  const { publisherId } = publisher;
  await demo.operator.POST("/api/v1/publishers/{publisherId}/issuances", {
    params: { path: { publisherId } },
    body: { walletId, assetType, amount: "2" },
  });
  const request = await requestPayment(demo, payers);
  const authorization = await signPayment(keys, request);
  const { paymentId } = request;
  const paid = await demo.operator.POST("/api/v1/wallets/{walletId}/payments/{paymentId}/authorize", {
    params: { path: { walletId, paymentId } },
    body: { authorization },
  });
  return { paymentId, transactionId: required("transactionId", paid.data.transactionId) };
}
