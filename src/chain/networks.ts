import type { ChainAdapter, ChainNetwork } from "./adapter.ts";
import { ChainError } from "./error.ts";

/**
 * Combines several networks into one adapter, which routes each call to the network that the call names. A call for an unknown network
 * fails with UNKNOWN_NETWORK. Closing the adapter closes all networks.
 */
export function adapterOf(networks: readonly ChainNetwork[]): ChainAdapter {
  const byName = new Map(networks.map((each) => [each.info.network, each]));
  if (byName.size !== networks.length)
    throw new Error("a network is configured twice; configure each network once");

  const find = async (network: string): Promise<ChainNetwork> => {
    const found = byName.get(network);
    if (!found) throw ChainError.because("UNKNOWN_NETWORK", "this adapter does not serve that network");
    return found;
  };
  // The signing key works on every network of its family. So the service owns the same address there too, even if that network is not
  // configured.
  const own = new Set(networks.map((each) => addressAnywhere(each.info.signer)));
  const close = async (): Promise<void> => {
    await Promise.all(networks.map((each) => each[Symbol.asyncDispose]()));
  };

  return {
    listNetworks: async () => networks.map((each) => each.info),
    async validateAccount({ network, account }) {
      const canonical = await (await find(network)).validateAccount(account);
      if (own.has(addressAnywhere(canonical)))
        throw ChainError.because(
          "INVALID_ACCOUNT",
          "the account is the one that the service pays from; name another account",
        );
      return canonical;
    },
    getAsset: async ({ network, asset }) => (await find(network)).getAsset(asset),
    getSigner: async ({ network, account }) => (await find(network)).getSigner(account),
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
          "a reorganisation can be rehearsed on a development network only",
        );
      await found.rehearseReorganisation(reference);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns namespace and address of a CAIP-10 account, without the network's reference. */
function addressAnywhere(account: string): string {
  const [namespace, , address] = account.split(":");
  return `${namespace}:${address}`;
}
