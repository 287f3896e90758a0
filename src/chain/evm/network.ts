import type { ChainNetwork } from "../adapter.ts";
import { ChainError } from "../error.ts";
import { type FamilyOptions, REQUEST_TIMEOUT_MS } from "../family.ts";
import {
  accountAddress,
  accountName,
  networkName,
  tokenAddress,
  tokenName,
  transactionHash,
} from "./names.ts";
import { Finality } from "./finality.ts";
import { rehearseReorganisation } from "./development/rehearse.ts";
import { ask, CheckedNode } from "./node.ts";
import { observe } from "./observe.ts";
import { planOf, prepare } from "./prepare.ts";
import { type EvmSignerSource, loadSigner } from "./signer.ts";
import { sequences, submit } from "./submit.ts";
import { balanceOf, describeToken } from "./token.ts";
import { readSigned } from "./transaction.ts";

/** The chain's tag `finalized`, if the node knows it, must agree with the confirmations. A fee is in wei. */
export interface EvmNetworkOptions extends FamilyOptions<EvmSignerSource> {
  /** EIP-155 chain id that the node must serve. */
  readonly chainId: number;
}

/**
 * Opens an EVM network. An unreachable node does not prevent opening: calls fail with UNAVAILABLE until the node answers.
 * @throws ChainError NETWORK_MISMATCH if the node serves another chain
 * @throws Error if the signer's key is unusable
 */
export async function openEvmNetwork(options: EvmNetworkOptions): Promise<ChainNetwork> {
  const { chainId, rpcUrl, confirmations, requestTimeoutMs = REQUEST_TIMEOUT_MS, feeMax, log } = options;
  const network = networkName(chainId);
  const signer = loadSigner(options.signer, options.development);
  const node = new CheckedNode({ chainId, rpcUrl, requestTimeoutMs });
  const finality = new Finality();
  try {
    await node.client();
  } catch (error) {
    if (!(error instanceof ChainError) || !error.retryable) throw error;
    log.warn({ network, reason: error.reason }, "the network's node does not answer yet");
  }

  return {
    info: { network, confirmations, signer: accountName(network, signer.address) },

    validateAccount: async (account) => accountName(network, accountAddress(account, network)),

    async getAsset(asset) {
      const token = tokenAddress(asset, network);
      return { asset: tokenName(network, token), ...(await describeToken(await node.client(), token)) };
    },

    async getSigner(account) {
      const address = account === undefined ? signer.address : accountAddress(account, network);
      const { included, next } = await sequences(await node.client(), address);
      return { account: accountName(network, address), nextSequence: next, includedSequence: included };
    },

    async prepareTransfer(order) {
      const plan = planOf(order, network);
      return prepare(await node.client({ anew: true }), { signer, feeMax }, network, plan);
    },

    async submitTransfer(bytes) {
      const transaction = await readSigned(bytes, chainId);
      return submit(await node.client({ anew: true }), transaction);
    },

    async getTransfer({ reference, placement }) {
      const query = {
        network,
        hash: transactionHash(reference),
        confirmations,
        finality,
        placement: placement && {
          signer: accountAddress(placement.signer, network),
          nonce: Number(placement.sequence),
        },
      };
      return observe(await node.client(), query);
    },

    async getBalance(asset, account) {
      const token = tokenAddress(asset, network);
      const owner = accountAddress(account, network);
      const client = await node.client();
      const height = await ask(client.getBlockNumber({ cacheTime: 0 }));
      return { amount: await balanceOf(client, token, owner, height), height };
    },

    ...(options.development
      ? {
          async rehearseReorganisation(reference: string) {
            const hash = transactionHash(reference);
            const query = { network, hash, confirmations, finality, placement: undefined };
            await rehearseReorganisation(await node.client(), query);
          },
        }
      : {}),

    async [Symbol.asyncDispose]() {
      // Each request is one HTTP call with a time-out, so no resource needs closing.
    },
  };
}
