import { timingSafeEqual } from "node:crypto";
import type { Device } from "../../domain/asset/device.ts";
import type { Transaction } from "../../store/store.ts";
import type { TagRecord } from "../../store/verification/tags.ts";
import type { SunKeys } from "../../trust/sun.ts";
import type { TagKeys } from "../tag-keys.ts";

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
