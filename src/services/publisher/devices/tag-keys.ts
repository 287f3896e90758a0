import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Device } from "../../../domain/asset/device.ts";
import { KeyRing } from "../../../rpc/key-ring.ts";
import { Sealer } from "../../../rpc/seal.ts";
import type { Transaction } from "../../../store/store.ts";
import type { TagRecord } from "../../../store/verification/tags.ts";
import type { SunKeys } from "../../../trust/sun.ts";

const KEY_BYTES = 16;
/** These identifiers have the full length, so that opening the decoy takes as long as opening the keys of a real tag. */
const decoyContext = tagKeysContext("pub_00000000000000000000000000", "dev_00000000000000000000000000");

/**
 * Encrypts the keys of tags and decrypts them to verify a message. Sealed keys open only for the device and publisher that they were sealed
 * for.
 */
export class TagKeys {
  readonly #sealer: Sealer;
  /**
   * Sealed keys that no tag has. They are opened for an unknown tag, so that it takes the same time. Their sealer has a key of its own,
   * because they are sealed once and the data key changes.
   */
  readonly #decoy: Buffer;
  readonly #decoySealer = new Sealer(KeyRing.derivedFrom(randomBytes(32)));

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
    this.#decoy = this.#decoySealer.seal(randomBytes(2 * KEY_BYTES), decoyContext);
  }

  /** Returns the keys sealed for the store. */
  seal(keys: SunKeys, publisherId: string, deviceId: string): Buffer {
    const both = Buffer.concat([keys.metaRead, keys.fileRead]);
    const sealed = this.#sealer.seal(both, tagKeysContext(publisherId, deviceId));
    both.fill(0);
    return sealed;
  }

  /**
   * Calls `work` with the keys of a tag, and wipes the keys afterwards. For an unknown tag, `work` gets keys that match no message.
   *
   * @throws when the sealed keys were changed, moved to another device, or sealed by another data key
   */
  use<T>(
    tag: { readonly publisherId: string; readonly deviceId: string; readonly sealedKeys: Buffer } | undefined,
    work: (keys: SunKeys) => T,
  ): T {
    const both = tag
      ? this.#sealer.open(tag.sealedKeys, tagKeysContext(tag.publisherId, tag.deviceId))
      : this.#decoySealer.open(this.#decoy, decoyContext);
    try {
      return work({ metaRead: both.subarray(0, KEY_BYTES), fileRead: both.subarray(KEY_BYTES) });
    } finally {
      both.fill(0);
    }
  }
}

/** Returns the context that binds the keys of a tag to the device. */
export function tagKeysContext(publisherId: string, deviceId: string): string {
  return `device-tag-keys|${publisherId}|${deviceId}`;
}

/**
 * Stores the keys of a tag, sealed. A tag that was bound before with the same keys keeps its read counter, so that its earlier URLs are not
 * accepted again. With other keys, the earlier URLs are invalid anyway.
 */
export async function keepTag(
  tx: Transaction,
  tagKeys: TagKeys,
  { publisherId, deviceId, serialNumber }: Device,
  keys: SunKeys,
): Promise<void> {
  const earlier = await tx.tags.lockEarlier(publisherId, serialNumber);
  const counters = earlier
    .filter((tag) => hasSameKeys(tagKeys, { ...tag, publisherId }, keys))
    .map(({ readCounter }) => readCounter ?? -1);
  const last = Math.max(-1, ...counters);
  await tx.tags.insert(publisherId, {
    deviceId,
    sealedKeys: tagKeys.seal(keys, publisherId, deviceId),
    readCounter: last < 0 ? null : last,
  });
}

function hasSameKeys(tagKeys: TagKeys, tag: TagRecord & { publisherId: string }, keys: SunKeys): boolean {
  return tagKeys.use(tag, ({ metaRead, fileRead }) =>
    timingSafeEqual(Buffer.concat([metaRead, fileRead]), Buffer.concat([keys.metaRead, keys.fileRead])),
  );
}
