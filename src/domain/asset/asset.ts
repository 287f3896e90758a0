import type { LifecycleStatus } from "./lifecycle.ts";

/** What kind of thing an asset is. */
export const assetKinds = ["good", "ticket", "identity", "value"] as const;
export type AssetKind = (typeof assetKinds)[number];

/** Kinds that anyone may look for. Identities belong to people: who has the identifier of one can read it, nobody can find it. */
export const publicKinds: readonly AssetKind[] = assetKinds.filter((kind) => kind !== "identity");

/** A digital asset as its publisher issued it; ownership is kept elsewhere and never part of it. */
export interface Asset {
  readonly assetId: string;
  readonly publisherId: string;
  readonly kind: AssetKind;
  readonly name: string;
  readonly description: string;
  readonly networks: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  /** The type whose policy holds for it; the default policy does without one. */
  readonly assetTypeId?: string;
  readonly status: LifecycleStatus;
  readonly createdAt: Date;
}
