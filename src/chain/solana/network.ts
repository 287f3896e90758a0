import type { ChainNetwork } from "../adapter.ts";
import { ChainError } from "../error.ts";
import { type FamilyOptions, REQUEST_TIMEOUT_MS } from "../family.ts";
import type { SignerSource } from "../signer-key.ts";
import { giveUpBlocks } from "./development/rehearse.ts";
import { History } from "./history.ts";
import { Lanes } from "./lanes.ts";
import { accountAddress, accountName, assetName, mintAddress, transactionSignature } from "./names.ts";
import { CheckedNode } from "./node.ts";
import { lanesOfSigners, observe } from "./observe.ts";
import { LaneOpener } from "./open-lanes.ts";
import { planOf, prepare } from "./prepare.ts";
import { loadSigner } from "./signer.ts";
import { FailedTrials, submit } from "./submit.ts";
import { balanceOf, describeMint } from "./token.ts";
import { readSigned } from "./transaction.ts";

/** The node must keep the signer's history. A fee is in lamports, without rent. */
export interface SolanaNetworkOptions extends FamilyOptions<SignerSource> {
  /** CAIP-2 name of the network that the node must serve. */
  readonly network: string;
}

/**
 * Opens a Solana network. An unreachable node does not prevent opening: calls fail with UNAVAILABLE until the node answers. If the accounts
 * that keep the signer's sequence do not exist, they are created.
 * @throws ChainError NETWORK_MISMATCH if the node serves another network
 * @throws Error if the signer's key is unusable
 */
export async function openSolanaNetwork(options: SolanaNetworkOptions): Promise<ChainNetwork> {
  const { network, rpcUrl, confirmations, requestTimeoutMs = REQUEST_TIMEOUT_MS, feeMax, log } = options;
  const signer = await loadSigner(options.signer, options.development);
  const node = new CheckedNode({ network, rpcUrl, requestTimeoutMs });
  const history = new History(node, signer.address);
  const lanes = new Lanes(node, signer.address, history);
  const lanesOf = lanesOfSigners(node, signer.address, lanes);
  const trials = new FailedTrials();
  const opener = new LaneOpener(node, signer, history);
  try {
    const missing = await opener.open();
    if (missing > 0)
      log.info({ network, missing }, "the accounts that keep the signer's sequence are being created");
  } catch (error) {
    if (!(error instanceof ChainError) || error.reason === "NETWORK_MISMATCH") throw error;
    log.warn(
      { network, reason: error.reason },
      "the network's node does not answer yet, or it refused the setup",
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
      return submit(node, trials, transaction);
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
              throw ChainError.because("NOT_REHEARSABLE", "the transfer must be included and not final");
            }
            await giveUpBlocks(rpcUrl, found.confirmationCount, requestTimeoutMs);
          },
        }
      : {}),

    async [Symbol.asyncDispose]() {
      // Each request is one HTTP call with a time-out, so no resource needs closing.
    },
  };
}
