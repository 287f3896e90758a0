import { type Tenant, tenantUuid } from "../../domain/access/principal.ts";
import { Failure } from "../../rpc/failure.ts";
import type { EventSignals } from "../../store/event/signals.ts";

/** Waiting calls of one tenant, or of all callers that see every tenant. */
const tenantMax = 16;
/** Waiting calls of a core: few beside the calls that it runs at once, so that waiting calls leave room for the others. */
const allMax = 256;

/** A place of a call that waits for events. Dispose of it when the call ends. */
export class EventWait implements Disposable {
  #isNews = false;
  #wake: (() => void) | undefined;
  readonly #leave: (wait: EventWait) => void;

  constructor(leave: (wait: EventWait) => void) {
    this.#leave = leave;
  }

  /** Tells that the tenant may have new events. */
  wake(): void {
    this.#isNews = true;
    this.#wake?.();
  }

  /**
   * Resolves when the tenant may have events that came after the last call of this function, or after the place was taken.
   *
   * @param until milliseconds since the epoch
   * @returns false when that time comes first
   * @throws the reason of the signal when it aborts first
   */
  async news(until: number, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    if (!this.#isNews) await this.#next(until, signal);
    signal.throwIfAborted();
    const isNews = this.#isNews;
    this.#isNews = false;
    return isNews;
  }

  #next(until: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(end, Math.max(0, until - Date.now()));
      signal.addEventListener("abort", end, { once: true });
      this.#wake = end;
    });
  }

  [Symbol.dispose](): void {
    this.#leave(this);
  }
}

/** The calls of a core that wait for events. A waiting call holds no connection and no transaction. */
export class EventWaits {
  readonly #signals: Pick<EventSignals, "onSequenced">;
  /** By the tenant's UUID; "" for callers that see the events of all tenants. */
  readonly #waits = new Map<string, Set<EventWait>>();
  #count = 0;
  #stop: (() => void) | undefined;
  #ended = false;

  constructor(signals: Pick<EventSignals, "onSequenced">) {
    this.#signals = signals;
  }

  /** Takes a place for a call. Read the log after this, so that no event is missed. @throws Failure TOO_MANY_WAITING */
  enter(tenant: Tenant): EventWait {
    const name = tenant.kind === "all" || tenant.kind === "none" ? "" : tenantUuid(tenant);
    const waits = this.#waits.get(name) ?? new Set();
    if (waits.size >= tenantMax || this.#count >= allMax) throw tooMany();
    const wait = new EventWait((left) => this.#leave(name, left));
    this.#waits.set(name, waits.add(wait));
    this.#count += 1;
    this.#stop ??= this.#signals.onSequenced(({ tenants }) => this.#wake(tenants));
    return wait;
  }

  /** True once the core shuts down: calls then answer at once. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Ends all waits before the core shuts down. */
  end(): void {
    this.#ended = true;
    this.#wake(undefined);
  }

  #wake(tenants: ReadonlySet<string> | undefined): void {
    for (const [name, waits] of this.#waits)
      if (tenants === undefined || name === "" || tenants.has(name)) for (const wait of waits) wait.wake();
  }

  #leave(name: string, wait: EventWait): void {
    const waits = this.#waits.get(name);
    if (!waits?.delete(wait)) return;
    this.#count -= 1;
    if (waits.size === 0) this.#waits.delete(name);
    if (this.#count > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }
}

function tooMany(): Failure {
  const message = `At most ${tenantMax} calls of a tenant may wait for events at once. Repeat when one of them has ended.`;
  return new Failure("TOO_MANY_WAITING", { message, retryAfterSeconds: 1 });
}
