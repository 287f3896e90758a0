// The operations that the main job of the demo does not need.
import type { Demo } from "../../src/cli/demo/demo.ts";
import { newKeyPair, signingRequest } from "../../src/cli/demo/keys.ts";
import type { MerchantState } from "../../src/cli/demo/parts/payment.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";
import type { WalletState } from "../../src/cli/demo/parts/wallet.ts";

/** Calls each of them once. */
export async function restOfInterface(
  demo: Demo,
  publisher: PublisherState,
  wallet: WalletState,
  merchant: MerchantState,
) {
  await publisherReads(demo, publisher);
  await lifecycle(demo, publisher);
  await records(demo);
  await merchantReads(demo, merchant);
  const { api } = merchant;
  await demo.step("read the version and the environment of the service", () =>
    demo.operator.GET("/api/v1/server-info"),
  );
  await demo.step("retrieve a wallet", () =>
    demo.operator.GET("/api/v1/wallets/{walletId}", { params: { path: { walletId: wallet.walletId } } }),
  );
  const page = await demo.step("list payments, first page", () =>
    api.GET("/api/v1/payments", { params: { query: { pageSize: 1, status: "failed" } } }),
  );
  if (page.data.items.length !== 1) throw new Error("there is one failed payment");
  const events = await demo.step("read the first event of a type", () =>
    api.GET("/api/v1/events", { params: { query: { type: "payment.completed", pageSize: 1 } } }),
  );
  await demo.step("retrieve an event", () =>
    api.GET("/api/v1/events/{eventId}", { params: { path: { eventId: events.data.items[0]?.id ?? "" } } }),
  );
  await audit(demo);
}

/** The merchant was registered once, long before. */
async function audit(demo: Demo): Promise<void> {
  const api = demo.operator;
  const query = { operation: "RegisterMerchant", pageSize: 1 };
  const records = await demo.step("list the records of an operation's calls", () =>
    api.GET("/api/v1/audit/records", { params: { query } }),
  );
  const recordId = records.data.items[0]?.recordId ?? "";
  await demo.step("retrieve a record with its proof", () =>
    api.GET("/api/v1/audit/records/{recordId}", { params: { path: { recordId } } }),
  );
  await demo.step("retrieve the signed head of the audit log", () =>
    api.GET("/api/v1/audit/checkpoint", { params: { query: { fromSize: "1" } } }),
  );
}

async function publisherReads(demo: Demo, { publisherId }: PublisherState): Promise<void> {
  const api = demo.operator;
  const path = { publisherId };
  await demo.step("retrieve a publisher", () =>
    api.GET("/api/v1/publishers/{publisherId}", { params: { path } }),
  );
  const certificates = await demo.step("list its certificates", () =>
    api.GET("/api/v1/publishers/{publisherId}/certificates", { params: { path } }),
  );
  await demo.step("retrieve a certificate", () =>
    api.GET("/api/v1/publishers/{publisherId}/certificates/{certificateId}", {
      params: { path: { ...path, certificateId: certificates.data.items.at(-1)?.certificateId ?? "" } },
    }),
  );
  const types = await demo.step("list its asset types", () =>
    api.GET("/api/v1/publishers/{publisherId}/asset-types", { params: { path } }),
  );
  await demo.step("retrieve an asset type", () =>
    api.GET("/api/v1/publishers/{publisherId}/asset-types/{assetTypeId}", {
      params: { path: { ...path, assetTypeId: types.data.items.at(-1)?.assetTypeId ?? "" } },
    }),
  );
}

async function lifecycle(demo: Demo, { publisherId, network }: PublisherState): Promise<void> {
  const api = demo.operator;
  const issued = await demo.step("issue a ticket", () =>
    api.POST("/api/v1/publishers/{publisherId}/assets", {
      params: { path: { publisherId } },
      body: { assetProfile: { kind: "ticket", name: "Day pass" }, supportedNetworks: [network] },
    }),
  );
  const path = { publisherId, assetId: issued.data.assetIdentifier };
  const bound = await demo.step("bind a device", async () =>
    api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
      params: { path },
      body: {
        serialNumber: "04A1B2C3D4E5F6",
        certificateSigningRequest: await signingRequest(await newKeyPair(), "chip"),
      },
    }),
  );
  await demo.step("retrieve a device", () =>
    api.GET("/api/v1/publishers/{publisherId}/assets/{assetId}/devices/{deviceId}", {
      params: { path: { ...path, deviceId: bound.data.deviceId } },
    }),
  );
  await demo.step("issue a pass for a device", () =>
    api.GET("/api/v1/publishers/{publisherId}/assets/{assetId}/devices/{deviceId}/pass", {
      params: { path: { ...path, deviceId: bound.data.deviceId } },
    }),
  );
  await demo.step("activate an asset", () =>
    api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", { params: { path } }),
  );
  const why = (reason: string) => ({ params: { path }, body: { reason } });
  await demo.step("suspend an asset", () =>
    api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/suspend", why("Reported lost")),
  );
  await demo.step("resume an asset", () =>
    api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/resume", why("Found again")),
  );
  await demo.step("retire an asset", () =>
    api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/retire", why("Day is over")),
  );
}

async function records(demo: Demo): Promise<void> {
  const anyone = demo.as();
  await demo.step("retrieve the keys of the service", () => anyone.GET("/api/v1/verification/keys"));
  await demo.step("retrieve a status list", () =>
    anyone.GET("/api/v1/verification/status-lists/{listId}", { params: { path: { listId: "assets-0" } } }),
  );
  await demo.step("retrieve the revocation list of the trust root", () =>
    anyone.GET("/api/v1/verification/crls/{revocationListId}", {
      params: { path: { revocationListId: "root" } },
    }),
  );
}

async function merchantReads(demo: Demo, { merchantId }: MerchantState): Promise<void> {
  const api = demo.operator;
  const path = { merchantId };
  await demo.step("retrieve a merchant", () =>
    api.GET("/api/v1/merchants/{merchantId}", { params: { path } }),
  );
  const created = await demo.step("create a second API key", () =>
    api.POST("/api/v1/merchants/{merchantId}/api-keys", {
      params: { path },
      body: { name: "till 2", scopes: ["payments.read"] },
    }),
  );
  const apiKeyId = created.data.apiKey?.apiKeyId ?? "";
  // The first key was used; the service records that a few seconds later.
  await demo.until(
    "list the API keys",
    () => api.GET("/api/v1/merchants/{merchantId}/api-keys", { params: { path } }),
    ({ data }) => data.items.some(({ lastUseTime }) => lastUseTime !== undefined),
  );
  await demo.step("retrieve an API key", () =>
    api.GET("/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}", {
      params: { path: { ...path, apiKeyId } },
    }),
  );
  await demo.step("revoke an API key", () =>
    api.POST("/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}/revoke", {
      params: { path: { ...path, apiKeyId } },
    }),
  );
}
