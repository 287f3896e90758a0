import { type ChainAdapter } from "../../chain/adapter.ts";
import { connectChainAdapter } from "../../chain/client.ts";
import type { Config } from "../../config.ts";
import { loadTierIdentity } from "../../pki/identity.ts";
import { tierId } from "../../pki/names.ts";

/** Connects to the chain adapter with the worker's certificate, for one command. @throws PkiError without the worker's certificate */
export async function withAdapter<T>(config: Config, use: (adapter: ChainAdapter) => Promise<T>): Promise<T> {
  const { pki, trustDomain, chainAdapter } = config;
  const identity = loadTierIdentity({ dir: pki.dir, tier: "worker", trustDomain });
  try {
    await using adapter = connectChainAdapter({
      address: chainAdapter.address,
      tls: identity,
      expectedPeer: tierId(trustDomain, "chain-adapter"),
    });
    return await use(adapter);
  } finally {
    identity.close();
  }
}
