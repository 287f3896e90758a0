// Makes an event of each type happen, as callers of the service would.

import type { Demo } from "../demo/demo.ts";
import { required } from "../demo/expect.ts";
import { holderKey, newKeyPair, signPayment } from "../demo/keys.ts";
import { randomAccount } from "../demo/network-account.ts";
import { demoAssetType, issueAsset } from "../demo/parts/publisher.ts";
import type { WalletState } from "../demo/parts/wallet.ts";
import { type Payers, payIn, requestPayment } from "../demo/pay-in.ts";
import { CommandError } from "../failure.ts";

/** Whose events happen. Absent ones are made. */
export interface Tenants {
  readonly merchantId: string | undefined;
  readonly publisherId: string | undefined;
}

/** Makes an event happen. Returns the identifier of the resource that the event is about. */
type Trigger = (demo: Demo, tenants: Tenants) => Promise<string>;

const triggers: Readonly<Record<string, Trigger>> = {
  "payment.completed": async (demo, tenants) => {
    const payers = await payersOf(demo, tenants);
    return (await demo.step("pay a payment", () => payIn(demo, payers))).paymentId;
  },
  "payment.failed": async (demo, tenants) => {
    const payers = await payersOf(demo, tenants);
    return await demo.step("decline a payment", async () => {
      const request = await requestPayment(demo, payers);
      const { reference, paymentId } = request;
      const { walletId, keys } = payers.wallet;
      const refusal = await signPayment(keys, request, "pda-decline+jws");
      await demo.operator.POST("/api/v1/wallets/{walletId}/payment-requests/{reference}/decline", {
        params: { path: { walletId, reference } },
        body: { refusal },
      });
      return paymentId;
    });
  },
  "refund.completed": async (demo, tenants) => {
    const payers = await payersOf(demo, tenants);
    const { transactionId } = await demo.step("pay a payment", () => payIn(demo, payers));
    return await demo.step("refund the payment", async () => {
      const body = { originalTransaction: transactionId, refundAmount: "1", reason: "pda trigger" };
      return (await demo.operator.POST("/api/v1/refunds", { body })).data.refundId;
    });
  },
  "settlement.finalized": async (demo, tenants) => {
    const payers = await payersOf(demo, tenants);
    await requireAccount(demo, payers);
    const { paymentId } = await demo.step("pay a payment", () => payIn(demo, payers));
    return await demo.step("wait until the settlement is final", async () => {
      const ask = () => demo.operator.GET("/api/v1/settlement", { params: { query: { paymentId } } });
      const { data } = await demo.until(
        "the settlement",
        ask,
        (answer) => answer.data.items[0]?.settlementStatus === "finalized",
      );
      return required("the settlement", data.items[0]).settlementId;
    });
  },
  "asset.revoked": async (demo, tenants) => {
    const { publisherId, assetId } = await activeAsset(demo, tenants);
    await demo.step("revoke the asset", () =>
      demo.operator.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/revoke", {
        params: { path: { publisherId, assetId } },
        body: { reason: "pda trigger" },
      }),
    );
    return assetId;
  },
  "ownership.transferred": async (demo, tenants) => {
    const { publisherId, assetId } = await activeAsset(demo, tenants);
    const { walletId } = await newWallet(demo);
    await demo.step("make a wallet the owner", () =>
      demo.operator.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/owner", {
        params: { path: { publisherId, assetId } },
        body: { walletId },
      }),
    );
    return assetId;
  },
};

/** Types of events that can be made to happen. */
export const triggerTypes: readonly string[] = Object.keys(triggers);

/** Returns what makes an event of a type happen. @throws CommandError for a type that cannot be made */
export function triggerOf(type: string): Trigger {
  const trigger = triggers[type];
  if (trigger) return trigger;
  throw new CommandError(
    `no event of the type "${type}" can be made`,
    `use one of these: ${triggerTypes.join(", ")}; with --webhook, any type that the endpoint gets`,
  );
}

/** All that a payment needs: an asset type on all networks of the sandbox, a wallet, and a merchant with accounts on these networks. */
async function payersOf(demo: Demo, tenants: Tenants): Promise<Payers> {
  const networkAssets = await networkAssetsOf(demo);
  const publisherId = await publisherOf(demo, tenants);
  const assetType = await demo.step("define an asset type", () =>
    demoAssetType(demo, publisherId, "TRIGGER", networkAssets, true),
  );
  const wallet = await newWallet(demo);
  const merchantId = tenants.merchantId ?? (await newMerchant(demo, networkAssets));
  return { assetType, publisher: { publisherId }, wallet, merchant: { merchantId, api: demo.operator } };
}

const networkOf = (networkAsset: string): string => networkAsset.split("/")[0] ?? "";

async function networkAssetsOf(demo: Demo): Promise<string[]> {
  const { data } = await demo.step("read the network assets of the sandbox", () =>
    demo.operator.GET("/api/v1/sandbox"),
  );
  return data.networkAssets;
}

async function publisherOf(demo: Demo, { publisherId }: Tenants): Promise<string> {
  if (publisherId !== undefined) return publisherId;
  const body = { name: "Example Issuer" };
  const { data } = await demo.step("register a publisher", () =>
    demo.operator.POST("/api/v1/publishers", { body }),
  );
  return data.publisherId;
}

async function newMerchant(demo: Demo, networkAssets: readonly string[]): Promise<string> {
  const settlementAccounts = networkAssets.map(networkOf).map(randomAccount);
  const body = { name: "Corner shop", settlementAccounts };
  const { data } = await demo.step("register a merchant", () =>
    demo.operator.POST("/api/v1/merchants", { body }),
  );
  return data.merchantId;
}

function newWallet(demo: Demo): Promise<WalletState> {
  return demo.step("create a wallet", async () => {
    const keys = await newKeyPair();
    const { data } = await demo.operator.POST("/api/v1/wallets", {
      body: { holderKey: await holderKey(keys) },
    });
    return { walletId: data.walletId, keys };
  });
}

async function activeAsset(
  demo: Demo,
  tenants: Tenants,
): Promise<{ readonly publisherId: string; readonly assetId: string }> {
  const network = networkOf(required("a network asset", (await networkAssetsOf(demo))[0]));
  const publisherId = await publisherOf(demo, tenants);
  const assetId = await demo.step("issue an asset", () => issueAsset(demo, publisherId, network));
  await demo.step("activate the asset", () =>
    demo.operator.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", {
      params: { path: { publisherId, assetId } },
    }),
  );
  return { publisherId, assetId };
}

/** @throws CommandError when the merchant cannot be paid out, so that nobody waits for a settlement that does not come */
async function requireAccount(demo: Demo, { merchant: { merchantId } }: Payers): Promise<void> {
  const { data } = await demo.step("read the merchant", () =>
    demo.operator.GET("/api/v1/merchants/{merchantId}", { params: { path: { merchantId } } }),
  );
  if (data.settlementAccounts.length > 0) return;
  throw new CommandError(
    `the merchant ${merchantId} has no settlement account, so no settlement becomes final`,
    "give it an account (docs/guides/shop.md), or omit --merchant",
  );
}
