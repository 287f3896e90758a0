import type { EventSignals, SequencedEvents } from "../../store/event/signals.ts";

/** Signals that are kept. A gateway asks again within a second, so that it misses none of them. */
const keptMax = 1_024;
/** The log is followed for so long after the last question. */
const followMs = 30_000;

/** What happened since a position. */
export interface News {
  /** The newest position that is known; undefined while none is. */
  readonly position: bigint | undefined;
  /** Tenants with new events, as in the log; undefined when any tenant may have some. */
  readonly tenants: ReadonlySet<string> | undefined;
}

/** Remembers which tenants have had events lately, for gateways that ask what happened since a position. */
export class EventNews {
  readonly #signals: Pick<EventSignals, "onSequenced" | "position">;
  /** In the order of their positions; all that happened after `#from`. */
  #kept: SequencedEvents[] = [];
  #from: bigint | undefined;
  readonly #wakes = new Set<() => void>();
  #stop: (() => void) | undefined;
  #leaving: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(signals: Pick<EventSignals, "onSequenced" | "position">) {
    this.#signals = signals;
  }

  /**
   * Returns what happened after a position, as soon as something has.
   *
   * @param after undefined for a caller that knows nothing, who is answered as soon as a position is known
   * @param until milliseconds since the epoch; nothing has happened when that time comes first
   * @throws the reason of the signal when it aborts first
   */
  async since(after: bigint | undefined, until: number, signal: AbortSignal): Promise<News> {
    this.#follow();
    while (!this.#ended && Date.now() < until && !this.#hasNews(after)) await this.#next(until, signal);
    const position = this.#last;
    if (after === undefined || position === undefined || this.#from === undefined || after < this.#from)
      return { position: position ?? after, tenants: undefined };
    const later = this.#kept.filter((events) => events.position > after);
    const isNamed = later.every(({ tenants }) => tenants !== undefined);
    const tenants = isNamed ? new Set(later.flatMap((events) => [...(events.tenants ?? [])])) : undefined;
    return { position: position > after ? position : after, tenants };
  }

  /** Answers all callers before the core shuts down. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#leaving);
    this.#leave();
  }

  get #last(): bigint | undefined {
    return this.#kept.at(-1)?.position ?? this.#from;
  }

  #hasNews(after: bigint | undefined): boolean {
    const last = this.#last;
    return last !== undefined && (after === undefined || last > after);
  }

  #follow(): void {
    clearTimeout(this.#leaving);
    if (this.#ended) return;
    this.#leaving = setTimeout(() => this.#leave(), followMs).unref();
    if (this.#stop) return;
    this.#stop = this.#signals.onSequenced((events) => this.#keep(events));
    this.#from = this.#signals.position;
  }

  #keep(events: SequencedEvents): void {
    // What happened before the first signal is not known.
    if (this.#from === undefined) this.#from = events.position;
    else this.#kept.push(events);
    if (this.#kept.length > keptMax) this.#from = this.#kept.shift()?.position;
    this.#wake();
  }

  #leave(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#kept = [];
    this.#from = undefined;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#wakes) wake();
  }

  #next(until: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", aborted);
        this.#wakes.delete(end);
        resolve();
      };
      const aborted = (): void => {
        reject(signal.reason);
        end();
      };
      const timer = setTimeout(end, Math.max(0, until - Date.now()));
      signal.addEventListener("abort", aborted, { once: true });
      this.#wakes.add(end);
    });
  }
}
