import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import {
  isPublished,
  KEYS_REFRESH_SECONDS,
  SIGNING_PURPOSES,
  type SigningKey,
  type SigningPurpose,
  signingAt,
} from "../../domain/signing/signing-key.ts";
import type { Logger } from "../../logger.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Sealer } from "../../rpc/seal.ts";
import type { NewSigningKey, Replacement, StoredSigningKey } from "../../store/signing-keys.ts";
import type { Store } from "../../store/store.ts";
import { p256PublicKey } from "../../trust/jwk.ts";

const REFRESH_MS = KEYS_REFRESH_SECONDS * 1000;

/** A key of the service to sign with now. */
export interface Signing {
  readonly keyId: string;
  readonly key: KeyObject;
}

interface KnownKey extends SigningKey {
  readonly key?: KeyObject;
}

/** What signing keys need of their process. */
export interface SigningKeysOptions {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly log?: Logger;
}

/**
 * The keys that the service signs with, as this process knows them: read at the start and every few seconds, so that signing never
 * waits for the database.
 */
export class SigningKeys implements Disposable {
  readonly #options: SigningKeysOptions;
  #keys: readonly KnownKey[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SigningKeysOptions) {
    this.#options = options;
  }

  /** Makes the first key of each purpose where there is none, whoever else starts at the same time, and reads all. */
  async load(): Promise<void> {
    const { store, sealer } = this.#options;
    const known = new Set((await store.read.signingKeys.published()).map(({ purpose }) => purpose));
    const missing = SIGNING_PURPOSES.filter((purpose) => !known.has(purpose));
    await store.transact(async (tx) => {
      for (const purpose of missing) await tx.signingKeys.insertFirst(newSigningKey(purpose, sealer));
      await tx.signingKeys.eraseEnded();
    });
    await this.refresh();
  }

  /** Reads again every few seconds until disposed of; while the database is away, what is known stays. */
  follow(): void {
    this.#timer ??= setInterval(() => {
      this.refresh().catch((error: unknown) => {
        this.#options.log?.warn({ err: error }, "the signing keys could not be read");
      });
    }, REFRESH_MS).unref();
  }

  /** Reads what is published now. */
  async refresh(): Promise<void> {
    const before = new Map(this.#keys.map(({ keyId, key }) => [keyId, key]));
    const stored = await this.#options.store.reserved.signingKeys.published();
    this.#keys = stored.map(({ sealedKey, ...key }) => {
      const opened = before.get(key.keyId) ?? (sealedKey && this.#open(key, sealedKey));
      return sealedKey && opened ? { ...key, key: opened } : key;
    });
  }

  /** The key to sign with. @throws Failure UNAVAILABLE where every known one has ended and a newer one could not be read */
  of(purpose: SigningPurpose, now = new Date()): Signing {
    const signing = signingAt(
      this.#keys.filter((each) => each.purpose === purpose && each.key !== undefined),
      now,
    );
    if (!signing?.key) throw new Failure("UNAVAILABLE", { reason: "SIGNING_KEY_UNAVAILABLE" });
    return { keyId: signing.keyId, key: signing.key };
  }

  /** Every key that verifiers may meet, also those that do not sign yet or no more. */
  published(now = new Date()): SigningKey[] {
    return this.#keys.filter((key) => isPublished(key, now));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #open({ purpose, keyId }: StoredSigningKey, sealed: Uint8Array): KeyObject {
    const der = this.#options.sealer.open(sealed, keyContext(purpose, keyId));
    try {
      return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    } finally {
      der.fill(0);
    }
  }
}

/** Replaces the key of a purpose. @returns the new one, or undefined where one is on its way already */
export function rotateSigningKey(
  store: Store,
  sealer: Sealer,
  purpose: SigningPurpose,
  how: Replacement,
): Promise<SigningKey | undefined> {
  return store.transact(async (tx) => {
    await tx.signingKeys.eraseEnded();
    return tx.signingKeys.replace(newSigningKey(purpose, sealer), how);
  });
}

/** A new P-256 key; its private part leaves this function only sealed. */
function newSigningKey(purpose: SigningPurpose, sealer: Sealer): NewSigningKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const known = p256PublicKey(privateKey);
  if (!known) throw new Error("a P-256 key was made that is none");
  const der = privateKey.export({ type: "pkcs8", format: "der" });
  const sealedKey = sealer.seal(der, keyContext(purpose, known.thumbprint));
  der.fill(0);
  return { purpose, keyId: known.thumbprint, publicKey: known.jwk, sealedKey };
}

const keyContext = (purpose: SigningPurpose, keyId: string): string => `signing-key|${purpose}|${keyId}`;
