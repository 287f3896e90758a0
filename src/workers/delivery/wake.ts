import type { Logger } from "../../logger.ts";
import type { EventSignals, WaitingEndpoints } from "../../store/event/signals.ts";
import type { Store } from "../../store/store.ts";
import { type Loop, startLoop } from "../loop.ts";

/** How often a worker looks whether an endpoint is enabled. */
const lookMs = 1_000;

export interface DeliveryWakeOptions {
  readonly store: Store;
  readonly signals: Pick<EventSignals, "onSequenced">;
  readonly log: Logger;
}

/**
 * Wakes the deliveries of a worker as soon as an endpoint has events to get. Commits are signalled while some process waits for events, so
 * a worker waits only while an endpoint is enabled: where nobody has webhooks, a payment signals nothing.
 */
export class DeliveryWake {
  readonly #signals: DeliveryWakeOptions["signals"];
  readonly #loop: Loop;
  #wake: ((endpoints: WaitingEndpoints) => void) | undefined;
  #stop: (() => void) | undefined;

  constructor({ store, signals, log }: DeliveryWakeOptions) {
    this.#signals = signals;
    this.#loop = startLoop({
      name: "watch-webhooks",
      pauseMs: lookMs,
      log,
      round: async () => {
        this.#follow(await store.read.webhookFeed.isWanted());
        return false;
      },
    });
  }

  /** Calls `wake` when an endpoint has events to get. @returns a function that ends the calls */
  on(wake: (endpoints: WaitingEndpoints) => void): () => void {
    this.#wake = wake;
    return () => {
      this.#wake = undefined;
    };
  }

  async close(): Promise<void> {
    await this.#loop.close();
    this.#follow(false);
  }

  #follow(wanted: boolean): void {
    if (wanted)
      this.#stop ??= this.#signals.onSequenced(({ endpoints }) => {
        if (endpoints !== "none") this.#wake?.(endpoints);
      });
    else {
      this.#stop?.();
      this.#stop = undefined;
    }
  }
}
