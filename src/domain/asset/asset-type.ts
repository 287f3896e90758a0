import type { RefundPolicy } from "../refund/eligibility.ts";
import { withNetworks } from "./networks.ts";
import type { AssetPolicy } from "./policy.ts";

/** The fixed facts of an asset type. Amounts need no others. */
export type AssetTypeFacts = Pick<AssetType, "assetTypeId" | "code" | "decimals">;

/** The fixed facts, and whether payments can be made in the type. A payable type stays payable. */
export interface PayableFacts extends AssetTypeFacts {
  readonly payable: boolean;
}

/** A kind of asset, defined by a publisher: the unit of payments, or a kind of goods, tickets or identities. */
export interface AssetType {
  readonly assetTypeId: string;
  readonly publisherId: string;
  /** The code in payments, e.g. `USDX`. Never changes. */
  readonly code: string;
  readonly name: string;
  /** Never changes. */
  readonly decimals: number;
  readonly refundPolicy: RefundPolicy;
  readonly policy: AssetPolicy;
  /** The asset's CAIP-19 identity on each of its networks. Payments require at least one network. */
  readonly networks: readonly string[];
  readonly createdAt: Date;
  /** Grows with each change. */
  readonly version: number;
}

/** The parts of an asset type that its publisher can change. Absent parts stay unchanged. */
export type AssetTypeChange = Partial<Pick<AssetType, "name" | "refundPolicy" | "policy" | "networks">>;

/** Tells whether payments can be made in a type. The type needs a network on which they settle. */
export function isPayable({ networks }: Pick<AssetType, "networks">): boolean {
  return networks.length > 0;
}

/**
 * Returns the asset type after a change, with the next version; the same object when nothing differs.
 *
 * @throws Refused NETWORK_REPEATED, NETWORK_REMOVED
 */
export function changed(type: AssetType, change: AssetTypeChange): AssetType {
  const next = {
    ...type,
    name: change.name ?? type.name,
    refundPolicy: change.refundPolicy ?? type.refundPolicy,
    policy: change.policy ?? type.policy,
    networks: change.networks ? withNetworks(type.networks, change.networks) : type.networks,
  };
  return contentOf(next) === contentOf(type) ? type : { ...next, version: type.version + 1 };
}

/** Returns the changeable parts as a text for comparison. */
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
