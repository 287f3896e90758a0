import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  jetstream,
  jetstreamManager,
} from "@nats-io/jetstream";
import { headers, type NatsConnection } from "@nats-io/transport-node";
import type { Config } from "../../config.ts";
import type { Logger } from "../../logger.ts";
import { relayEvents } from "./metrics.ts";
import { connectNats } from "./nats-connection.ts";
import { usableStream } from "./nats-stream.ts";
import { type EventSink, type SinkEnd, SinkError, type SinkEvent, type SinkReceipt } from "./sink.ts";

/** How long a server may take to acknowledge. Shorter than the lease of a relay. */
const acknowledgeMs = 5_000;
const closeMs = 2_000;
/** Room for the headers of a message. */
const headerBytes = 512;

const MESSAGE_ID = "Nats-Msg-Id";
const EXPECTED_SEQUENCE = "Nats-Expected-Last-Sequence";
const EXPECTED_ID = "Nats-Expected-Last-Msg-Id";
/** JetStream's code for a message that does not follow the one with the expected identifier; the library does not name it. */
const WRONG_LAST_ID = 10_070;

/** A connection with a stream that can be used. */
interface Open {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly messageBytesMax: number;
  /** Is aborted when the connection is lost. A promise would keep something of every batch that waited for it. */
  readonly lost: AbortSignal;
}

/**
 * A stream of NATS JetStream. Messages are CloudEvents in structured mode. Each message names the sequence and, within a batch, the event
 * that it has to follow. So the server refuses a message when one before it is missing or when somebody else has written, and the stream
 * never has a gap or another order. The sequence alone would let a batch go on behind a foreign message in the place of its first event.
 */
export class NatsSink implements EventSink {
  readonly #settings: Config["relay"];
  readonly #log: Logger;
  #open: Open | undefined;

  constructor(settings: Config["relay"], log: Logger) {
    this.#settings = settings;
    this.#log = log;
  }

  async end(): Promise<SinkEnd> {
    try {
      const { connection } = await this.#opened();
      const manager = await jetstreamManager(connection, { timeout: acknowledgeMs, checkAPI: false });
      const { stream } = this.#settings;
      const { state } = await manager.streams.info(stream);
      if (state.last_seq === 0) return { sequence: 0, eventId: undefined };
      const newest = await manager.streams.getMessage(stream, { seq: state.last_seq });
      return { sequence: state.last_seq, eventId: newest?.header.get(MESSAGE_ID) || undefined };
    } catch (error) {
      await this.#close();
      throw problemOf(error);
    }
  }

  async store(after: number, events: readonly SinkEvent[]): Promise<SinkReceipt> {
    const open = this.#open;
    if (!open || open.connection.isClosed() || open.lost.aborted) return { stored: 0, error: lost() };
    const outcomes = await this.#publishAll(open, after, events);
    const failed = outcomes.findIndex(({ status }) => status === "rejected");
    if (failed === -1) return { stored: events.length, error: undefined };
    await this.#close();
    return { stored: failed, error: problemOf((outcomes[failed] as PromiseRejectedResult).reason) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }

  /** Publishes a batch, and no longer waits for the server once the connection is lost. */
  async #publishAll(
    open: Open,
    after: number,
    events: readonly SinkEvent[],
  ): Promise<PromiseSettledResult<void>[]> {
    const { promise: broken, reject } = Promise.withResolvers<never>();
    const end = () => reject(lost());
    open.lost.addEventListener("abort", end);
    try {
      return await Promise.allSettled(
        events.map((event, index) =>
          Promise.race([this.#publish(open, event, after + index, events[index - 1]), broken]),
        ),
      );
    } finally {
      open.lost.removeEventListener("abort", end);
    }
  }

  async #publish(
    { client, messageBytesMax }: Open,
    event: SinkEvent,
    after: number,
    before: SinkEvent | undefined,
  ): Promise<void> {
    const { eventId, tenantId, type, body, thinBody } = event;
    const bytes = Buffer.byteLength(body);
    const isThin = bytes + headerBytes > messageBytesMax;
    if (isThin)
      this.#log.warn(
        { eventId, bytes, messageBytesMax },
        "an event is too large for the stream and goes without data",
      );
    const own = headers();
    own.set("content-type", "application/cloudevents+json; charset=utf-8");
    own.set(MESSAGE_ID, eventId);
    own.set(EXPECTED_SEQUENCE, String(after));
    if (before) own.set(EXPECTED_ID, before.eventId);
    const { seq } = await client.publish(
      `${this.#settings.subjectPrefix}.${tenantId}.${type}`,
      isThin ? thinBody() : body,
      { headers: own, timeout: acknowledgeMs },
    );
    if (seq !== after + 1) throw diverged(`it stored ${eventId} under ${seq} and not ${after + 1}`);
    relayEvents.inc({ form: isThin ? "without_data" : "whole" });
  }

  async #opened(): Promise<Open> {
    if (this.#open && !this.#open.connection.isClosed()) return this.#open;
    const connection = await connectNats(this.#settings);
    const gone = new AbortController();
    void connection.closed().finally(() => gone.abort());
    try {
      const manager = await jetstreamManager(connection, { timeout: acknowledgeMs, checkAPI: false });
      const { messageBytesMax } = await usableStream(
        manager,
        this.#settings,
        connection.info?.max_payload ?? 0,
      );
      const client = jetstream(connection, { timeout: acknowledgeMs });
      this.#open = { connection, client, messageBytesMax, lost: gone.signal };
      return this.#open;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async #close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, closeMs);
    });
    await Promise.race([open.connection.close(), late]).catch(() => undefined);
    clearTimeout(timer);
  }
}

const lost = (): SinkError =>
  new SinkError("unavailable", "the connection to NATS was lost", "check that the server runs");

const diverged = (what: string, cause?: unknown): SinkError =>
  new SinkError(
    "diverged",
    `the stream has changed: ${what}`,
    "nobody but the relay may publish on its subjects; see the permissions of the NATS server",
    { cause },
  );

function problemOf(error: unknown): SinkError {
  if (error instanceof SinkError) return error;
  const cause = error as Error;
  if (cause instanceof JetStreamApiError) {
    const { code } = cause;
    if (
      code === WRONG_LAST_ID ||
      code === JetStreamApiCodes.StreamWrongLastSequence ||
      code === JetStreamApiCodes.StreamWrongLastSequenceUnknown
    )
      return diverged(cause.message, cause);
    return new SinkError(
      "unavailable",
      `JetStream refuses: ${cause.message}`,
      "see the limits of the stream and of its account; the relay goes on when there is room",
      { cause },
    );
  }
  if (cause.name === "PermissionViolationError" || cause.name === "JetStreamNotEnabled")
    return new SinkError(
      "misconfigured",
      `NATS does not let the relay use JetStream: ${cause.message}`,
      "enable JetStream for the account, and allow the relay its subjects (see docs/operations.md)",
      { cause },
    );
  return new SinkError(
    "unavailable",
    `NATS does not answer: ${cause.message}`,
    "check that the server runs",
    {
      cause,
    },
  );
}
