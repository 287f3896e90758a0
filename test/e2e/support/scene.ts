// Who takes part in a test: a publisher, holders and merchants, all made through the REST interface.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { operations } from "../../../gen/rest/operations.ts";
import {
  holderKey,
  type KeyPair,
  newKeyPair,
  signingRequest,
  signPayment,
} from "../../../src/cli/demo/keys.ts";
import { randomAccount } from "../../../src/cli/demo/network-account.ts";
import type { components, PdaClient } from "../../../clients/typescript/src/index.ts";
import { type InstallationOptions, issueService } from "../../../src/pki/installation.ts";
import type { Product } from "../../support/product.ts";

export type Payment = components["schemas"]["Payment"];
/** A payment as the wallet that paid it sees it. */
export type Paid = Awaited<ReturnType<typeof authorisation>>["data"];
type PaymentRequest = components["schemas"]["PaymentRequest"];

/** Every scope that a merchant's key can be of use with. */
export const merchantScopes = [
  "events.read",
  "merchants.read",
  "merchants.write",
  "payments.read",
  "payments.write",
  "refunds.read",
  "refunds.write",
  "settlement.read",
  "transactions.read",
];

/** Gives up after 60 s, which only a broken product needs. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`${what}: not within 60 s`);
    await sleep(100);
  }
}

/** A publisher with a refundable asset type of six decimals. */
export interface Publisher {
  readonly publisherId: string;
  readonly network: string;
  readonly networkAsset: string;
  readonly assetType: string;
  /** All that the asset type is on, CAIP-19, `networkAsset` first. */
  readonly networkAssets: readonly string[];
}

/** A code that no other asset type has. */
const newCode = () =>
  `T${randomInt(36 ** 7, 36 ** 8)
    .toString(36)
    .toUpperCase()}`;

/** Registers a publisher and defines its asset type on one network, the first unless said, or on all of them. */
export async function publisher(
  product: Product,
  refundable = true,
  on: "first" | "all" = "first",
): Promise<Publisher> {
  const api = product.client();
  const { publisherId } = (await api.POST("/api/v1/publishers", { body: { name: "Test Issuer" } })).data;
  const offered = (await api.GET("/api/v1/sandbox")).data.networkAssets;
  const networkAssets = on === "all" ? offered : offered.slice(0, 1);
  const networkAsset = networkAssets[0] ?? "";
  const network = networkAsset.split("/")[0] ?? "";
  const { assetType } = (
    await api.POST("/api/v1/publishers/{publisherId}/asset-types", {
      params: { path: { publisherId } },
      body: {
        assetType: newCode(),
        name: "Test dollar",
        decimals: 6,
        refundPolicy: { refundable, windowSeconds: "86400" },
        networks: networkAssets,
      },
    })
  ).data;
  return { publisherId, network, networkAsset, networkAssets, assetType };
}

/** The same asset type as it is on another of its networks. */
export function onNetwork(issuer: Publisher, index: number): Publisher {
  const networkAsset = issuer.networkAssets[index] ?? "";
  return { ...issuer, networkAsset, network: networkAsset.split("/")[0] ?? "" };
}

/** A holder: its wallet and its key. */
export interface Holder {
  readonly walletId: string;
  readonly keys: KeyPair;
}

/** Creates a wallet and has value issued to it. */
export async function holder(
  product: Product,
  { publisherId, assetType }: Publisher,
  amount?: string,
): Promise<Holder> {
  const api = product.client();
  const keys = await newKeyPair();
  const { walletId } = (await api.POST("/api/v1/wallets", { body: { holderKey: await holderKey(keys) } }))
    .data;
  if (amount !== undefined) {
    await api.POST("/api/v1/publishers/{publisherId}/issuances", {
      params: { path: { publisherId } },
      body: { walletId, assetType, amount },
    });
  }
  return { walletId, keys };
}

/** A merchant and its key. */
export interface Merchant {
  readonly merchantId: string;
  readonly apiKeyId: string;
  /** The API key. */
  readonly key: string;
  readonly api: PdaClient;
  /** Its account on the network, CAIP-10. */
  readonly account: string;
}

