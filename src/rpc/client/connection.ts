import { type ChannelCredentials, type ChannelOptions, Client, connectivityState } from "@grpc/grpc-js";
import type { CallContext } from "../call.ts";
import { Failure } from "../failure.ts";

const { READY, TRANSIENT_FAILURE, SHUTDOWN } = connectivityState;

/** A connection that is not there by then counts as down: calls would wait in it until their deadlines. */
const connectMs = 1_000;

/** When a call ends by itself. */
type Ending = Pick<CallContext, "signal" | "deadlineMs">;

/** One connection to one core process, which is made anew when it is lost, and the unary calls that run on it. */
export class CoreConnection {
  readonly address: string;
  readonly client: Client;
  #inFlight = 0;
  #connecting: Promise<void> | undefined;
  /** It did not come about in time and has not come about since. */
  #late = false;
  #idle: (() => void) | undefined;

  constructor(address: string, credentials: ChannelCredentials, options: ChannelOptions) {
    this.address = address;
    this.client = new Client(`dns:///${address}`, credentials, options);
  }

  /** Not known to be lost. Connects when it is not connected. */
  get isUp(): boolean {
    const state = this.client.getChannel().getConnectivityState(true);
    if (state === READY) this.#late = false;
    return state !== TRANSIENT_FAILURE && !this.#late;
  }

  /**
   * Runs a call. While the connection is being made the call waits, a second at most.
   * @throws Failure UNAVAILABLE when the connection does not come about
   */
  async run<T>(call: (client: Client) => Promise<T>, ending: Ending): Promise<T> {
    this.#inFlight += 1;
    try {
      if (!this.#isReady()) await this.#connected(ending);
      return await call(this.client);
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#idle?.();
    }
  }

  /** Resolves when the calls that run have ended, at the latest after `timeoutMs`. */
  async idle(timeoutMs: number): Promise<void> {
    if (this.#inFlight === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle = resolve;
    const timer = setTimeout(resolve, timeoutMs);
    await promise;
    clearTimeout(timer);
  }

  close(): void {
    this.client.close();
  }

  #isReady(): boolean {
    return this.client.getChannel().getConnectivityState(false) === READY;
  }

  /** Returns as well when the call has ended meanwhile, or the connection is known to be lost: gRPC then says so itself, and why. */
  async #connected(ending: Ending): Promise<void> {
    if (!this.#late) {
      this.#connecting ??= this.#connect().finally(() => {
        this.#connecting = undefined;
      });
      await firstOf(this.#connecting, ending);
    }
    if (!this.isUp && this.#late) {
      throw new Failure("UNAVAILABLE", { cause: new Error(`no connection to ${this.address}`) });
    }
  }

  async #connect(): Promise<void> {
    const channel = this.client.getChannel();
    const until = Date.now() + connectMs;
    for (;;) {
      const state = channel.getConnectivityState(true);
      if (state === READY || state === TRANSIENT_FAILURE || state === SHUTDOWN) return;
      const changed = await new Promise<boolean>((resolve) => {
        channel.watchConnectivityState(state, until, (error) => resolve(error === undefined));
      });
      if (changed) continue;
      this.#late = true;
      return;
    }
  }
}

/** Resolves with the promise, or when the call ends before. */
function firstOf(promise: Promise<void>, { signal, deadlineMs }: Ending): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(Math.max(0, deadlineMs - Date.now()), connectMs));
    signal.addEventListener("abort", end);
    void promise.then(end);
  });
}
