import type { RefundPolicy } from "../refund/refund.ts";

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
