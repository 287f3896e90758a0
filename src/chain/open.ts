import type { ChainAdapter, ChainNetwork } from "./adapter.ts";
import type { FamilyOptions } from "./family.ts";
import { adapterOf } from "./networks.ts";
import type { SignerSource } from "./signer-key.ts";

/** Settings of a network that a deployment settles on. The namespace of the CAIP-2 name selects the network family. */
export interface NetworkSettings {
  /** CAIP-2. If both this and `chainId` are absent, the Solana development network is used. */
  readonly name?: string | undefined;
  /** Alternative to `name` for a network of the first family (EIP-155). */
  readonly chainId?: number;
  /** URL of the network's node. It may hold a credential, so it is never logged. */
  readonly rpcUrl: string;
  /** Confirmations that a transfer needs before it can be final. */
  readonly confirmations: number;
  /** Maximum fee of one transfer in the network's smallest unit, as decimal digits. Absent: no limit. */
  readonly feeMax?: string | undefined;
  /** File with the signing key; its mode must be 0600. Absent: the publicly known development key. */
  readonly signerKeyFile?: string | undefined;
}

/** `development` is set in sandbox mode only. */
type Surroundings = Pick<FamilyOptions<SignerSource>, "development" | "log">;

type Family = (settings: NetworkSettings, surroundings: Surroundings) => Promise<ChainNetwork>;

/** Network families by CAIP-2 namespace. Dynamic imports keep the code of unused families from being loaded. */
const families: Readonly<Record<string, Family>> = {
  async eip155({ name, chainId = Number(name?.split(":")[1]), ...settings }, surroundings) {
    const { openEvmNetwork } = await import("./evm/network.ts");
    return openEvmNetwork({ chainId, ...commonTo(settings), ...surroundings });
  },
  async solana({ name, ...settings }, surroundings) {
    const { openSolanaNetwork } = await import("./solana/network.ts");
    const { developmentNetwork, isNetworkName } = await import("./solana/names.ts");
    const network = name ?? developmentNetwork;
    if (!isNetworkName(network))
      throw new Error(
        `${network} is not the name of a Solana network: expected solana: and the first 32 characters of its genesis hash (CAIP-2)`,
      );
    return openSolanaNetwork({ network, ...commonTo(settings), ...surroundings });
  },
};

type Common = Omit<FamilyOptions<SignerSource>, keyof Surroundings>;

function commonTo({ rpcUrl, confirmations, feeMax, signerKeyFile: path }: NetworkSettings): Common {
  return {
    rpcUrl,
    confirmations,
    signer: path ? { kind: "file", path } : { kind: "development" },
    ...(feeMax === undefined ? {} : { feeMax: BigInt(feeMax) }),
  };
}

/**
 * Opens all configured networks as one adapter.
 * @throws ChainError NETWORK_MISMATCH if a node serves another network
 * @throws Error if a signing key is missing or unusable, or if no family supports a network
 */
export async function openChainAdapter(
  settings: readonly NetworkSettings[],
  surroundings: Surroundings,
): Promise<ChainAdapter> {
  const networks = await Promise.all(
    settings.map((each) => {
      const namespace = each.chainId === undefined ? (each.name?.split(":")[0] ?? "solana") : "eip155";
      const open = Object.hasOwn(families, namespace) ? families[namespace] : undefined;
      if (!open)
        throw new Error(
          `no adapter supports the namespace ${namespace}; use a network of eip155 or solana (CAIP-2)`,
        );
      return open(each, surroundings);
    }),
  );
  return adapterOf(networks);
}
