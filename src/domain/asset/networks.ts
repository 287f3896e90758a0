import { Refused } from "../refused.ts";

/** The CAIP-2 network of a CAIP-19 asset. */
export function networkOfAsset(networkAsset: string): string {
  return networkAsset.split("/")[0] ?? "";
}

/** An asset type is one asset on each of its networks (CAIP-19). @throws Refused NETWORK_REPEATED */
export function requireOneAssetPerNetwork(networkAssets: readonly string[]): void {
  const networks = networkAssets.map(networkOfAsset);
  const repeated = networks.find((network, index) => networks.indexOf(network) !== index);
  if (repeated !== undefined)
    throw new Refused("NETWORK_REPEATED", `There is more than one asset on ${repeated}.`);
}
