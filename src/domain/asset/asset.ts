import type { LifecycleStatus } from "./lifecycle.ts";

/** What kind of thing an asset is. */
export type AssetKind = "good" | "ticket" | "identity" | "value";

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
