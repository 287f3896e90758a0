// Creates the registry rows that payments need, through the store's own writers.
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { defaultPolicy } from "../../src/domain/asset/policy.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { HolderKey } from "../../src/domain/wallet/wallet.ts";
import type { Store } from "../../src/store/store.ts";
import pg from "pg";
import { p256PublicKey } from "../../src/trust/jwk.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";

/** The network that tests use. */
export const testNetwork = "eip155:31337";

/** Inserts a publisher directly. */
export async function publisher(url: string, name = "Test Publisher"): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const publisherId = newId("publisher");
  await client.query(
    "insert into publisher (publisher_id, name, created_at) values ($1, $2, business_now())",
    [uuidOf("publisher", publisherId), name],
  );
  await client.end();
  return publisherId;
}

/** Defines an asset type. */
export function assetType(
  store: Store,
  publisherId: string,
  over: Partial<AssetType> = {},
): Promise<AssetType> {
  return store.transact((tx) =>
    tx.assetTypes.insert({
      assetTypeId: newId("assetType"),
      publisherId,
      code: "USDX",
      name: "Test dollar",
      decimals: 6,
      refundPolicy: { refundable: true, windowSeconds: 0 },
      policy: defaultPolicy,
      networks: [`${testNetwork}/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3`],
      ...over,
    }),
  );
}

/** A holder: a wallet and its private key, which only the owner has. */
export interface Holder {
  readonly walletId: string;
  readonly privateKey: KeyObject;
  readonly jwk: HolderKey;
}

/** Makes a holder's P-256 key pair. */
export function holderKey(): { privateKey: KeyObject; jwk: HolderKey; thumbprint: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = p256PublicKey(publicKey);
  if (!key) throw new Error("not a P-256 key");
  return { privateKey, jwk: key.jwk, thumbprint: key.thumbprint };
}

/** Creates a wallet that holds `amount` minor units of the asset type. */
export async function wallet(store: Store, type?: AssetType, amount = 0n): Promise<Holder> {
  const { privateKey, jwk, thumbprint } = holderKey();
  const walletId = newId("wallet");
  await store.transact((tx) => tx.wallets.insert({ walletId, holderKey: jwk, keyThumbprint: thumbprint }));
  if (type && amount > 0n) await issue(store, type, walletId, amount);
  return { walletId, privateKey, jwk };
}

/** Issues value to a wallet. */
export async function issue(store: Store, type: AssetType, walletId: string, amount: bigint): Promise<void> {
  await store.transact(async (tx) => {
    const { assetTypeId, publisherId } = type;
    await tx.ledger.post(
      {
        transactionId: newId("transaction"),
        kind: "issue",
        assetTypeId,
        amount,
        publisherId,
        walletId,
        createdAt: await tx.clock.now(),
      },
      [
        {
          debit: { kind: "issuance", ownerId: publisherId, assetTypeId },
          credit: { kind: "wallet", ownerId: walletId, assetTypeId },
          amount,
        },
      ],
    );
  });
}

/** Creates a merchant. */
export async function merchant(store: Store, settlementAccounts: string[] = []): Promise<string> {
  const merchantId = newId("merchant");
  await store.transact((tx) =>
    tx.merchants.insert({ merchantId, name: "Test Merchant", settlementAccounts }),
  );
  return merchantId;
}

/** The terms that a holder signs to pay. */
export interface Authorisation {
  readonly audience: string;
  readonly nonce: string;
  readonly paymentId: string;
  readonly amount: string;
  readonly assetType: string;
  readonly merchantId: string;
}

/** Signs a payment as a wallet does: compact JWS, ES256, `pda-pay+jws`. */
export function signPayment(
  holder: Pick<Holder, "privateKey">,
  over: Authorisation,
  seconds = 60,
): Promise<string> {
  const { audience, ...claims } = over;
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "ES256", typ: "pda-pay+jws" })
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(holder.privateKey);
}
