import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Device } from "../../../domain/asset/device.ts";
import type { Sealer } from "../../../rpc/seal.ts";
import type { Transaction } from "../../../store/store.ts";
import type { TagRecord } from "../../../store/verification/tags.ts";
import type { SunKeys } from "../../../trust/sun.ts";

const KEY_BYTES = 16;
/** Longest identifiers there are, so that a decoy is as much work as any other. */
const decoyContext = contextOf("pub_00000000000000000000000000", "dev_00000000000000000000000000");

/** Seals the keys of tags and opens them to verify a message: each opens only as that of its device of its publisher. */
export class TagKeys {
  readonly #sealer: Sealer;
  /** Keys that no tag has, sealed: opened where there is no tag, so that this costs the same. */
  readonly #decoy: Buffer;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
    this.#decoy = sealer.seal(randomBytes(2 * KEY_BYTES), decoyContext);
  }

  /** The keys as they may be stored. */
  seal(keys: SunKeys, publisherId: string, deviceId: string): Buffer {
    const both = Buffer.concat([keys.metaRead, keys.fileRead]);
    const sealed = this.#sealer.seal(both, contextOf(publisherId, deviceId));
    both.fill(0);
    return sealed;
  }

  /**
   * Lets `work` use the keys of a tag, or where there is none keys that fit no message; they are wiped afterwards.
   * @throws when they were changed, moved, or sealed by another key
   */
  use<T>(
    tag: { readonly publisherId: string; readonly deviceId: string; readonly sealedKeys: Buffer } | undefined,
    work: (keys: SunKeys) => T,
  ): T {
    const both = tag
      ? this.#sealer.open(tag.sealedKeys, contextOf(tag.publisherId, tag.deviceId))
      : this.#sealer.open(this.#decoy, decoyContext);
    try {
      return work({ metaRead: both.subarray(0, KEY_BYTES), fileRead: both.subarray(KEY_BYTES) });
    } finally {
      both.fill(0);
    }
  }
}

function contextOf(publisherId: string, deviceId: string): string {
  return `device-tag-keys|${publisherId}|${deviceId}`;
}

/**
 * Stores the keys of a tag, sealed. A tag that was bound before with the same keys goes on from the counter that it had: what it has
 * put into URLs until then must not count again. With other keys those say nothing any more.
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
