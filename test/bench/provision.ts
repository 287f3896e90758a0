import { holderKey, newKeyPair, signingRequest } from "../../src/cli/demo/keys.ts";
import { randomAccount } from "../../src/cli/demo/network-account.ts";
import { createPdaClient, type PdaClient } from "../../src/client/index.ts";
import type { Product } from "./product.ts";

/** What the benches use of the product. */
export interface Provisioned {
  readonly merchantId: string;
  /** The merchant's API key. */
  readonly apiKey: string;
  readonly assetType: string;
  readonly walletId: string;
  readonly assetId: string;
  /** PEM, leaf first. */
  readonly deviceCertificate: string;
}

/** A publisher with its CA certificate, an asset type, and an asset in use that has a device. */
async function provisionPublisher(api: PdaClient) {
  const { data: publisher } = await api.POST("/api/v1/publishers", { body: { name: "Example Issuer" } });
  const path = { publisherId: publisher.publisherId };
  await api.POST("/api/v1/publishers/{publisherId}/certificates", {
    params: { path },
    body: { certificateSigningRequest: await signingRequest(await newKeyPair(), "publisher") },
  });
  const { data: sandbox } = await api.GET("/api/v1/sandbox");
  const networkAsset = sandbox.networkAssets[0] ?? "";
  const network = networkAsset.split("/")[0] ?? "";
  const { data: assetType } = await api.POST("/api/v1/publishers/{publisherId}/asset-types", {
    params: { path },
    body: {
      assetType: "USDX",
      name: "Example dollar",
      decimals: 6,
      refundPolicy: { refundable: true, windowSeconds: "2592000" },
      networks: [networkAsset],
    },
  });
  const { data: asset } = await api.POST("/api/v1/publishers/{publisherId}/assets", {
    params: { path },
    body: { assetProfile: { kind: "good", name: "Signed print" }, supportedNetworks: [network] },
  });
  const ofAsset = { params: { path: { ...path, assetId: asset.assetIdentifier } } };
  const { data: device } = await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
    ...ofAsset,
    body: {
      serialNumber: "CHIP-1",
      certificateSigningRequest: await signingRequest(await newKeyPair(), "chip"),
    },
  });
  await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", ofAsset);
  return {
    network,
    assetType: assetType.assetType,
    assetId: asset.assetIdentifier,
    deviceCertificate: device.deviceCertificate,
  };
}

/** Makes everything that the benches need through the REST interface. @throws PdaError when the product refuses something */
export async function provision({ port, ca, operatorKey }: Product): Promise<Provisioned> {
  await using api = createPdaClient({ baseUrl: `https://localhost:${port}`, apiKey: operatorKey, ca });
  const { network, ...publisher } = await provisionPublisher(api);
  const { data: wallet } = await api.POST("/api/v1/wallets", {
    body: { holderKey: await holderKey(await newKeyPair()) },
  });
  const { data: merchant } = await api.POST("/api/v1/merchants", {
    body: { name: "Corner shop", settlementAccounts: [randomAccount(network)] },
  });
  const { data: key } = await api.POST("/api/v1/merchants/{merchantId}/api-keys", {
    params: { path: { merchantId: merchant.merchantId } },
    body: { name: "till 1", scopes: ["payments.read", "payments.write"] },
  });
  return { ...publisher, merchantId: merchant.merchantId, apiKey: key.secret, walletId: wallet.walletId };
}
