// Balances, transactions and statements of a merchant whose only movements are those made here.
import { setTimeout as sleep } from "node:timers/promises";
import type { Demo } from "../../src/cli/demo/demo.ts";
import { signPayment } from "../../src/cli/demo/keys.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";
import type { WalletState } from "../../src/cli/demo/parts/wallet.ts";
import { PdaError } from "../../clients/typescript/src/index.ts";

/** Reads the books of a merchant that was paid once. */
export async function booksPart(demo: Demo, publisher: PublisherState, wallet: WalletState): Promise<void> {
  const api = demo.operator;
  // Without an account to settle to, nothing moves by itself.
  const { merchantId } = (await api.POST("/api/v1/merchants", { body: { name: "Kiosk" } })).data;
  const path = { merchantId };
  const { assetType, publisherId } = publisher;
  const transactionId = await pay(demo, assetType, wallet, merchantId);
  await demo.step("list the transactions of a merchant", () =>
    api.GET("/api/v1/transactions", { params: { query: { merchantId, kind: "payment" } } }),
  );
  await demo.step("retrieve a transaction with its entries", () =>
    api.GET("/api/v1/transactions/{transactionId}", { params: { path: { transactionId } } }),
  );
  await demo.step("what a merchant has", () =>
    api.GET("/api/v1/merchants/{merchantId}/balances", { params: { path } }),
  );
  await demo.step("what a publisher has issued", async () => {
    const query = { pageSize: 1 };
    return api.GET("/api/v1/publishers/{publisherId}/balances", { params: { path: { publisherId }, query } });
  });
  const clock = async (): Promise<Date> =>
    new Date((await api.GET("/api/v1/sandbox")).data.clockTime ?? Number.NaN);
  const to = new Date((await clock()).getTime() + 1).toISOString();
  const from = new Date(Date.parse(to) - 86_400_000).toISOString();
  const period = { assetType, fromTime: from, toTime: to };
  await demo.step("a period that is not over has no statement", async () => {
    const query = { assetType, fromTime: from, toTime: new Date(Date.parse(to) + 86_400_000).toISOString() };
    await refused(api.GET("/api/v1/merchants/{merchantId}/statement", { params: { path, query } }));
  });
  // The ledger is closed about a second behind, which the recording does not show.
  while ((await clock()).getTime() < Date.parse(to) + 1500) await sleep(100);
  await demo.step("statement of a merchant's account", () =>
    api.GET("/api/v1/merchants/{merchantId}/statement", { params: { path, query: period } }),
  );
  await demo.step("the statement as camt.053", () =>
    api.GET("/api/v1/merchants/{merchantId}/statement/camt.053", { params: { path, query: period } }),
  );
  await demo.step("the statement as CSV", () =>
    api.GET("/api/v1/merchants/{merchantId}/statement/csv", { params: { path, query: period } }),
  );
}

async function pay(
  demo: Demo,
  assetType: string,
  { walletId, keys }: WalletState,
  merchantId: string,
): Promise<string> {
  const api = demo.operator;
  const body = { amount: "1.25", assetType, merchantId };
  const { paymentId } = (await api.POST("/api/v1/payments", { body })).data;
  const { reference } = (
    await api.POST("/api/v1/payments/{paymentId}/reference", { params: { path: { paymentId } } })
  ).data;
  const request = await api.GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", {
    params: { path: { walletId, reference } },
  });
  const authorization = await signPayment(keys, request.data);
  const paid = await api.POST("/api/v1/wallets/{walletId}/payments/{paymentId}/authorize", {
    params: { path: { walletId, paymentId } },
    body: { authorization },
  });
  return paid.data.transactionId ?? "";
}

async function refused(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (error instanceof PdaError) return;
    throw error;
  }
  throw new Error("a period that is open has a statement");
}
