// What the browser keeps of the wallet: one record in IndexedDB, which stores keys without showing them.
import type { WebKeyPair } from "@pda/client/browser";
import { get, set, del, createStore } from "idb-keyval";

/** The wallet of this browser. */
export interface WalletRecord {
  readonly keys: WebKeyPair;
  /** Absent until the service has created the wallet. */
  readonly walletId?: string;
  /** Makes a repeat of the creation the same wallet. */
  readonly creationKey: string;
  /** A key that is about to take the place of `keys`. Both are kept until the service has said which one is the wallet's. */
  readonly nextKeys?: WebKeyPair;
  /** With `nextKeys`: the recovery by which they get the wallet. The wallet's present key is lost, so `keys` are the same. */
  readonly recoveryId?: string;
  /** With `recoveryId`: when the recovery can be completed. */
  readonly effectiveTime?: string;
}

const store = createStore("pda-wallet", "wallet");
const NAME = "wallet";
const channel = new BroadcastChannel("pda-wallet");

/** Returns the wallet of this browser; undefined when it has none. */
export const readRecord = (): Promise<WalletRecord | undefined> => get<WalletRecord>(NAME, store);

/** Stores the wallet, and tells the other tabs. */
export async function writeRecord(record: WalletRecord): Promise<void> {
  await set(NAME, record, store);
  channel.postMessage("changed");
}

/** Removes the wallet with its keys from this browser, and tells the other tabs. */
export async function removeRecord(): Promise<void> {
  await del(NAME, store);
  channel.postMessage("changed");
}

/** Calls back when another tab has changed the record. @returns what ends that */
export function onRecordChange(tell: () => void): () => void {
  channel.addEventListener("message", tell);
  return () => channel.removeEventListener("message", tell);
}

/** Runs what changes the record, in one tab at a time. */
export const alone = <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request("pda-wallet", work);
