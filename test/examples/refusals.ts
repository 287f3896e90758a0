// One call for each catalogue entry that a caller can provoke.
import type { PdaClient } from "../../clients/typescript/src/index.ts";
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectRefused } from "../../src/cli/demo/expect.ts";
import { deviceCertificate, foreignAuthority, holderKey, signPayment } from "../../src/cli/demo/keys.ts";
import type { MerchantState } from "../../src/cli/demo/parts/payment.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";
import type { WalletState } from "../../src/cli/demo/parts/wallet.ts";

const unknownPayment = "pay_01kf05yaj0fg8rwbaz19nqs3cy";

/** Provokes them, each with its code checked. */
export async function refusals(
  demo: Demo,
  publisher: PublisherState,
  wallet: WalletState,
  merchant: MerchantState,
): Promise<void> {
  await requestForms(demo, publisher, merchant);
  await credentials(demo, merchant);
  await payments(demo, publisher, wallet, merchant);
  await publishing(demo, publisher, wallet);
}

async function requestForms(
  demo: Demo,
  { assetType }: PublisherState,
  { api, merchantId }: MerchantState,
): Promise<void> {
  const body = { amount: "1", assetType, merchantId };
  const create = (init: {
    headers?: Record<string, string>;
    bodySerializer?: () => string;
    key?: string;
  }) => {
    const { key, ...rest } = init;
    return api.POST("/api/v1/payments", {
      ...rest,
      body,
      ...(key ? { params: { header: { "Idempotency-Key": key } } } : {}),
    });
  };
  await demo.step("a parameter that the operation does not have", () =>
    expectRefused(
      api.GET("/api/v1/payments", { params: { query: { colour: "red" } as object } }),
      "SVC-4000",
    ),
  );
  await demo.step("an amount that is not a decimal string", () =>
    expectRefused(api.POST("/api/v1/payments", { body: { ...body, amount: "1,50" } }), "SVC-4000"),
  );
  await demo.step("a body with a duplicate member", () =>
    expectRefused(create({ bodySerializer: () => '{"amount":"1","amount":"2"}' }), "SVC-4001"),
  );
  await demo.step("an Idempotency-Key with a blank in it", () =>
    expectRefused(create({ key: "one two" }), "SVC-4004"),
  );
  await demo.step("an answer in another media type is asked for", () =>
    expectRefused(create({ headers: { Accept: "text/html" } }), "SVC-4060"),
  );
  await demo.step("a body above the limit", () =>
    expectRefused(create({ bodySerializer: () => " ".repeat(2 ** 20 + 1) }), "SVC-4130"),
  );
  await demo.step("a body in another media type", () =>
    expectRefused(create({ headers: { "Content-Type": "text/plain" } }), "SVC-4150"),
  );
  await demo.step("a page token of another list", () =>
    expectRefused(
      api.GET("/api/v1/refunds", { params: { query: { pageToken: "bm90IG91cnM" } } }),
      "SVC-4005",
    ),
  );
}

async function credentials(demo: Demo, { api }: MerchantState): Promise<void> {
  const path = { paymentId: unknownPayment };
  await demo.step("no credential", () =>
    expectRefused(demo.as().GET("/api/v1/payments/{paymentId}", { params: { path } }), "SVC-4011"),
  );
  await demo.step("a scope that the credential does not hold", () =>
    expectRefused(api.POST("/api/v1/publishers", { body: { name: "Not permitted" } }), "SVC-4030"),
  );
  await demo.step("a payment that does not exist, or is another merchant's", () =>
    expectRefused(api.GET("/api/v1/payments/{paymentId}", { params: { path } }), "SVC-4040"),
  );
}

async function payments(
  demo: Demo,
  { assetType }: PublisherState,
  wallet: WalletState,
  { api, merchantId }: MerchantState,
): Promise<void> {
  await demo.step("an asset type that nobody has defined", () =>
    expectRefused(
      api.POST("/api/v1/payments", { body: { amount: "1", assetType: "NONE", merchantId } }),
      "SVC-4221",
    ),
  );
  await demo.step("an amount above the wallet's balance", async () => {
    const request = await paymentRequest(demo, api, { amount: "1000000", assetType, merchantId }, wallet);
    const authorization = await signPayment(wallet.keys, request);
    const pay = demo.operator.POST("/api/v1/wallets/{walletId}/payments/{paymentId}/authorize", {
      params: { path: { walletId: wallet.walletId, paymentId: request.paymentId } },
      body: { authorization },
    });
    await expectRefused(pay, "SVC-4223");
  });
}

async function publishing(demo: Demo, publisher: PublisherState, wallet: WalletState): Promise<void> {
  const api = demo.operator;
  const { publisherId, network, networkAsset, assetType } = publisher;
  const path = { publisherId };
  await demo.step("a signing request that is none", () =>
    expectRefused(
      api.POST("/api/v1/publishers/{publisherId}/certificates", {
        params: { path },
        body: { certificateSigningRequest: "none" },
      }),
      "SVC-4002",
    ),
  );
  await demo.step("a device certificate that is none", () =>
    expectRefused(
      demo.as().POST("/api/v1/verification/authenticity", {
        body: { assetId: publisher.assetId, deviceCertificate: "none" },
      }),
      "SVC-4002",
    ),
  );
  await demo.step("a device certificate under a foreign CA", async () => {
    const issued = await api.POST("/api/v1/publishers/{publisherId}/assets", {
      params: { path },
      body: { assetProfile: { kind: "good", name: "Signed print" }, supportedNetworks: [network] },
    });
    const names = { assetId: issued.data.assetIdentifier, serialNumber: "CHIP-FOREIGN" };
    const certificate = await deviceCertificate(await foreignAuthority(), publisher.deviceCertificate, names);
    const bind = api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
      params: { path: { ...path, assetId: names.assetId } },
      body: { serialNumber: names.serialNumber, deviceCertificate: certificate },
    });
    await expectRefused(bind, "SVC-4226");
  });
  await demo.step("an asset type code that is taken", () => {
    const body = { assetType, name: "Again", decimals: 6, networks: [networkAsset] };
    return expectRefused(
      api.POST("/api/v1/publishers/{publisherId}/asset-types", { params: { path }, body }),
      "SVC-4090",
    );
  });
  await demo.step("a holder key that has a wallet", async () =>
    expectRefused(
      api.POST("/api/v1/wallets", { body: { holderKey: await holderKey(wallet.keys) } }),
      "SVC-4090",
    ),
  );
  await demo.step("a revoked asset is put into use", () =>
    expectRefused(
      api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", {
        params: { path: { ...path, assetId: publisher.assetId } },
      }),
      "SVC-4091",
    ),
  );
}

async function paymentRequest(
  demo: Demo,
  api: PdaClient,
  body: { amount: string; assetType: string; merchantId: string },
  { walletId }: WalletState,
) {
  const { paymentId } = (await api.POST("/api/v1/payments", { body })).data;
  const { reference } = (
    await api.POST("/api/v1/payments/{paymentId}/reference", { params: { path: { paymentId } } })
  ).data;
  const found = await demo.operator.GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", {
    params: { path: { walletId, reference } },
  });
  return found.data;
}
