import { Refused } from "../refused.ts";

/** Returns the CAIP-2 network of a CAIP-19 asset. */
function networkOfAsset(networkAsset: string): string {
  return networkAsset.split("/")[0] ?? "";
}

/**
 * Returns the networks of an asset type after a change. Networks can only be added, because settlements may use the present ones.
 *
 * @param present CAIP-19, before the change
 * @param wanted CAIP-19, all networks after the change
 * @throws Refused NETWORK_REPEATED, NETWORK_REMOVED
 */
export function withNetworks(present: readonly string[], wanted: readonly string[]): readonly string[] {
  requireOneAssetPerNetwork(wanted);
  const lost = present.find((networkAsset) => !wanted.includes(networkAsset));
  if (lost !== undefined)
    throw new Refused(
      "NETWORK_REMOVED",
      `${lost} is missing. Networks of an asset type can only be added, so list all present ones too.`,
    );
  return [...present, ...wanted.filter((networkAsset) => !present.includes(networkAsset))];
}

/** Checks that an asset type has one asset on each of its networks (CAIP-19). @throws Refused NETWORK_REPEATED */
export function requireOneAssetPerNetwork(networkAssets: readonly string[]): void {
  const networks = networkAssets.map(networkOfAsset);
  const repeated = networks.find((network, index) => networks.indexOf(network) !== index);
  if (repeated !== undefined)
    throw new Refused("NETWORK_REPEATED", `An asset type can have only one asset on ${repeated}.`);
}
