import type { ChainAdapter, ChainNetwork } from "./adapter.ts";
import { ChainError } from "./error.ts";

/**
 * One adapter over several networks: each call goes to the network that it names.
 * Closing it closes the networks. Calls to others fail with UNKNOWN_NETWORK.
 */
export function adapterOf(networks: readonly ChainNetwork[]): ChainAdapter {
  const byName = new Map(networks.map((each) => [each.info.network, each]));
  if (byName.size !== networks.length) throw new Error("a network is configured twice");

  const find = async (network: string): Promise<ChainNetwork> => {
    const found = byName.get(network);
    if (!found) throw ChainError.because("UNKNOWN_NETWORK", "this adapter does not serve that network");
    return found;
  };
  const close = async (): Promise<void> => {
    await Promise.all(networks.map((each) => each[Symbol.asyncDispose]()));
  };

  return {
    listNetworks: async () => networks.map((each) => each.info),
    validateAccount: async ({ network, account }) => (await find(network)).validateAccount(account),
    getAsset: async ({ network, asset }) => (await find(network)).getAsset(asset),
    getSigner: async ({ network }) => (await find(network)).getSigner(),
    prepareTransfer: async ({ network, ...order }) => (await find(network)).prepareTransfer(order),
    submitTransfer: async ({ network, signedTransaction }) =>
      (await find(network)).submitTransfer(signedTransaction),
    getTransfer: async ({ network, ...query }) => (await find(network)).getTransfer(query),
    getBalance: async ({ network, asset, account }) => (await find(network)).getBalance(asset, account),
    async rehearseReorganisation({ network, reference }) {
      const found = await find(network);
      if (!found.rehearseReorganisation)
        throw ChainError.because(
          "NOT_REHEARSABLE",
          "reorganisations are rehearsed on development networks only",
        );
      await found.rehearseReorganisation(reference);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