/** Registers a merchant and makes it an API key. */
export async function merchant(
  product: Product,
  { network }: Publisher,
  scopes: string[] = merchantScopes,
): Promise<Merchant> {
  const operator = product.client();
  const account = randomAccount(network);
  const { merchantId } = (
    await operator.POST("/api/v1/merchants", { body: { name: "Test Shop", settlementAccounts: [account] } })
  ).data;
  const { secret, apiKey } = (
    await operator.POST("/api/v1/merchants/{merchantId}/api-keys", {
      params: { path: { merchantId } },
      body: { name: "till", scopes },
    })
  ).data;
  return { merchantId, apiKeyId: apiKey?.apiKeyId ?? "", key: secret, api: product.client(secret), account };
}

/** Creates a payment of this amount. */
export async function createPayment(
  { api, merchantId }: Merchant,
  { assetType }: Publisher,
  amount: string,
): Promise<Payment> {
  return (await api.POST("/api/v1/payments", { body: { amount, assetType, merchantId } })).data;
}

/** What the holder has to sign to pay it. */
export async function requestOf(
  product: Product,
  { api }: Merchant,
  { walletId }: Holder,
  paymentId: string,
): Promise<PaymentRequest> {
  const { reference } = (
    await api.POST("/api/v1/payments/{paymentId}/reference", { params: { path: { paymentId } } })
  ).data;
  const operator = product.client();
  return (
    await operator.GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", {
      params: { path: { walletId, reference } },
    })
  ).data;
}

const authorisation = (
  product: Product,
  walletId: string,
  { paymentId, authorization }: { paymentId: string; authorization: string },
  idempotencyKey: string,
) =>
  product.client().POST("/api/v1/wallets/{walletId}/payments/{paymentId}/authorize", {
    params: { path: { walletId, paymentId }, header: { "Idempotency-Key": idempotencyKey } },
    body: { authorization },
  });

/** Signs and sends the holder's agreement; gives the answer of the service. */
export async function authorise(
  product: Product,
  { walletId, keys }: Holder,
  request: PaymentRequest,
  idempotencyKey: string = randomUUID(),
): Promise<Paid> {
  const authorization = await signPayment(keys, request);
  return (
    await authorisation(product, walletId, { paymentId: request.paymentId, authorization }, idempotencyKey)
  ).data;
}

/** Creates a payment and pays it. */
export async function paid(
  product: Product,
  from: Publisher,
  to: Merchant,
  by: Holder,
  amount: string,
): Promise<Paid> {
  const { paymentId } = await createPayment(to, from, amount);
  return authorise(product, by, await requestOf(product, to, by, paymentId));
}

/** An asset in use with a device that the service certified. @param deviceKeys of the device; new ones unless given. @param more of the asset */
export async function assetInUse(
  product: Product,
  { publisherId, network }: Publisher,
  deviceKeys?: KeyPair,
  more: { readonly assetType?: string } = {},
): Promise<{ assetId: string; deviceId: string; deviceCertificate: string }> {
  const api = product.client();
  const path = { publisherId };
  await api.POST("/api/v1/publishers/{publisherId}/certificates", {
    params: { path },
    body: { certificateSigningRequest: await signingRequest(await newKeyPair(), "publisher") },
  });
  const { assetIdentifier: assetId } = (
    await api.POST("/api/v1/publishers/{publisherId}/assets", {
      params: { path },
      body: {
        assetProfile: { kind: "good", name: "Signed print" },
        supportedNetworks: [network],
        metadata: { edition: "1/1" },
        ...more,
      },
    })
  ).data;
  const ofAsset = { params: { path: { ...path, assetId } } };
  const { deviceId, deviceCertificate } = (
    await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
      ...ofAsset,
      body: {
        serialNumber: `CHIP-${randomInt(2 ** 40)}`,
        certificateSigningRequest: await signingRequest(deviceKeys ?? (await newKeyPair()), "chip"),
      },
    })
  ).data;
  await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", ofAsset);
  return { assetId, deviceId, deviceCertificate };
}

/** Scopes of the whole contract. */
export const allScopes = [
  ...new Set(operations.flatMap(({ access }) => (access.kind === "scope" ? [access.scope] : []))),
];

/** Certificate and key files of an internal service with a grant. */
export async function service(
  product: Product,
  name: string,
  grant: Pick<Parameters<typeof issueService>[0], "scopes" | "merchantId" | "publisherId">,
): Promise<{ cert: string; key: string }> {
  const place: InstallationOptions = { dir: product.pkiDir, trustDomain: "pda.internal" };
  return (await issueService({ ...place, name, ...grant })).files;
}
