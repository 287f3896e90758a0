import { ChainError } from "./error.ts";

/** Milliseconds for which a check of a node stays valid. */
const CHECKED_MS = 5000;

/** HTTP statuses of a node for a request that is wrong or not allowed. To ask again later does not help. */
export const refusedStatuses: readonly number[] = [400, 401, 403, 404, 405, 413];

export interface NodeCheckOptions {
  /** Checks again even after a recent check; required before signing and sending. */
  readonly anew?: boolean;
}

/**
 * Checks that a node serves the expected network, so that nothing is signed or believed for another network. The check repeats from time
 * to time, because another node may take over the URL.
 */
export class NodeCheck {
  readonly #network: string;
  readonly #served: () => Promise<string>;
  #checkedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param network CAIP-2
   * @param served asks the node which network it serves, CAIP-2
   */
  constructor(network: string, served: () => Promise<string>) {
    this.#network = network;
    this.#served = served;
  }

  /** @throws ChainError NETWORK_MISMATCH, and what `served` throws */
  async pass({ anew = false }: NodeCheckOptions = {}): Promise<void> {
    if (!anew && performance.now() - this.#checkedAt <= CHECKED_MS) return;
    const actual = await this.#served();
    if (actual !== this.#network)
      throw ChainError.because("NETWORK_MISMATCH", `the node serves ${actual}, not ${this.#network}`);
    this.#checkedAt = performance.now();
  }
}
