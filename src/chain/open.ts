import type { Logger } from "../logger.ts";
import type { ChainAdapter } from "./adapter.ts";
import { openEvmNetwork } from "./evm/network.ts";
import { adapterOf } from "./networks.ts";

/** The network that a deployment settles on. */
export interface NetworkSettings {
  /** Address of the network's node. May hold a credential: never logged. */
  readonly rpcUrl: string;
  readonly chainId: number;
  /** Confirmations below which nothing is final. */
  readonly confirmations: number;
  /** Most that one transfer may cost, in the network's smallest unit, decimal digits; anything when absent. */
  readonly feeMax?: string | undefined;
  /** File with the signing key, mode 0600; the publicly known development key when absent. */
  readonly signerKeyFile?: string | undefined;
}

/**
 * Opens the adapter that a deployment is configured for.
 * @param development allows publicly known signing keys: sandbox mode only
 * @throws ChainError NETWORK_MISMATCH when the node serves another network
 * @throws Error when the signing key is missing or cannot be used
 */
export async function openChainAdapter(
  settings: NetworkSettings,
  { development, log }: { development: boolean; log: Logger },
): Promise<ChainAdapter> {
  const { signerKeyFile, feeMax, ...rest } = settings;
  const network = feeMax === undefined ? rest : { ...rest, feeMax: BigInt(feeMax) };
  const signer = signerKeyFile
    ? ({ kind: "file", path: signerKeyFile } as const)
    : ({ kind: "development" } as const);
  return adapterOf([await openEvmNetwork({ ...network, signer, development, log })]);
}
