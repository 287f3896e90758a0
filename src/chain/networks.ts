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
  // A key signs on every network of its family: its account is the service's own there too, configured or not.
  const own = new Set(networks.map((each) => addressAnywhere(each.info.signer)));
  const close = async (): Promise<void> => {
    await Promise.all(networks.map((each) => each[Symbol.asyncDispose]()));
  };

  return {
    listNetworks: async () => networks.map((each) => each.info),
    async validateAccount({ network, account }) {
      const canonical = await (await find(network)).validateAccount(account);
      if (own.has(addressAnywhere(canonical)))
        throw ChainError.because("INVALID_ACCOUNT", "the account is the one that the service pays from");
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
          "reorganisations are rehearsed on development networks only",
        );
      await found.rehearseReorganisation(reference);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The namespace and the address of a CAIP-10 account, whichever network of the namespace it is on. */
function addressAnywhere(account: string): string {
  const [namespace, , address] = account.split(":");
  return `${namespace}:${address}`;
}
