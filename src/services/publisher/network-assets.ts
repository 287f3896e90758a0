import { Failure } from "../../rpc/failure.ts";
import type { Networks } from "../networks.ts";

/** @throws Failure UNKNOWN_REFERENCE naming the first asset (CAIP-19) that its network does not have as described */
export async function requireNetworkAssets(
  networks: Networks,
  assets: readonly string[],
  decimals: number,
): Promise<void> {
  const problems = await Promise.all(assets.map((asset) => networks.assetProblem(asset, decimals)));
  const index = problems.findIndex((problem) => problem !== undefined);
  if (index < 0) return;
  throw Failure.ofField(
    "UNKNOWN_REFERENCE",
    "networks",
    "NETWORK_ASSET_NOT_USABLE",
    `${assets[index]}: ${problems[index]}`,
  );
}
