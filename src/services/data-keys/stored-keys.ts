import { randomBytes } from "node:crypto";
import { AdvisedError } from "../../files/advised.ts";
import { derivedKeys, KEY_BYTES } from "../../rpc/key-ring.ts";
import type { Store, Transaction } from "../../store/store.ts";
import { dataKeyFingerprint } from "./fingerprint.ts";
import { KeyWrapping } from "./wrapping.ts";

/** The stage of a version of the sealing key. */
export interface Stage {
  readonly version: number;
  readonly active: boolean;
  /** True when an earlier run, which did not finish, has created the version. */
  readonly resumed: boolean;
}

/**
 * Returns the newest version of the sealing key while its rotation is not finished; otherwise creates the next version. The first rotation
 * also stores the keys of version 0, so that they survive a replacement of the outer key.
 */
export function nextVersion(store: Store, outerKey: Uint8Array): Promise<Stage> {
  const wrapping = new KeyWrapping(outerKey);
  return store.transact(async (tx) => {
    await requireOuterKey(tx, outerKey);
    await storeFirstKeys(tx, outerKey);
    const seal = (await tx.dataKeys.list()).filter(({ purpose }) => purpose === "seal");
    const inUse = seal.filter(({ wrappedKey }) => wrappedKey);
    const newest = inUse.at(-1);
    if (newest && (!newest.active || inUse.length > 1))
      return { version: newest.version, active: newest.active, resumed: true };
    const version = (seal.at(-1)?.version ?? 0) + 1;
    await tx.dataKeys.insert("seal", version, wrapping.wrap(randomBytes(KEY_BYTES), "seal", version));
    return { version, active: false, resumed: false };
  });
}

/**
 * Wraps all keys with another outer key, and records its fingerprint, in one transaction. Returns false when the database already
 * belongs to the new key.
 */
export function replaceOuterKey(store: Store, from: Uint8Array, to: Uint8Array): Promise<boolean> {
  const [before, after] = [new KeyWrapping(from), new KeyWrapping(to)];
  return store.transact(async (tx) => {
    await tx.dataKeys.lock();
    const known = await tx.installation.hold("data_key");
    if (known?.equals(dataKeyFingerprint(to))) return false;
    await requireOuterKey(tx, from);
    await storeFirstKeys(tx, from);
    for (const { purpose, version, wrappedKey } of await tx.dataKeys.list())
      if (wrappedKey)
        await tx.dataKeys.rewrap(
          purpose,
          version,
          after.wrap(before.unwrap(wrappedKey, purpose, version), purpose, version),
        );
    await tx.installation.replace("data_key", dataKeyFingerprint(to));
    return true;
  });
}

/** @throws AdvisedError when the database belongs to another outer key, or was never used */
async function requireOuterKey(tx: Transaction, outerKey: Uint8Array): Promise<void> {
  await tx.dataKeys.lock();
  const known = await tx.installation.hold("data_key");
  if (!known)
    throw new AdvisedError("no core has used this database yet", "start the core: pda up, or pda core");
  if (!known.equals(dataKeyFingerprint(outerKey)))
    throw new AdvisedError(
      "the data key of the settings is not the data key of this database",
      "restore the right key. If it was replaced before this command, name the former key with --old-key-file; if --new-key-file was interrupted, repeat that command",
    );
}

async function storeFirstKeys(tx: Transaction, outerKey: Uint8Array): Promise<void> {
  if ((await tx.dataKeys.list()).length > 0) return;
  const wrapping = new KeyWrapping(outerKey);
  const { seal, digest, ownershipTag } = derivedKeys(outerKey);
  const first = [
    ["seal", seal],
    ["digest", digest],
    ["ownership_tag", ownershipTag],
  ] as const;
  for (const [purpose, key] of first) await tx.dataKeys.insert(purpose, 0, wrapping.wrap(key, purpose, 0));
}
