import type { Logger } from "../../logger.ts";
import type { ChainNetwork } from "../adapter.ts";
import { ChainError } from "../error.ts";
import { giveUpBlocks } from "./development/rehearse.ts";
import { History } from "./history.ts";
import { Lanes } from "./lanes.ts";
import { accountAddress, accountName, assetName, mintAddress, transactionSignature } from "./names.ts";
import { CheckedNode } from "./node.ts";
import { lanesOfSigners, observe } from "./observe.ts";
import { LaneOpener } from "./open-lanes.ts";
import { planOf, prepare } from "./prepare.ts";
import { loadSigner, type SignerSource } from "./signer.ts";
import { submit } from "./submit.ts";
import { balanceOf, describeMint } from "./token.ts";
import { readSigned } from "./transaction.ts";

const REQUEST_TIMEOUT_MS = 5000;

/** A Solana network and the account that settles on it. */
export interface SolanaNetworkOptions {
  /** CAIP-2; the node must serve this one. */
  readonly network: string;
  /** JSON-RPC over HTTP, of a node that keeps the history of the signer. May hold a credential: never logged. */
  readonly rpcUrl: string;
  /** Confirmations below which nothing is final; the network's own finality decides as well. */
  readonly confirmations: number;
  readonly signer: SignerSource;
  /** Publicly known keys are refused, and reorganisations are not rehearsed, unless this is set. */
  readonly development: boolean;
  /** Most that one transfer may cost, in lamports, rent not counted; anything unless given. */
  readonly feeMax?: bigint;
  /** Time-out of one request to the node; 5 s unless given. */
  readonly requestTimeoutMs?: number;
  readonly log: Logger;
}

/**
 * Opens a Solana network. A node that is away is no reason not to start: calls fail with UNAVAILABLE until it answers. The accounts
 * that keep the signer's sequence are made when there are none.
 * @throws ChainError NETWORK_MISMATCH when the node serves another network
 * @throws Error when the signer's key cannot be used
 */
export async function openSolanaNetwork(options: SolanaNetworkOptions): Promise<ChainNetwork> {
  const { network, rpcUrl, confirmations, requestTimeoutMs = REQUEST_TIMEOUT_MS, feeMax, log } = options;
  const signer = await loadSigner(options.signer, options.development);
  const node = new CheckedNode({ network, rpcUrl, requestTimeoutMs });
  const history = new History(node, signer.address);
  const lanes = new Lanes(node, signer.address, history);
  const lanesOf = lanesOfSigners(node, signer.address, lanes);
  const opener = new LaneOpener(node, signer, history);
  try {
    const missing = await opener.open();
    if (missing > 0) log.info({ network, missing }, "the accounts that keep the signer's sequence are made");
  } catch (error) {
    if (!(error instanceof ChainError) || error.reason === "NETWORK_MISMATCH") throw error;
    log.warn(
      { network, reason: error.reason },
      "the network's node does not answer yet, or not as it should",
    );
  }

  return {
    info: { network, confirmations, signer: accountName(network, signer.address) },

    validateAccount: async (account) => accountName(network, accountAddress(account, network)),

    async getAsset(asset) {
      const mint = mintAddress(asset, network);
      return { asset: assetName(network, mint), ...(await describeMint(node, mint)) };
    },

    async getSigner(account) {
      const address = account === undefined ? signer.address : accountAddress(account, network);
      const used = (await lanesOf(address).all("confirmed")).flatMap((lane) =>
        lane.kind === "open" && lane.last ? [lane.last.sequence + 1n] : [],
      );
      const next = used.reduce((most, each) => (each > most ? each : most), 0n);
      return { account: accountName(network, address), nextSequence: next, includedSequence: next };
    },

    prepareTransfer: async (order) =>
      prepare({ node, lanes, signer, network, feeMax, open: () => opener.open() }, planOf(order, network)),

    async submitTransfer(bytes) {
      const transaction = await readSigned(bytes);
      await node.rpc({ anew: true });
      return submit(node, transaction);
    },

    async getTransfer({ reference, placement }) {
      const query = {
        network,
        signature: transactionSignature(reference),
        confirmations,
        placement: placement && {
          signer: accountAddress(placement.signer, network),
          sequence: placement.sequence,
        },
      };
      return observe(node, query, lanesOf);
    },

    async getBalance(asset, account) {
      const mint = mintAddress(asset, network);
      return balanceOf(node, mint, accountAddress(account, network));
    },

    ...(options.development
      ? {
          async rehearseReorganisation(reference: string) {
            const query = {
              network,
              signature: transactionSignature(reference),
              confirmations,
              placement: undefined,
            };
            const found = await observe(node, query, lanesOf);
            if (found.state !== "included") {
              throw ChainError.because(
                "NOT_REHEARSABLE",
                "only what is included and not final can be taken back",
              );
            }
            await giveUpBlocks(rpcUrl, found.confirmationCount, requestTimeoutMs);
          },
        }
      : {}),

    async [Symbol.asyncDispose]() {
      // Requests are single HTTP calls with a time-out: there is nothing to keep or to close.
    },
  };
}
