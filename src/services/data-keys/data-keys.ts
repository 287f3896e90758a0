import type { Logger } from "../../logger.ts";
import { PkiError } from "../../pki/problem.ts";
import { Failure } from "../../rpc/failure.ts";
import { derivedKeys, KeyRing, type KeySource, type VersionedKey } from "../../rpc/key-ring.ts";
import type { DataKeyPurpose, StoredDataKey } from "../../store/data-keys.ts";
import type { Store } from "../../store/store.ts";
import { dataKeyFingerprint } from "./fingerprint.ts";
import { KeyWrapping } from "./wrapping.ts";

/** Time after which a running process has read the data keys again. */
const REFRESH_MS = 2_000;

/**
 * Age of the known keys above which a process does not seal. A rotation waits for longer than this, so no process seals with the former key
 * afterwards, not even one that was stopped for a while.
 */
export const STALE_MS = 8_000;

/** Shortest time between two readings of the key outside of the database, which may be a command. */
const OUTER_KEY_MS = 5_000;

/** The dependencies of the data keys. */
export interface DataKeysOptions {
  readonly store: Store;
  /** The key outside of the database, as read at the start. */
  readonly outerKey: Uint8Array;
  /** Reads the key outside of the database again, for a key that was replaced while the process runs. */
  readonly readOuterKey: () => Promise<Uint8Array>;
  readonly log?: Logger;
}

/** The data keys as this process knows them. It reads them at the start and every two seconds, so that no call waits for them. */
export class DataKeys implements KeySource, Disposable {
  readonly #options: DataKeysOptions;
  #outerKey: Uint8Array;
  #wrapping: KeyWrapping;
  #ring: KeyRing | undefined;
  /** Unwrapped keys by purpose and version. */
  #opened: ReadonlyMap<string, Buffer> = new Map();
  /** When the keys were last read, by the clock that no one sets. */
  #readAt = Number.NEGATIVE_INFINITY;
  #outerKeyReadAt = Number.NEGATIVE_INFINITY;
  #refused = -1;
  #timer: NodeJS.Timeout | undefined;
  #refreshing = false;

  constructor(options: DataKeysOptions) {
    this.#options = options;
    this.#outerKey = options.outerKey;
    this.#wrapping = new KeyWrapping(options.outerKey);
  }

