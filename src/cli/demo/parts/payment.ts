import { randomUUID } from "node:crypto";
import type { components, PdaClient } from "../../../../clients/typescript/src/index.ts";
import type { Demo } from "../demo.ts";
import { expectEqual, expectForm, expectRefused, required } from "../expect.ts";
import { signPayment } from "../keys.ts";
import { randomAccount } from "../network-account.ts";
import type { PublisherState } from "./publisher.ts";
import type { WalletState } from "./wallet.ts";

type Payment = components["schemas"]["Payment"];

/** The merchant after its first completed payment. */
export interface MerchantState {
  readonly merchantId: string;
  /** Client with the merchant's API key. */
  readonly api: PdaClient;
  /** Completed. */
  readonly payment: Payment;
  /** The transaction that paid it. */
  readonly transactionId: string;
}

const scopes = [
  "events.read",
  "merchants.read",
  "payments.read",
  "payments.write",
  "refunds.read",
  "refunds.write",
  "settlement.read",
  "transactions.read",
];

/** 3: a merchant creates a payment, a wallet looks up its reference and pays. */
export async function paymentPart(
  demo: Demo,
  publisher: PublisherState,
  wallet: WalletState,
): Promise<MerchantState> {
  demo.part("3  A merchant is paid");

  const merchantId = await demo.step("register a merchant", async () => {
    const body = { name: "Corner shop", settlementAccounts: [randomAccount(publisher.network)] };
    const { data } = await demo.operator.POST("/api/v1/merchants", { body });
    expectEqual("status", data.status, "active");
    return data.merchantId;
  });
  const api = await demo.step("create an API key for the merchant", async () => {
    const { data } = await demo.operator.POST("/api/v1/merchants/{merchantId}/api-keys", {
      params: { path: { merchantId } },
      body: { name: "till 1", scopes },
    });
    return demo.as(data.secret);
  });

  const create = (amount: string, key: string = randomUUID()) =>
    api.POST("/api/v1/payments", {
      params: { header: { "Idempotency-Key": key } },
      body: { amount, assetType: publisher.assetType, merchantId },
    });
  const key = randomUUID();
  const payment = await demo.step("the merchant creates a payment", async () => {
    const { data } = await create("12.5", key);
    expectEqual("status", data.status, "pending");
    expectEqual("amount", data.amount, "12.5");
    return data;
  });
  const path = { paymentId: payment.paymentId };
  await demo.step("a repeated request creates no second payment", async () => {
    expectEqual("paymentId", (await create("12.5", key)).data.paymentId, payment.paymentId);
  });
  await demo.step("the same idempotency key with another amount is refused", () =>
    expectRefused(create("13", key), "SVC-4222"),
  );
  await demo.step("an amount with too many fraction digits is refused", () =>
    expectRefused(create("0.0000001"), "SVC-4225"),
  );

  const reference = await demo.step("the merchant generates a payment reference", async () => {
    const { data } = await api.POST("/api/v1/payments/{paymentId}/reference", { params: { path } });
    expectForm("reference", data.reference, /^RF\d\d[0-9A-Z]{1,21}$/);
    expectForm("uri", data.uri, /^https:\/\//);
    expectForm("qrSvg", data.qrSvg, /<svg/);
    return data.reference;
  });

  const request = await demo.step("the wallet looks up the reference", async () => {
    const { data } = await demo.operator.GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", {
      params: { path: { walletId: wallet.walletId, reference } },
    });
    expectEqual("paymentId", data.paymentId, payment.paymentId);
    expectEqual("amount", data.amount, "12.5");
    return data;
  });
  const pay = (authorization: string) =>
    demo.operator.POST("/api/v1/wallets/{walletId}/payments/{paymentId}/authorize", {
      params: { path: { walletId: wallet.walletId, paymentId: payment.paymentId } },
      body: { authorization },
    });
  await demo.step("a signature over another amount is refused", async () =>
    expectRefused(pay(await signPayment(wallet.keys, { ...request, amount: "1" })), "SVC-4031"),
  );
  await demo.step("the holder signs, the wallet pays", async () => {
    const { data } = await pay(await signPayment(wallet.keys, request));
    expectEqual("status", data.status, "completed");
  });

  const completed = await demo.step("the payment is completed", async () => {
    const { data } = await api.GET("/api/v1/payments/{paymentId}", { params: { path } });
    expectEqual("status", data.status, "completed");
    return data;
  });
  const transactionId = required("transactionId", completed.transactionId);
  await demo.step("the ledger has the payment's transaction", async () => {
    const { data } = await api.GET("/api/v1/transactions/{transactionId}", {
      params: { path: { transactionId } },
    });
    expectEqual("kind", data.kind, "payment");
    expectEqual("amount", data.amount, "12.5");
  });
  await demo.step("a completed payment cannot be cancelled", () =>
    expectRefused(api.POST("/api/v1/payments/{paymentId}/cancel", { params: { path } }), "SVC-4091"),
  );

  const cancelled = (await demo.step("another payment is created", () => create("3"))).data.paymentId;
  await demo.step("the merchant cancels that payment", async () => {
    const { data } = await api.POST("/api/v1/payments/{paymentId}/cancel", {
      params: { path: { paymentId: cancelled } },
    });
    expectEqual("status", data.status, "cancelled");
  });
  const forgotten = await demo.step("a third payment is created", async () => (await create("4")).data);
  await demo.step("the sandbox clock is advanced past its expiry", async () => {
    const lifeMs = Date.parse(forgotten.expireTime ?? "") - Date.parse(forgotten.createTime ?? "");
    await demo.operator.POST("/api/v1/sandbox/clock/advance", {
      body: { seconds: String(Math.ceil(lifeMs / 1000) + 1) },
    });
  });
  await demo.step("the third payment has failed with the reason EXPIRED", async () => {
    const ask = () =>
      api.GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId: forgotten.paymentId } } });
    const { data } = await demo.until("expiry", ask, (answer) => answer.data.status !== "pending");
    expectEqual("status", data.status, "failed");
    expectEqual("failureReason", data.failureReason, "EXPIRED");
  });

  await demo.step("the merchant lists its payments, page by page", async () => {
    const first = await api.GET("/api/v1/payments", { params: { query: { pageSize: 2 } } });
    const second = await api.GET("/api/v1/payments", {
      params: { query: { pageSize: 2, pageToken: first.data.nextPageToken } },
    });
    const listed = [...first.data.items, ...second.data.items].map((item) => item.paymentId);
    expectEqual("payments, newest first", listed, [forgotten.paymentId, cancelled, payment.paymentId]);
    expectEqual("nextPageToken", second.data.nextPageToken, "");
  });
  return { merchantId, api, payment: completed, transactionId };
}
