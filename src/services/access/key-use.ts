import { LRUCache } from "lru-cache";
import { isPublicKeyId } from "../../domain/access/public-key.ts";
import { isSameSite } from "../../domain/access/source-network.ts";
import type { Logger } from "../../logger.ts";
import { Notices } from "../../rpc/notices.ts";
import type { CredentialMoved, CredentialUsed } from "../../store/credentials.ts";
import type { Store, Transaction } from "../../store/store.ts";

const keysMax = 10_000;
/** A key in constant use from one address is recorded once in this time. */
const recordedMs = 60_000;
const pauseMs = 5_000;

/**
 * Records when and from where keys were last used, to about a minute. Checking a credential only notes the use in memory; a timer
 * writes the last noted use of each key, outside the calls.
 */
export class KeyUse implements AsyncDisposable {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #notices: Notices;
  readonly #recent = new LRUCache<string, true>({ max: keysMax, ttl: recordedMs });
  /** The address of the last use of each noted key. */
  readonly #noted = new Map<string, string | undefined>();
  readonly #timer: NodeJS.Timeout;
  #recording: Promise<void> = Promise.resolve();

  constructor({ store, log }: { readonly store: Store; readonly log: Logger }) {
    this.#store = store;
    this.#log = log;
    this.#notices = new Notices(log);
    this.#timer = setInterval(() => void this.record(), pauseMs).unref();
  }

  /** Notes that a key was presented and accepted. @param address of the caller; undefined when it is unknown */
  note(credentialId: string, address: string | undefined): void {
    const use = nameOf({ credentialId, address });
    if (this.#recent.has(use)) return;
    this.#recent.set(use, true);
    this.#noted.set(credentialId, address);
  }

  /** Records the noted keys. A key that could not be recorded is noted again at its next use. */
  record(): Promise<void> {
    this.#recording = this.#recording.then(() => this.#recordNoted());
    return this.#recording;
  }

  async #recordNoted(): Promise<void> {
    if (this.#noted.size === 0) return;
    const uses = [...this.#noted].map(([credentialId, address]) => ({ credentialId, address }));
    this.#noted.clear();
    try {
      const moved = await this.#store.transact((tx) => touch(tx, uses));
      for (const each of moved) this.#noticeMove(each);
    } catch (error) {
      for (const use of uses) this.#recent.delete(nameOf(use));
      this.#log.warn({ err: error, keys: uses.length }, "the use of keys was not recorded");
    }
  }

  /** Tells the operator of a key that has come to another network, as a stolen key does. */
  #noticeMove({ credentialId, from, to }: CredentialMoved): void {
    if (isSameSite(from, to)) return;
    this.#notices.keyMoved(isPublicKeyId(credentialId) ? "public_key" : "api_key", credentialId);
  }

  /** Records the keys that are still noted. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.record();
  }
}

async function touch(tx: Transaction, uses: readonly CredentialUsed[]): Promise<CredentialMoved[]> {
  const ofPublicKeys = uses.filter(({ credentialId }) => isPublicKeyId(credentialId));
  const ofApiKeys = uses.filter(({ credentialId }) => !isPublicKeyId(credentialId));
  return [
    ...(ofApiKeys.length > 0 ? await tx.apiKeys.touch(ofApiKeys) : []),
    ...(ofPublicKeys.length > 0 ? await tx.publicKeys.touch(ofPublicKeys) : []),
  ];
}

const nameOf = ({ credentialId, address }: CredentialUsed): string => `${credentialId} ${address}`;
