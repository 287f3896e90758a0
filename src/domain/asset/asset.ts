import type { LifecycleStatus } from "./lifecycle.ts";

/** Kinds of assets. */
export const assetKinds = ["good", "ticket", "identity", "value"] as const;
export type AssetKind = (typeof assetKinds)[number];

/**
 * Kinds that anyone may search for.
 * Identities belong to people: anyone with the identifier of an identity can read it, but nobody can search for it.
 */
export const publicKinds: readonly AssetKind[] = assetKinds.filter((kind) => kind !== "identity");

/** A digital asset as its publisher issued it. Its ownership is stored separately. */
export interface Asset {
  readonly assetId: string;
  readonly publisherId: string;
  readonly kind: AssetKind;
  readonly name: string;
  readonly description: string;
  readonly networks: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  /** The asset type whose policy applies. When absent, the default policy applies. */
  readonly assetTypeId?: string;
  readonly status: LifecycleStatus;
  readonly createdAt: Date;
}
