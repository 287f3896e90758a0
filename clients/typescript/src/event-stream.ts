// Events as they happen, from a stream that connects again by itself.
import { following } from "./ending.ts";
import { PdaConnectionError, PdaError, PdaProtocolError } from "./error.ts";
import type { components } from "./gen/types.ts";
import { pause, timerMsMax } from "./pause.ts";
import { isReplayed } from "./retry.ts";
import { type Frame, FrameReader } from "./server-sent-events.ts";

type Event = components["schemas"]["Event"];

/** Which events a stream has. */
export interface EventStreamOptions {
  /** Begins after this event's `cursor`, or after an earlier stream's `position`. `latest`: after the newest event. Default: with the first event. */
  readonly after?: string;
  /** Only events of this type. */
  readonly type?: string;
  /** Ends the stream as `close` does. */
  readonly signal?: AbortSignal;
  /** Milliseconds without a byte after which the connection counts as lost. Default: 45000. */
  readonly silenceMs?: number;
  /** Is told when a connection begins and when it has ended, so that a program can say whether it is up to date. */
  readonly onConnection?: (isConnected: boolean) => void;
}

/**
 * Opens one connection. Resolves to the bytes that come.
 * @throws PdaError, PdaConnectionError or PdaProtocolError
 */
export type OpenConnection = (
  asked: {
    readonly type: string | undefined;
    /** Where the stream was to begin. */
    readonly after: string;
    /** The last identifier that came; undefined before the first one. */
    readonly lastEventId: string | undefined;
  },
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array>>;

const silenceMsDefault = 45_000;
const retryMsDefault = 2_000;
const delayMsMax = 30_000;
const retryAfterMsMax = 3_600_000;

/**
 * The events of the caller as they happen, oldest first, as an async iterable without an end. A connection that ends, breaks or falls silent
 * is replaced by another one, which continues after the last event: nothing is lost, and nothing comes twice. A loop throws PdaError when
 * the service refuses the stream, for instance with 401 or 403. It waits and tries again while the service cannot be reached, or answers
 * 429 or 503. Leave the loop, or call `close`, to end the stream. One loop at a time.
 */
export class EventStream implements AsyncIterable<Event>, AsyncDisposable {
  readonly #open: OpenConnection;
  readonly #address: string;
  readonly #type: string | undefined;
  readonly #silenceMs: number;
  readonly #tell: (isConnected: boolean) => void;
  readonly #closing = new AbortController();
  /** What ends the stream: the caller's signal, its client, or `close`. */
  readonly #ends: readonly AbortSignal[];
  readonly #after: string;
  #lastEventId: string | undefined;
  #retryMs = retryMsDefault;
  /** Connections in a row that brought nothing. */
  #failures = 0;

  constructor(
    open: OpenConnection,
    address: string,
    { after = "", type, signal, silenceMs = silenceMsDefault, onConnection }: EventStreamOptions,
    clientClosing: AbortSignal,
  ) {
    if (!(silenceMs > 0)) throw new TypeError(`silenceMs has to be above 0, not ${silenceMs}`);
    this.#open = open;
    this.#address = address;
    this.#type = type;
    this.#silenceMs = silenceMs;
    this.#tell = onConnection ?? (() => undefined);
    this.#after = after;
    this.#ends = [this.#closing.signal, clientClosing, ...(signal ? [signal] : [])];
  }

  /**
   * Where to resume: an opaque text of at most 512 characters to store and to give to a new stream as `after`. An event is behind the
   * position when the loop asks for the next one, so an event whose handling failed comes again.
   */
  get position(): string {
    return this.#lastEventId ?? this.#after;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    const { signal: closed, leave } = following(this.#ends);
    try {
      while (!closed.aborted) {
        let delayMs = 0;
        try {
          yield* this.#connection(closed);
        } catch (error) {
          // An error of the loop's own body does not arrive here: it ends the generator.
          if (closed.aborted) return;
          delayMs = this.#delayAfter(error);
        }
        await pause(Math.max(delayMs, this.#backoffMs()), closed);
      }
    } finally {
      leave();
    }
  }

  /** Ends the loop. What it has got of the connection is not lost: the next stream continues at `position`. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.resolve();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async *#connection(closed: AbortSignal): AsyncGenerator<Event> {
    this.#failures += 1;
    const asked = { type: this.#type, after: this.#after, lastEventId: this.#lastEventId };
    const pieces = (await this.#open(asked, closed)).getReader();
    // Cancels the body itself: a signal that was given to fetch may have no effect after a garbage collection.
    const end = () => void pieces.cancel().catch(() => undefined);
    closed.addEventListener("abort", end, { once: true });
    const frames = new FrameReader();
    try {
      this.#tell(true);
      while (!closed.aborted) {
        const piece = await this.#next(pieces, end);
        if (piece === undefined) return;
        for (const { frame, event } of this.#framesOf(frames, piece)) {
          this.#failures = 0;
          if (frame.retryMs !== undefined) this.#retryMs = Math.min(frame.retryMs, delayMsMax);
          if (event) yield event;
          if (frame.id !== undefined) this.#lastEventId = frame.id;
          if (closed.aborted) return;
        }
      }
    } finally {
      closed.removeEventListener("abort", end);
      end();
      this.#tell(false);
    }
  }

  /** The time while the loop works on an event does not count as silence. */
  async #next(
    pieces: ReadableStreamDefaultReader<Uint8Array>,
    end: () => void,
  ): Promise<Uint8Array | undefined> {
    const timer = setTimeout(end, Math.min(this.#silenceMs, timerMsMax));
    try {
      return (await pieces.read()).value;
    } catch (error) {
      throw new BrokenConnection("the connection broke", { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #framesOf(reader: FrameReader, piece: Uint8Array): { frame: Frame; event: Event | undefined }[] {
    try {
      return reader.read(piece).map((frame) => ({
        frame,
        event: frame.data === "" ? undefined : (JSON.parse(frame.data) as Event),
      }));
    } catch {
      throw new PdaProtocolError(200, this.#address);
    }
  }

  /** Returns the least time before the next connection. @throws the error if another connection would not help */
  #delayAfter(error: unknown): number {
    if (error instanceof BrokenConnection) return 0;
    if (error instanceof PdaConnectionError && error.reason !== "certificate") return 0;
    const isRefusal = error instanceof PdaError;
    const isAnswer = isRefusal || error instanceof PdaProtocolError;
    if (isAnswer && (isPassing(error.status) || (isRefusal && isReplayed(error.reason))))
      return Math.min((error.retryAfter ?? 0) * 1000, retryAfterMsMax);
    throw error;
  }

  /** As the service says, twice as long after each connection that brought nothing, with jitter so that streams do not come in step. */
  #backoffMs(): number {
    const ms = this.#retryMs * 2 ** Math.min(Math.max(this.#failures - 1, 0), 20);
    return Math.min(ms, delayMsMax) * (1 + Math.random() / 4);
  }
}

/** A connection ended otherwise than in order. */
class BrokenConnection extends Error {}

/** The service, or a proxy, says that it cannot serve now. */
const isPassing = (status: number): boolean => status === 429 || status >= 500;
