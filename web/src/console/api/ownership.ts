// The first owner of an asset: a wallet that the publisher gives it to, or whoever has its claim code.
import { keyed } from "../../intent.ts";
import { api, type Schemas } from "./client.ts";

interface OfAsset {
  readonly publisherId: string;
  readonly assetId: string;
}

export const isWalletId = (text: string): boolean => /^wal_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text);

/** The states in which the service gives an asset to a wallet at once. */
export const canGive = (status: string): boolean => status === "active";
/** The states in which it issues a claim code, which works once the asset is active. */
export const canOffer = (status: string): boolean => ["issued", "active", "suspended"].includes(status);

/** Makes a wallet the first owner. @param key of the request */
export const giveAsset = async (
  path: OfAsset,
  walletId: string,
  key: string,
): Promise<Schemas["OwnershipGrant"]> =>
  (
    await api().POST("/api/v1/publishers/{publisherId}/assets/{assetId}/owner", {
      params: { path, ...keyed(key) },
      body: { walletId },
    })
  ).data;

/** Issues a claim code, which replaces an earlier one. @param key of the request */
export const issueClaimCode = async (
  path: OfAsset,
  days: number,
  key: string,
): Promise<Schemas["OwnershipGrant"]> =>
  (
    await api().POST("/api/v1/publishers/{publisherId}/assets/{assetId}/claim-codes", {
      params: { path, ...keyed(key) },
      body: { lifetimeSeconds: String(days * 86_400) },
    })
  ).data;
