import type { ChannelCredentials, ChannelOptions, Client } from "@grpc/grpc-js";
import type { CallContext } from "../call.ts";
import { requestBytesInFlightMax } from "../dispatch/limits.ts";
import { overloaded } from "../overload.ts";
import { CoreConnection } from "./connection.ts";

export interface ChannelSettings {
  readonly addresses: readonly string[];
  /** Connections to each address. */
  readonly streams: number;
  /** Unary calls at once. Further calls would wait in the channels without a limit. */
  readonly callsMax: number;
  readonly messageBytesMax: number;
  /** A connection that is silent for this time gets a keepalive ping. */
  readonly keepaliveMs: number;
}

/** Balances calls over all hosts of a DNS name, and reconnects within a second. */
const channelOptions = ({ messageBytesMax, keepaliveMs }: ChannelSettings): ChannelOptions => ({
  "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  "grpc.max_send_message_length": messageBytesMax,
  "grpc.max_receive_message_length": messageBytesMax,
  "grpc.keepalive_time_ms": keepaliveMs,
  "grpc.keepalive_timeout_ms": Math.min(5_000, keepaliveMs),
  "grpc.keepalive_permit_without_calls": 1,
  "grpc.initial_reconnect_backoff_ms": 50,
  "grpc.max_reconnect_backoff_ms": 1_000,
  "grpc.dns_min_time_between_resolutions_ms": 5_000,
  // The name in the TLS handshake. The address may be an IP address, which is not a name; the certificate identifies the peer.
  "grpc.ssl_target_name_override": "core",
  "grpc.use_local_subchannel_pool": 1,
  // Flow-control window of one stream. The default of 64 KiB would make a stream of many calls wait for each round trip.
  "grpc-node.flow_control_window": 1_048_576,
});

/** The connections to all addresses, with one certificate. Unary calls use them in turn. */
export class Channels {
  readonly #options: ChannelOptions;
  readonly #callsMax: number;
  readonly #credentials: ChannelCredentials;
  readonly #connections: CoreConnection[];
  /** Replaced connections that still carry calls. */
  readonly #leaving = new Set<CoreConnection>();
  #turn = 0;
  #inFlight = 0;
  #bytes = 0;

  constructor(settings: ChannelSettings, credentials: ChannelCredentials) {
    this.#options = channelOptions(settings);
    this.#callsMax = settings.callsMax;
    this.#credentials = credentials;
    this.#connections = settings.addresses.flatMap((address) =>
      Array.from({ length: settings.streams }, () => this.connect(address)),
    );
  }

  /** Tells whether a unary call would be accepted now. */
  get hasRoom(): boolean {
    return this.#inFlight < this.#callsMax && this.#bytes < requestBytesInFlightMax;
  }

  get connections(): readonly CoreConnection[] {
    return this.#connections;
  }

  /**
   * Runs a call on the next connection that is not down; when all are down, on the next connection.
   * @throws Failure UNAVAILABLE at once when too many calls run already
   */
  async run<T>(
    call: (client: Client) => Promise<T>,
    context: Pick<CallContext, "signal" | "deadlineMs">,
    requestBytes: number,
  ): Promise<T> {
    if (!this.hasRoom) throw overloaded();
    this.#inFlight += 1;
    this.#bytes += requestBytes;
    try {
      return await this.#next().run(call, context);
    } finally {
      this.#inFlight -= 1;
      this.#bytes -= requestBytes;
    }
  }

  /** Makes another connection to an address. It carries no unary calls until it replaces a connection. */
  connect(address: string): CoreConnection {
    return new CoreConnection(address, this.#credentials, this.#options);
  }

  /**
   * Replaces a connection for new calls. The former connection closes when its unary calls have ended, at the latest after `drainMs`, and
   * `ended` has resolved.
   * @param ended the end of everything else that the former connection carries
   */
  async replace(
    former: CoreConnection,
    next: CoreConnection,
    ended: Promise<void>,
    drainMs: number,
  ): Promise<void> {
    this.#connections[this.#connections.indexOf(former)] = next;
    this.#leaving.add(former);
    await Promise.all([former.idle(drainMs), ended]);
    this.#leaving.delete(former);
    former.close();
  }

  /** Resolves when the running calls have ended, at the latest after `timeoutMs`. */
  async idle(timeoutMs: number): Promise<void> {
    await Promise.all([...this.#connections, ...this.#leaving].map((each) => each.idle(timeoutMs)));
  }

  close(): void {
    for (const each of [...this.#connections, ...this.#leaving]) each.close();
  }

  #next(): CoreConnection {
    const count = this.#connections.length;
    const start = this.#turn;
    this.#turn = (start + 1) % count;
    for (let step = 0; step < count; step += 1) {
      const connection = this.#connections[(start + step) % count] as CoreConnection;
      if (connection.isUp) return connection;
    }
    return this.#connections[start] as CoreConnection;
  }
}
