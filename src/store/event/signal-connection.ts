import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { openClient } from "../database.ts";

/** Connections of a process for signals, in addition to its pools. */
export const signalConnections = 1;
/** Pauses between attempts to connect. */
const pauseMinMs = 100;
const pauseMaxMs = 5_000;
/** An answer that takes longer means that the connection is lost. */
const answerMs = 5_000;
/** A lost connection is noticed within this time and `answerMs`. */
const beatMs = 5_000;
/** How long the server may take to close the connection. */
const endMs = 1_000;

/** What a connection for signals is made for. */
export interface SignalConnectionOptions {
  readonly url: string;
  readonly channels: readonly string[];
  /** Receives each notification on the channels. */
  readonly heard: (channel: string, payload: string) => void;
  /** Called after the connection listens, also again after it was lost. What was notified in between was not heard. */
  readonly listening: () => void;
  /** Called every five seconds while the connection listens. */
  readonly beat: () => Promise<unknown>;
  readonly onError: (error: Error) => void;
}

/** One connection that listens to channels of PostgreSQL and sends short statements. It reconnects until it is closed. */
export class SignalConnection implements AsyncDisposable {
  readonly #options: SignalConnectionOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #client: pg.Client | undefined;

  constructor(options: SignalConnectionOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Runs a statement. @returns its rows; undefined while there is no connection, or when the connection was lost before the answer */
  async query<R extends object>(text: string, values: readonly unknown[] = []): Promise<R[] | undefined> {
    const client = this.#client;
    if (!client) return undefined;
    try {
      return (await client.query<R>(text, [...values])).rows;
    } catch (error) {
      // A server that refuses a statement answers; every other error means that the connection is lost.
      if (!(error instanceof pg.DatabaseError)) cut(client);
      this.#options.onError(error as Error);
      return undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    for (let pauseMs = pauseMinMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, pauseMaxMs)) {
      try {
        await this.#listen(signal, () => {
          pauseMs = pauseMinMs;
        });
      } catch (error) {
        this.#options.onError(error as Error);
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Listens until the connection is lost or closed. */
  async #listen(signal: AbortSignal, connected: () => void): Promise<void> {
    const { url, channels, heard, listening, beat } = this.#options;
    const client = openClient({ url, answerMs });
    const lost = Promise.withResolvers<void>();
    client.on("error", (error) => {
      this.#options.onError(error);
      lost.resolve();
    });
    client.on("end", () => lost.resolve());
    client.on("notification", ({ channel, payload = "" }) => heard(channel, payload));
    const stop = (): void => lost.resolve();
    signal.addEventListener("abort", stop, { once: true });
    try {
      await client.connect();
      await client.query(channels.map((channel) => `listen ${channel}`).join(";"));
      this.#client = client;
      connected();
      listening();
      const beating = setInterval(() => void beat(), beatMs);
      await lost.promise.finally(() => clearInterval(beating));
    } finally {
      signal.removeEventListener("abort", stop);
      this.#client = undefined;
      await Promise.race([client.end(), sleep(endMs, undefined, { ref: false })]).catch(() => undefined);
      cut(client);
    }
  }
}

/** Closes a connection without a word to the server. */
function cut(client: pg.Client): void {
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy();
}
