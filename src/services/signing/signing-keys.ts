import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import {
  isPublished,
  KEYS_REFRESH_SECONDS,
  SIGNING_PURPOSES,
  type SigningKey,
  type SigningPublicKey,
  type SigningPurpose,
  signingAt,
} from "../../domain/signing/signing-key.ts";
import type { Logger } from "../../logger.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Sealer } from "../../rpc/seal.ts";
import type { NewSigningKey, Replacement, StoredSigningKey } from "../../store/signing-keys.ts";
import type { Store } from "../../store/store.ts";
import { p256PublicKey } from "../../trust/jwk.ts";
import { jwkThumbprint } from "../../trust/key-thumbprint.ts";

const REFRESH_MS = KEYS_REFRESH_SECONDS * 1000;

/** A key of the service that signs now. */
export interface Signing {
  readonly keyId: string;
  readonly key: KeyObject;
}

interface KnownKey extends SigningKey {
  readonly key?: KeyObject;
}

/** The dependencies of signing keys. */
export interface SigningKeysOptions {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly log?: Logger;
}

/**
 * The service's signing keys as this process knows them. It reads them at the start and every few seconds, so that signing never waits for
 * the database.
 */
export class SigningKeys implements Disposable {
  readonly #options: SigningKeysOptions;
  #keys: readonly KnownKey[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SigningKeysOptions) {
    this.#options = options;
  }

  /** Creates the first key of each purpose that has none, and reads all keys. Processes that start at the same time use the same keys. */
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

  /** Reads the keys again every few seconds until disposed. While the database is unavailable, the known keys stay in use. */
  follow(): void {
    this.#timer ??= setInterval(() => {
      this.refresh().catch((error: unknown) => {
        this.#options.log?.warn(
          { err: error },
          "the signing keys could not be read; the known keys stay in use",
        );
      });
    }, REFRESH_MS).unref();
  }

  /** Reads the keys that are published now. */
  async refresh(): Promise<void> {
    const before = new Map(this.#keys.map(({ keyId, key }) => [keyId, key]));
    const stored = await this.#options.store.reserved.signingKeys.published();
    this.#keys = stored.map(({ sealedKey, ...key }) => {
      const opened = before.get(key.keyId) ?? (sealedKey && this.#open(key, sealedKey));
      return sealedKey && opened ? { ...key, key: opened } : key;
    });
  }

  /** Returns the key to sign with. @throws Failure UNAVAILABLE when every known key has ended and no newer key could be read */
  of(purpose: SigningPurpose, now = new Date()): Signing {
    const signing = signingAt(
      this.#keys.filter((each) => each.purpose === purpose && each.key !== undefined),
      now,
    );
    if (!signing?.key) throw new Failure("SIGNING_KEY_UNAVAILABLE");
    return { keyId: signing.keyId, key: signing.key };
  }

  /** Returns every key that verifiers may meet, also keys that do not sign yet or no longer sign. */
  published(now = new Date()): SigningKey[] {
    return this.#keys.filter((key) => isPublished(key, now));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #open({ purpose, keyId }: StoredSigningKey, sealed: Uint8Array): KeyObject {
    const der = this.#options.sealer.open(sealed, signingKeyContext(purpose, keyId));
    try {
      return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    } finally {
      der.fill(0);
    }
  }
}

/** Replaces the key of a purpose. @returns the new key, or undefined when a new key is already waiting to sign */
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

/** Creates a key. Its private part leaves this function only sealed. */
function newSigningKey(purpose: SigningPurpose, sealer: Sealer): NewSigningKey {
  const { privateKey, publicKey } = newKeyPair(purpose);
  const keyId = jwkThumbprint({ ...publicKey });
  if (keyId === undefined) throw new Error("the new signing key has no thumbprint");
  const der = privateKey.export({ type: "pkcs8", format: "der" });
  const sealedKey = sealer.seal(der, signingKeyContext(purpose, keyId));
  der.fill(0);
  return { purpose, keyId, publicKey, sealedKey };
}

/** Standard Webhooks signs with Ed25519; everything else is signed with P-256. */
function newKeyPair(purpose: SigningPurpose): { privateKey: KeyObject; publicKey: SigningPublicKey } {
  if (purpose === "webhook") {
    const { privateKey } = generateKeyPairSync("ed25519");
    const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
    return { privateKey, publicKey: { kty: "OKP", crv: "Ed25519", x } };
  }
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const known = p256PublicKey(privateKey);
  if (!known) throw new Error("the new signing key is not a P-256 key");
  return { privateKey, publicKey: known.jwk };
}

/** Returns the context that binds a sealed signing key to its purpose. */
export const signingKeyContext = (purpose: string, keyId: string): string =>
  `signing-key|${purpose}|${keyId}`;
