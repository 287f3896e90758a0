import { Refused } from "../refused.ts";

/** The CAIP-2 network of a CAIP-19 asset. */
function networkOfAsset(networkAsset: string): string {
  return networkAsset.split("/")[0] ?? "";
}

/**
 * Networks of an asset type after a change. They are only ever added, because settlements may use those that there are.
 *
 * @param present CAIP-19, as they are
 * @param wanted CAIP-19, all of them; none for no change
 * @throws Refused NETWORK_REPEATED, NETWORK_REMOVED
 */
export function withNetworks(present: readonly string[], wanted: readonly string[]): readonly string[] {
  if (wanted.length === 0) return present;
  requireOneAssetPerNetwork(wanted);
  const lost = present.find((networkAsset) => !wanted.includes(networkAsset));
  if (lost !== undefined)
    throw new Refused("NETWORK_REMOVED", `${lost} is in use: networks of an asset type can only be added.`);
  return [...present, ...wanted.filter((networkAsset) => !present.includes(networkAsset))];
}

/** An asset type is one asset on each of its networks (CAIP-19). @throws Refused NETWORK_REPEATED */
export function requireOneAssetPerNetwork(networkAssets: readonly string[]): void {
  const networks = networkAssets.map(networkOfAsset);
  const repeated = networks.find((network, index) => networks.indexOf(network) !== index);
  if (repeated !== undefined)
    throw new Refused("NETWORK_REPEATED", `There is more than one asset on ${repeated}.`);
}
