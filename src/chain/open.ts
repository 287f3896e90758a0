import type { Logger } from "../logger.ts";
import type { ChainAdapter, ChainNetwork } from "./adapter.ts";
import { adapterOf } from "./networks.ts";

/** A network that a deployment settles on. Its CAIP-2 name says of which family it is. */
export interface NetworkSettings {
  /** CAIP-2; the second development network when neither this nor `chainId` is given. */
  readonly name?: string | undefined;
  /** Another way to name a network of the first family (EIP-155). */
  readonly chainId?: number;
  /** Address of the network's node. May hold a credential: never logged. */
  readonly rpcUrl: string;
  /** Confirmations below which nothing is final. */
  readonly confirmations: number;
  /** Most that one transfer may cost, in the network's smallest unit, decimal digits; anything when absent. */
  readonly feeMax?: string | undefined;
  /** File with the signing key, mode 0600; the publicly known development key when absent. */
  readonly signerKeyFile?: string | undefined;
}

interface Surroundings {
  /** Allows publicly known signing keys: sandbox mode only. */
  readonly development: boolean;
  readonly log: Logger;
}

type Family = (settings: NetworkSettings, surroundings: Surroundings) => Promise<ChainNetwork>;

/** Implementations by the namespace of CAIP-2. A family that is not used is not loaded. */
const families: Readonly<Record<string, Family>> = {
  async eip155({ name, chainId = Number(name?.split(":")[1]), ...settings }, surroundings) {
    const { openEvmNetwork } = await import("./evm/network.ts");
    return openEvmNetwork({ chainId, ...commonTo(settings), ...surroundings });
  },
  async solana({ name, ...settings }, surroundings) {
    const { openSolanaNetwork } = await import("./solana/network.ts");
    const { developmentNetwork, isNetworkName } = await import("./solana/names.ts");
    const network = name ?? developmentNetwork;
    if (!isNetworkName(network)) throw new Error(`${network} is no name of a Solana network (CAIP-2)`);
    return openSolanaNetwork({ network, ...commonTo(settings), ...surroundings });
  },
};

/** What every family is told. */
interface Common {
  readonly rpcUrl: string;
  readonly confirmations: number;
  readonly signer: { readonly kind: "file"; readonly path: string } | { readonly kind: "development" };
  readonly feeMax?: bigint;
}

function commonTo({ rpcUrl, confirmations, feeMax, signerKeyFile: path }: NetworkSettings): Common {
  return {
    rpcUrl,
    confirmations,
    signer: path ? { kind: "file", path } : { kind: "development" },
    ...(feeMax === undefined ? {} : { feeMax: BigInt(feeMax) }),
  };
}

/**
 * Opens the adapter that a deployment is configured for.
 * @throws ChainError NETWORK_MISMATCH when a node serves another network
 * @throws Error when a signing key is missing or cannot be used, or a network is of no known family
 */
export async function openChainAdapter(
  settings: readonly NetworkSettings[],
  surroundings: Surroundings,
): Promise<ChainAdapter> {
  const networks = await Promise.all(
    settings.map((each) => {
      const namespace = each.chainId === undefined ? (each.name?.split(":")[0] ?? "solana") : "eip155";
      const open = Object.hasOwn(families, namespace) ? families[namespace] : undefined;
      if (!open) throw new Error(`there is no adapter for networks of the namespace ${namespace} (CAIP-2)`);
      return open(each, surroundings);
    }),
  );
  return adapterOf(networks);
}
