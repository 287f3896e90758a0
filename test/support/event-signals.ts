import { EventWaits } from "../../src/services/event/event-waits.ts";
import { EventSignals } from "../../src/store/event/signals.ts";

/** Signals of a database that is only known later. They connect at the first use. */
export class LateSignals implements AsyncDisposable {
  readonly #url: () => string;
  #signals: EventSignals | undefined;
  readonly waits = new EventWaits({ onSequenced: (callback) => this.signals.onSequenced(callback) });

  constructor(url: () => string) {
    this.#url = url;
  }

  get signals(): EventSignals {
    this.#signals ??= new EventSignals({ url: this.#url(), onError: () => undefined });
    return this.#signals;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#signals?.[Symbol.asyncDispose]();
  }
}
