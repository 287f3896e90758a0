import type { RefundPolicy } from "../refund/eligibility.ts";
import { withNetworks } from "./networks.ts";
import type { AssetPolicy } from "./policy.ts";

/** What never changes of an asset type, and is all that amounts need. */
export type AssetTypeFacts = Pick<AssetType, "assetTypeId" | "code" | "decimals">;

/** Those facts, and whether payments can be made in the type: once they can, they always can. */
export interface PayableFacts extends AssetTypeFacts {
  readonly payable: boolean;
}

/** A kind of asset, defined by a publisher: what payments are made in, or a kind of goods, tickets or identities. */
export interface AssetType {
  readonly assetTypeId: string;
  readonly publisherId: string;
  /** What payments name, e.g. `USDX`. Never changes. */
  readonly code: string;
  readonly name: string;
  /** Never changes. */
  readonly decimals: number;
  readonly refundPolicy: RefundPolicy;
  readonly policy: AssetPolicy;
  /** Its identity on each of its networks, CAIP-19. Without one, payments cannot be made in it. */
  readonly networks: readonly string[];
  readonly createdAt: Date;
  /** Grows with each change. */
  readonly version: number;
}

/** Of an asset type what its publisher can change; what is absent stays as it is. */
export type AssetTypeChange = Partial<Pick<AssetType, "name" | "refundPolicy" | "policy" | "networks">>;

/** Payments can be made in a type that is on a network, where they settle. */
export function isPayable({ networks }: Pick<AssetType, "networks">): boolean {
  return networks.length > 0;
}

/**
 * The asset type after a change, of the next version; the same object when nothing is different.
 *
 * @throws Refused NETWORK_REPEATED, NETWORK_REMOVED
 */
export function changed(type: AssetType, change: AssetTypeChange): AssetType {
  const next = {
    ...type,
    name: change.name ?? type.name,
    refundPolicy: change.refundPolicy ?? type.refundPolicy,
    policy: change.policy ?? type.policy,
    networks: withNetworks(type.networks, change.networks ?? []),
  };
  return contentOf(next) === contentOf(type) ? type : { ...next, version: type.version + 1 };
}

/** What a publisher can change, comparable. */
function contentOf({ name, refundPolicy, policy, networks }: AssetType): string {
  const { refundable, windowSeconds } = refundPolicy;
  const { transferable, minimumAssurance, capabilities } = policy;
  return JSON.stringify([
    name,
    refundable,
    windowSeconds,
    transferable,
    minimumAssurance,
    capabilities,
    networks,
  ]);
}
