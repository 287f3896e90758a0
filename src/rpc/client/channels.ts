import { type ChannelCredentials, type ChannelOptions, Client, connectivityState } from "@grpc/grpc-js";
import { overloaded } from "../overload.ts";

/** Unary calls at once; as many as `serveRpc` takes on one connection. Beyond it they would wait in the channel without end. */
const callsMax = 10_000;

export interface ChannelSettings {
  readonly addresses: readonly string[];
  readonly messageBytesMax: number;
}

/** DNS names that resolve to several hosts are balanced too; a lost connection is tried again within a second. */
const channelOptions = (messageBytesMax: number): ChannelOptions => ({
  "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  "grpc.max_send_message_length": messageBytesMax,
  "grpc.max_receive_message_length": messageBytesMax,
  "grpc.keepalive_time_ms": 20_000,
  "grpc.keepalive_timeout_ms": 5_000,
  "grpc.keepalive_permit_without_calls": 1,
  "grpc.initial_reconnect_backoff_ms": 50,
  "grpc.max_reconnect_backoff_ms": 1_000,
  "grpc.dns_min_time_between_resolutions_ms": 5_000,
  // The name in the handshake: the address may be an IP address, which is none, and who answers is judged by its certificate.
  "grpc.ssl_target_name_override": "core",
  "grpc.use_local_subchannel_pool": 1,
  // What may be on its way on one stream: the preset of 64 KiB would make a stream of many calls wait for each round trip.
  "grpc-node.flow_control_window": 1_048_576,
});

/** One channel to each address, all with the same certificate, used in turn. */
export class Channels {
  readonly #clients: readonly Client[];
  #turn = 0;
  #inFlight = 0;
  #idle: (() => void) | undefined;

  constructor({ addresses, messageBytesMax }: ChannelSettings, credentials: ChannelCredentials) {
    const options = channelOptions(messageBytesMax);
    this.#clients = addresses.map((address) => new Client(`dns:///${address}`, credentials, options));
  }

  /**
   * Runs a call on the next channel that is not known to be down; on the next one when all are.
   * @throws Failure UNAVAILABLE at once when too many run already
   */
  async run<T>(call: (client: Client) => Promise<T>): Promise<T> {
    if (this.#inFlight >= callsMax) throw overloaded();
    this.#inFlight += 1;
    try {
      return await call(this.#next());
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#idle?.();
    }
  }

  get clients(): readonly Client[] {
    return this.#clients;
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
    for (const client of this.#clients) client.close();
  }

  #next(): Client {
    const count = this.#clients.length;
    const start = this.#turn;
    this.#turn = (start + 1) % count;
    for (let step = 0; step < count; step += 1) {
      const client = this.#clients[(start + step) % count] as Client;
      if (client.getChannel().getConnectivityState(true) !== connectivityState.TRANSIENT_FAILURE)
        return client;
    }
    return this.#clients[start] as Client;
  }
}
