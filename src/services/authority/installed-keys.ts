import { PkiError } from "../../pki/problem.ts";
import type { Store } from "../../store/store.ts";
import { dataKeyFingerprint } from "../data-keys/fingerprint.ts";
import type { TrustAuthority } from "./trust-authority.ts";

/** The keys that a core was started with. */
export interface InstalledKeys {
  readonly dataKey: Uint8Array;
  /** Name of the data key's source for people: its file, or the command. */
  readonly dataKeySource: string;
  readonly trust: TrustAuthority;
}

/**
 * Checks that the keys are the ones that the database was first used with. With another data key, the sealed secrets would be lost. Under
 * another trust root, no device would be trusted any more. Former roots stay listed after the present root in `root.crt`.
 *
 * @throws PkiError that says what to do
 */
export async function requireSameKeys(store: Store, keys: InstalledKeys): Promise<void> {
  const dataKey = dataKeyFingerprint(keys.dataKey);
  const roots = keys.trust.anchors.map((root) => Buffer.from(root.fingerprint, "hex"));
  const known = await store.transact(async (tx) => ({
    dataKey: await tx.installation.remember("data_key", dataKey),
    root: await tx.installation.remember("trust_root", roots[0] ?? Buffer.alloc(32)),
  }));
  if (!known.dataKey.equals(dataKey))
    throw new PkiError(
      `${keys.dataKeySource} is not the data key of this database`,
      "restore the right key; without it the sealed secrets are lost. If pda keys rotate-data has replaced the key, put the new key in its place",
    );
  if (!roots.some((root) => root.equals(known.root)))
    throw new PkiError(
      "the trust root is not the root that certified the publishers of this database",
      "restore the right root.crt and root.key; after a change of roots keep the former root after the new root in root.crt",
    );
}
