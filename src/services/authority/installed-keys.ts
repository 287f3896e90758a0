import { createHash } from "node:crypto";
import { PkiError } from "../../pki/problem.ts";
import type { Store } from "../../store/store.ts";
import type { TrustAuthority } from "./trust-authority.ts";

/** Keys that a core was started with. */
export interface InstalledKeys {
  readonly dataKey: Uint8Array;
  readonly dataKeyFile: string;
  readonly trust: TrustAuthority;
}

/**
 * Makes sure that the keys are those that the database was first used with: with another data key sealed secrets would be lost,
 * under another trust root no device would be trusted any more. Former roots stay listed behind the present one in `root.crt`.
 *
 * @throws PkiError with what to do
 */
export async function requireSameKeys(store: Store, keys: InstalledKeys): Promise<void> {
  const dataKey = createHash("sha256").update("pda data key fingerprint v1").update(keys.dataKey).digest();
  const roots = keys.trust.anchors.map((root) => Buffer.from(root.fingerprint, "hex"));
  const known = await store.transact(async (tx) => ({
    dataKey: await tx.installation.remember("data_key", dataKey),
    root: await tx.installation.remember("trust_root", roots[0] ?? Buffer.alloc(32)),
  }));
  if (!known.dataKey.equals(dataKey))
    throw new PkiError(
      `${keys.dataKeyFile} is not the data key that this database was sealed with`,
      "put the right file back; without it sealed secrets are lost",
    );
  if (!roots.some((root) => root.equals(known.root)))
    throw new PkiError(
      "the trust root is not the one that this database's publishers were certified under",
      "put the right root.crt and root.key back; after a change of roots keep the former one behind the new one in root.crt",
    );
}