  /** Reads the keys. @throws PkiError when the outer key is not that of the database, or does not open them */
  async load(): Promise<void> {
    const known = await this.#options.store.read.installation.fingerprint("data_key");
    if (known && !known.equals(dataKeyFingerprint(this.#outerKey)))
      throw new PkiError(
        "the data key of the settings is not the data key of this database",
        "restore the right key; if pda keys rotate-data has replaced it, put the new key in its place",
      );
    await this.refresh();
    if (!this.#ring)
      throw new PkiError(
        "the data key does not open the keys that are stored in the database",
        "restore the table data_key from a backup: it was changed outside of the service",
      );
  }

  /** Reads the keys again every two seconds until disposed. */
  follow(): void {
    this.#timer ??= setInterval(() => {
      // A slow database must not gather refreshes.
      if (this.#refreshing) return;
      this.#refreshing = true;
      this.refresh()
        .catch((error: unknown) => {
          this.#options.log?.warn({ err: error }, "the data keys could not be read");
        })
        .finally(() => {
          this.#refreshing = false;
        });
    }, REFRESH_MS).unref();
  }

  /** Reads the keys that are in use now. */
  async refresh(): Promise<void> {
    const at = performance.now();
    const stored = await this.#options.store.reserved.dataKeys.list();
    if (stored.length === 0) {
      if (!this.#ring) this.#derive();
      this.#readAt = at;
      return;
    }
    let opened = this.#openAll(stored);
    if (newestUnopened(stored, opened) !== undefined && at - this.#outerKeyReadAt > OUTER_KEY_MS) {
      await this.#readOuterKey();
      opened = this.#openAll(stored);
    }
    this.#opened = opened;
    this.#ring = ringOf(stored, opened) ?? this.#ring;
    const unopened = newestUnopened(stored, opened);
    if (unopened === undefined) this.#refused = -1;
    else await this.#refuse(unopened);
    if (ringOf(stored, opened)) this.#readAt = at;
  }

  sealing(): VersionedKey {
    if (performance.now() - this.#readAt > STALE_MS)
      throw new Failure("DATA_KEY_UNAVAILABLE", { retryAfterSeconds: REFRESH_MS / 1000 });
    return this.#known().sealing();
  }

  opening(version: number): Buffer | undefined {
    return this.#known().opening(version);
  }

  get digestKey(): Buffer {
    return this.#known().digestKey;
  }

  get ownershipTagKey(): Buffer {
    return this.#known().ownershipTagKey;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #known(): KeyRing {
    if (!this.#ring) throw new Error("the data keys were not loaded");
    return this.#ring;
  }

  /** Uses the keys of version 0. They stay known, so that a first rotation under another outer key does not stop this process. */
  #derive(): void {
    const { seal, digest, ownershipTag } = derivedKeys(this.#outerKey);
    this.#opened = new Map([
      [nameOf("seal", 0), seal],
      [nameOf("digest", 0), digest],
      [nameOf("ownership_tag", 0), ownershipTag],
    ]);
    this.#ring = KeyRing.derivedFrom(this.#outerKey);
  }

  #openAll(stored: readonly StoredDataKey[]): Map<string, Buffer> {
    const opened = new Map<string, Buffer>();
    for (const { purpose, version, wrappedKey } of stored) {
      const name = nameOf(purpose, version);
      const key = this.#opened.get(name) ?? (wrappedKey && this.#unwrap(wrappedKey, purpose, version));
      if (key) opened.set(name, key);
    }
    return opened;
  }

  #unwrap(wrapped: Buffer, purpose: DataKeyPurpose, version: number): Buffer | undefined {
    try {
      return this.#wrapping.unwrap(wrapped, purpose, version);
    } catch {
      return undefined;
    }
  }

  async #readOuterKey(): Promise<void> {
    this.#outerKeyReadAt = performance.now();
    try {
      this.#outerKey = await this.#options.readOuterKey();
      this.#wrapping = new KeyWrapping(this.#outerKey);
    } catch (error) {
      this.#options.log?.warn({ err: error }, "the data key could not be read again");
    }
  }

  /** Tells the rotation that this process would not know the key, so that the key does not become active. */
  async #refuse(version: number): Promise<void> {
    if (this.#refused !== version)
      this.#options.log?.error(
        { version },
        "this process cannot unwrap a new data key: put the new data key file in place on this machine",
      );
    this.#refused = version;
    await this.#options.store.transact((tx) => tx.dataKeys.refuse(version));
  }
}

const nameOf = (purpose: DataKeyPurpose, version: number): string => `${purpose} ${version}`;

/** Returns the newest version of a sealing key in use that is not opened. */
function newestUnopened(
  stored: readonly StoredDataKey[],
  opened: ReadonlyMap<string, Buffer>,
): number | undefined {
  return stored.findLast(
    ({ purpose, version, wrappedKey }) =>
      purpose === "seal" && wrappedKey !== undefined && !opened.has(nameOf(purpose, version)),
  )?.version;
}

/** Returns the ring of the opened keys; undefined when the active key or one of the keys of HMACs is missing. */
function ringOf(stored: readonly StoredDataKey[], opened: ReadonlyMap<string, Buffer>): KeyRing | undefined {
  const active = stored.findLast((each) => each.purpose === "seal" && each.active)?.version ?? 0;
  const seal = new Map(
    stored.flatMap(({ purpose, version }) => {
      const key = purpose === "seal" && opened.get(nameOf(purpose, version));
      return key ? [[version, key] as const] : [];
    }),
  );
  const digest = opened.get(nameOf("digest", 0));
  const ownershipTag = opened.get(nameOf("ownership_tag", 0));
  return seal.has(active) && digest && ownershipTag
    ? new KeyRing({ seal, active, digest, ownershipTag })
    : undefined;
}
