// A sandbox's first shop, made by the public interface: a publisher, an asset type on the sandbox's network, and a merchant.
import { PdaError } from "@pda/client/browser";
import { keyed } from "../../intent.ts";
import { texts } from "../texts.ts";
import { api } from "./client.ts";

/** Makes the shop. @param key the same key again goes on where an attempt has ended. @returns the merchant's identifier */
export async function makeSampleShop(key: string): Promise<string> {
  const { home } = texts;
  const { networkAssets, networks } = (await api().GET("/api/v1/sandbox")).data;
  const publisher = await api().POST("/api/v1/publishers", {
    params: keyed(`${key}-publisher`),
    body: { name: home.shopPublisher },
  });
  await defineType(publisher.data.publisherId, networkAssets, key);
  // Settled value goes to accounts that nobody has a key of, as in the demo.
  const settlementAccounts = networks
    .filter((network) => network.startsWith("eip155:"))
    .map((network) => `${network}:${accountOf(key)}`);
  const merchant = await api().POST("/api/v1/merchants", {
    params: keyed(`${key}-merchant`),
    body: { name: home.shopMerchant, settlementAccounts },
  });
  return merchant.data.merchantId;
}

async function defineType(publisherId: string, networks: string[], key: string): Promise<void> {
  const define = (assetType: string) =>
    api().POST("/api/v1/publishers/{publisherId}/asset-types", {
      params: { path: { publisherId }, ...keyed(`${key}-${assetType}`) },
      body: {
        assetType,
        name: texts.home.shopType,
        decimals: 6,
        refundPolicy: { refundable: true, windowSeconds: "2592000" },
        networks,
      },
    });
  try {
    await define("USDX");
  } catch (error) {
    // Codes are unique in the service, and the demo takes the same one.
    if (!(error instanceof PdaError) || error.errorCode !== "SVC-4090") throw error;
    await define(`USDX${key.slice(0, 6).toUpperCase()}`);
  }
}

/** The same for each attempt of one intent, whose identifier is a random UUID. */
const accountOf = (key: string): string => `0x${key.replaceAll("-", "").padEnd(40, "0")}`;
