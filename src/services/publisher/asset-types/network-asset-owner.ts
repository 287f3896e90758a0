import { Failure } from "../../../rpc/failure.ts";
import type { Transaction } from "../../../store/store.ts";
import type { ServiceDeps } from "../../deps.ts";

/**
 * Checks that no type of another publisher is one of these assets on networks. Settlements pay out what the operator holds of an asset, so
 * the value of one publisher would be paid out of what stands behind the value of another.
 *
 * @throws Failure UNKNOWN_REFERENCE about the networks
 */
export async function requireNotOfOthers(
  tx: Transaction,
  { networkAssetsShared }: Pick<ServiceDeps, "networkAssetsShared">,
  publisherId: string,
  assets: readonly string[],
): Promise<void> {
  if (networkAssetsShared || assets.length === 0) return;
  const foreign = await tx.assetTypes.claimNetworkAssets(publisherId, assets);
  if (foreign === undefined) return;
  throw Failure.ofField(
    "networks",
    "NETWORK_ASSET_NOT_USABLE",
    `${foreign}: An asset type of another publisher is this asset already.`,
  );
}
