import type { RefundPolicy } from "../refund/refund.ts";

/** What never changes of an asset type, and is all that amounts need. */
export type AssetTypeFacts = Pick<AssetType, "assetTypeId" | "code" | "decimals">;

/** A kind of asset that payments are made in, defined by a publisher. */
export interface AssetType {
  readonly assetTypeId: string;
  readonly publisherId: string;
  /** What payments name, e.g. `USDX`. */
  readonly code: string;
  readonly name: string;
  readonly decimals: number;
  readonly refundPolicy: RefundPolicy;
  /** Its identity on each of its networks, CAIP-19. */
  readonly networks: readonly string[];
  readonly createdAt: Date;
}
