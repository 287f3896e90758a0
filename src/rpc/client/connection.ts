import { type ChannelCredentials, type ChannelOptions, Client, connectivityState } from "@grpc/grpc-js";
import type { CallContext } from "../call.ts";
import { Failure } from "../failure.ts";

const { READY, TRANSIENT_FAILURE, SHUTDOWN } = connectivityState;

/** A connection that takes longer to connect counts as down, because calls would wait in it until their deadlines. */
const connectMs = 1_000;

/** The events that end a call early. */
type Ending = Pick<CallContext, "signal" | "deadlineMs">;

/** One connection to a core process, with the unary calls that run on it. It reconnects when it is lost. */
export class CoreConnection {
  readonly address: string;
  readonly client: Client;
  #inFlight = 0;
  #connecting: Promise<void> | undefined;
  /** The last attempt to connect took too long, and the connection is still down. */
  #late = false;
  #idle: (() => void) | undefined;

  constructor(address: string, credentials: ChannelCredentials, options: ChannelOptions) {
    this.address = address;
    this.client = new Client(`dns:///${address}`, credentials, options);
  }

  /** Tells whether the connection may be up. Connects if it is idle. */
  get isUp(): boolean {
    const state = this.client.getChannel().getConnectivityState(true);
    if (state === READY) this.#late = false;
    return state !== TRANSIENT_FAILURE && !this.#late;
  }

  /**
   * Runs a call. The call waits up to a second while the connection is being made.
   * @throws Failure UNAVAILABLE when the connection cannot be made
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

  /** Resolves when the running calls have ended, at the latest after `timeoutMs`. */
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

  /**
   * Waits for the connection. Also returns when the call has ended or the connection is lost, because gRPC then reports the reason itself.
   */
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

/** Resolves with the promise, or when the call ends first. */
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
