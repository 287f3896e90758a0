import { KeyObject } from "node:crypto";
import { holderKey, type KeyPair, newKeyPair, signingRequest } from "../../src/cli/demo/keys.ts";
import { randomAccount } from "../../src/cli/demo/network-account.ts";
import { createPdaClient, type PdaClient } from "../../clients/typescript/src/index.ts";
import type { RegisteredKey } from "../../clients/typescript/src/registered-key.ts";
import { callerKey, proofOf } from "../support/access-tokens.ts";
import type { Product } from "./product.ts";

/** An asset in use with its device. */
export interface Device {
  readonly assetId: string;
  /** PEM, leaf first. */
  readonly certificate: string;
  readonly keys: KeyPair;
}

/** What the benches use of the product. */
export interface Provisioned {
  readonly publisherId: string;
  readonly merchantId: string;
  /** The merchant's API key. */
  readonly apiKey: string;
  readonly assetType: string;
  readonly walletId: string;
  readonly devices: readonly Device[];
}

/** Assets with a device: enough that no answer is for the asset before. */
const deviceCount = 100;
/** What the merchant's credentials may do. */
const scopes = ["payments.read", "payments.write"];
/** Calls under way at a time. */
const width = 10;

/** A new asset. @returns its identifier */
async function issueAsset(api: PdaClient, publisherId: string, network: string): Promise<string> {
  const { data: asset } = await api.POST("/api/v1/publishers/{publisherId}/assets", {
    params: { path: { publisherId } },
    body: { assetProfile: { kind: "good", name: "Signed print" }, supportedNetworks: [network] },
  });
  return asset.assetIdentifier;
}

/** Gives an issued asset a device and puts it into use. */
async function provisionDevice(api: PdaClient, publisherId: string, assetId: string): Promise<Device> {
  const ofAsset = { params: { path: { publisherId, assetId } } };
  const keys = await newKeyPair();
  const { data: device } = await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
    ...ofAsset,
    body: {
      serialNumber: assetId.replace("_", "-"),
      certificateSigningRequest: await signingRequest(keys, "chip"),
    },
  });
  await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", ofAsset);
  return { assetId, certificate: device.deviceCertificate, keys };
}

/** Does something for each of many, a few at a time. */
async function forEach<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += width) {
    results.push(...(await Promise.all(items.slice(from, from + width).map(work))));
  }
  return results;
}

/** A client of the operator. */
export const clientOf = ({ port, ca, operatorKey }: Product): PdaClient =>
  createPdaClient({ baseUrl: `https://localhost:${port}`, apiKey: operatorKey, ca });

/** Gives issued assets devices and puts them into use. */
export async function provisionDevices(
  product: Product,
  { publisherId }: Pick<Provisioned, "publisherId">,
  assetIds: readonly string[],
): Promise<Device[]> {
  await using api = clientOf(product);
  return await forEach(assetIds, (assetId) => provisionDevice(api, publisherId, assetId));
}

/** A publisher with its CA certificate and an asset type. */
async function provisionPublisher(api: PdaClient) {
  const { data: publisher } = await api.POST("/api/v1/publishers", { body: { name: "Example Issuer" } });
  const path = { publisherId: publisher.publisherId };
  await api.POST("/api/v1/publishers/{publisherId}/certificates", {
    params: { path },
    body: { certificateSigningRequest: await signingRequest(await newKeyPair(), "publisher") },
  });
  const { data: sandbox } = await api.GET("/api/v1/sandbox");
  const networkAsset = sandbox.networkAssets[0] ?? "";
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
  return { ...path, network: networkAsset.split("/")[0] ?? "", assetType: assetType.assetType };
}

/** Makes everything that the benches need through the REST interface. @throws PdaError when the product refuses something */
export async function provision(product: Product): Promise<Provisioned> {
  await using api = clientOf(product);
  const { publisherId, network, assetType } = await provisionPublisher(api);
  const numbers = Array.from({ length: deviceCount }, (_, index) => index);
  const assetIds = await forEach(numbers, () => issueAsset(api, publisherId, network));
  const devices = await forEach(assetIds, (assetId) => provisionDevice(api, publisherId, assetId));
  const { data: wallet } = await api.POST("/api/v1/wallets", {
    body: { holderKey: await holderKey(await newKeyPair()) },
  });
  const { data: merchant } = await api.POST("/api/v1/merchants", {
    body: { name: "Corner shop", settlementAccounts: [randomAccount(network)] },
  });
  const { data: key } = await api.POST("/api/v1/merchants/{merchantId}/api-keys", {
    params: { path: { merchantId: merchant.merchantId } },
    body: { name: "till 1", scopes },
  });
  const { merchantId } = merchant;
  return { publisherId, merchantId, apiKey: key.secret, assetType, walletId: wallet.walletId, devices };
}

/** Issues a certificate with which a TLS client acts for the merchant, with the scopes of its API key. */
export async function newClientCertificate(
  product: Product,
  { merchantId }: Pick<Provisioned, "merchantId">,
): Promise<{ cert: string; key: string }> {
  await using api = clientOf(product);
  const keys = await newKeyPair();
  const { data } = await api.POST("/api/v1/merchants/{merchantId}/certificates", {
    params: { path: { merchantId } },
    body: { certificateSigningRequest: await signingRequest(keys, "office"), scopes },
  });
  const key = KeyObject.from(keys.privateKey).export({ format: "pem", type: "pkcs8" });
  return { cert: data.certificateChain, key: key.toString() };
}

/** Registers a new P-256 key of the merchant. @returns the key with which the load signs its requests */
export async function newSigningKey(
  product: Product,
  { merchantId }: Pick<Provisioned, "merchantId">,
): Promise<RegisteredKey> {
  await using api = clientOf(product);
  const key = callerKey("ES256");
  const audience = `https://localhost:${product.port}`;
  const proof = await proofOf(key, audience, merchantId);
  const { data } = await api.POST("/api/v1/merchants/{merchantId}/public-keys", {
    params: { path: { merchantId } },
    body: { name: "office", scopes, publicKey: key.publicKey, proof },
  });
  const privateKey = key.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  return { publicKeyId: data.publicKeyId, privateKey, audience };
}
