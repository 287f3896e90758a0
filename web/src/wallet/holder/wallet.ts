// The wallet of this browser, and how it calls the service: each request is signed by the wallet's key.
import { createPdaClient, holderKey, type PdaClient, PdaError, type WebKeyPair } from "@pda/client/browser";
import { removeCredentials } from "./identities.ts";
import { newHolderKeys, thumbprintOf } from "./keys.ts";
import { alone, readRecord, removeRecord, type WalletRecord, writeRecord } from "./record.ts";

/** A wallet that the service knows, with the key that signs for it. */
export interface Wallet {
  readonly walletId: string;
  readonly keys: WebKeyPair;
  /** Names the key (RFC 7638). Views keep answers under it, so that none of an earlier key is shown. */
  readonly thumbprint: string;
  readonly api: PdaClient;
  /** Whether a new key waits to take the place of this one, because an exchange of keys was interrupted. */
  readonly hasNextKeys: boolean;
}

/** How the wallet stands. */
export type Standing =
  | { readonly kind: "none" }
  | { readonly kind: "ready"; readonly wallet: Wallet }
  /** A recovery waits for its completion. Until then the new key signs for nothing. */
  | {
      readonly kind: "recovering";
      readonly walletId: string;
      readonly recoveryId: string;
      /** When it can be completed. */
      readonly effectiveTime?: string;
    }
  /** The service does not accept the key: it has no such wallet any more, or another key has taken its place. */
  | { readonly kind: "unknown"; readonly walletId: string };

/** Returns a client that signs by a key. */
const clientOf = (keys: WebKeyPair): PdaClient => createPdaClient({ signature: { keys } });

/**
 * Looks how the wallet stands, and ends what was interrupted: asks the service which key is the wallet's when there are two.
 * @throws errors of the client when the service does not answer
 */
export async function openWallet(): Promise<Standing> {
  const record = await readRecord();
  if (record === undefined) return { kind: "none" };
  const { walletId, nextKeys, recoveryId, effectiveTime } = record;
  if (walletId === undefined) return { kind: "ready", wallet: await createWallet() };
  // Not asked before its completion: the service slows down an address that sends many signatures of keys that are none.
  if (recoveryId !== undefined)
    return { kind: "recovering", walletId, recoveryId, ...(effectiveTime && { effectiveTime }) };
  if (!(await isKeyOf(walletId, record.keys))) {
    if (!nextKeys || !(await isKeyOf(walletId, nextKeys))) return { kind: "unknown", walletId };
    return { kind: "ready", wallet: await takeNextKeys() };
  }
  return { kind: "ready", wallet: await walletOf(record, walletId) };
}

/**
 * Asks the service whether a key is the wallet's present key.
 * @throws errors of the client for every answer that does not tell, such as the refusal of a signature that a wrong clock has dated: a holder
 *   who is told that the key is of no use throws it away
 */
export async function isKeyOf(walletId: string, keys: WebKeyPair): Promise<boolean> {
  try {
    await clientOf(keys).GET("/api/v1/wallets/{walletId}", { params: { path: { walletId } } });
    return true;
  } catch (error) {
    if (error instanceof PdaError && OF_ANOTHER_KEY.has(error.reason)) return false;
    throw error;
  }
}

/** The service knows no such key, the key is that of another wallet, or the wallet does not exist. */
const OF_ANOTHER_KEY: ReadonlySet<string> = new Set([
  "REQUEST_SIGNATURE_REFUSED",
  "OTHER_TENANT",
  "NOT_FOUND",
]);

/** Creates the wallet of this browser, or returns the one that another tab has created. The key is stored first: no wallet is without. */
export function createWallet(): Promise<Wallet> {
  return alone(async () => {
    const record = (await readRecord()) ?? {
      keys: await newHolderKeys(),
      creationKey: crypto.randomUUID(),
    };
    if (record.walletId !== undefined) return walletOf(record, record.walletId);
    await writeRecord(record);
    const body = { holderKey: await holderKey(record.keys) };
    const params = { header: { "Idempotency-Key": record.creationKey } };
    const { walletId } = (await clientOf(record.keys).POST("/api/v1/wallets", { params, body })).data;
    await writeRecord({ ...record, walletId });
    // The browser then does not remove the key when it needs space. It may say no, or ask.
    void navigator.storage.persist().catch(() => undefined);
    return walletOf(record, walletId);
  });
}

/** Makes the new key the wallet's, after the service has. */
export function takeNextKeys(): Promise<Wallet> {
  return alone(async () => {
    const record = await readRecord();
    if (record?.walletId === undefined) throw new Error("the wallet was removed from this browser");
    const { nextKeys, recoveryId: _done, effectiveTime: _over, ...rest } = record;
    const next: WalletRecord = { ...rest, keys: nextKeys ?? record.keys };
    if (nextKeys) await writeRecord(next);
    return walletOf(next, record.walletId);
  });
}

/** Removes the wallet's key, and the credentials, which nobody can present without it, from this browser. */
export async function forgetWallet(): Promise<void> {
  await removeCredentials();
  await removeRecord();
}

const walletOf = async (record: WalletRecord, walletId: string): Promise<Wallet> => ({
  walletId,
  keys: record.keys,
  thumbprint: await thumbprintOf(record.keys),
  api: clientOf(record.keys),
  hasNextKeys: record.nextKeys !== undefined,
});
