import { hkdfSync } from "node:crypto";

/** Size of every key, in bytes. */
export const KEY_BYTES = 32;

/** The keys of version 0. They are derived from the data key file, so that an installation works before its first rotation. */
export interface DerivedKeys {
  readonly seal: Buffer;
  readonly digest: Buffer;
  readonly ownershipTag: Buffer;
}

/** Derives the keys of version 0 (HKDF-SHA-256, RFC 5869). @param dataKey 32 random bytes */
export function derivedKeys(dataKey: Uint8Array): DerivedKeys {
  return {
    seal: derive(dataKey, "pda sealed values v1"),
    digest: derive(dataKey, "pda keyed digests v1"),
    ownershipTag: derive(dataKey, "pda ownership tags v1"),
  };
}

/** Derives a key for one purpose. @param dataKey 32 random bytes */
export function derive(dataKey: Uint8Array, purpose: string): Buffer {
  if (dataKey.length !== KEY_BYTES) throw new RangeError(`a data key must have ${KEY_BYTES} bytes`);
  return Buffer.from(hkdfSync("sha256", dataKey, "", purpose, KEY_BYTES));
}

/** A key with its version. */
export interface VersionedKey {
  readonly version: number;
  readonly key: Buffer;
}

/** Gives a sealer its keys, which may change while the process runs. */
export interface KeySource {
  /** Returns the key to seal with. @throws Failure DATA_KEY_UNAVAILABLE */
  sealing(): VersionedKey;
  /** Returns the key of a version; undefined for an unknown or removed version. */
  opening(version: number): Buffer | undefined;
  /** The key of keyed digests, which never changes. */
  readonly digestKey: Buffer;
}

/** The keys of one moment. */
export class KeyRing implements KeySource {
  readonly digestKey: Buffer;
  readonly ownershipTagKey: Buffer;
  readonly #active: VersionedKey;
  readonly #keys: ReadonlyMap<number, Buffer>;

  /** @param seal the sealing keys by version, with the active version */
  constructor({
    seal,
    active,
    digest,
    ownershipTag,
  }: {
    readonly seal: ReadonlyMap<number, Buffer>;
    readonly active: number;
    readonly digest: Buffer;
    readonly ownershipTag: Buffer;
  }) {
    const key = seal.get(active);
    if (!key) throw new RangeError(`the ring lacks its active key, version ${active}`);
    this.#active = { version: active, key };
    this.#keys = seal;
    this.digestKey = digest;
    this.ownershipTagKey = ownershipTag;
  }

  /** Returns the ring of an installation that never rotated its data key. @param dataKey 32 random bytes */
  static derivedFrom(dataKey: Uint8Array): KeyRing {
    const { seal, ...others } = derivedKeys(dataKey);
    return new KeyRing({ seal: new Map([[0, seal]]), active: 0, ...others });
  }

  sealing(): VersionedKey {
    return this.#active;
  }

  opening(version: number): Buffer | undefined {
    return this.#keys.get(version);
  }
}
