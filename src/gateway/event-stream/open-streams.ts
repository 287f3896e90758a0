import { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { EventServiceService, ListEventsRequest } from "../../../gen/ts/pda/event/v1/event_service.ts";
import type { Codec } from "../../codec/codec.ts";
import type { Logger } from "../../logger.ts";
import type { CoreClient } from "../../rpc/client.ts";
import { Failure } from "../../rpc/failure.ts";
import { tenantInLog } from "../../rpc/tenant.ts";
import { logFailure } from "../answer.ts";
import { type Exchange, one } from "../exchange.ts";
import { Callers } from "./callers.ts";
import { Frames } from "./frames.ts";
import { EventNews } from "./news.ts";
import { OpenStream, type StreamSetting } from "./open-stream.ts";

/** Open streams of one tenant, or of all callers that see every tenant; and of the process. */
const tenantMax = 16;
const allMax = 2_000;
/** Pages that are read at once. The other calls of the gateway go on beside them. */
const readingMax = 32;
/** A stream ends after this time, so that what its caller may do is judged anew. */
const lifeMs = 15 * 60_000;
/** Proxies cut connections that are silent for a minute. */
const heartbeatMs = 15_000;
const tickMs = 1_000;

export interface OpenStreamsOptions {
  readonly core: Pick<CoreClient, "call">;
  readonly codec: Codec;
  readonly deadlineMsMax: number;
  readonly log: Logger;
  /** Milliseconds; 15 minutes by default. */
  readonly lifeMs?: number;
  /** Milliseconds; at most 15 seconds by default. */
  readonly heartbeatMs?: number;
}

/** Names the header in which the caller has given the place that does not belong to the stream. */
function aboutHeader(error: unknown): unknown {
  return error instanceof Failure && error.reason === "INVALID_PAGE_TOKEN"
    ? Failure.ofField(
        "Last-Event-ID",
        "INVALID_PAGE_TOKEN",
        "It does not belong to these events and this filter. Without it, the stream begins with the first event.",
      )
    : error;
}

/** The open streams of events (Server-Sent Events) of a gateway. While nothing happens they make no calls. */
export class OpenStreams implements Disposable {
  readonly #log: Logger;
  readonly #setting: StreamSetting;
  readonly #news: EventNews;
  readonly #callers: Callers;
  /** By the tenant's name in the log. */
  readonly #open = new Map<string, Set<OpenStream>>();
  readonly #due = new Set<OpenStream>();
  #count = 0;
  #reading = 0;
  #ticking: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: OpenStreamsOptions) {
    const { core, deadlineMsMax, log } = options;
    this.#log = log;
    this.#news = new EventNews(core, {
      tell: (tenants) => this.#wake(tenants),
      isWanted: () => this.#count > 0,
    });
    this.#callers = new Callers(core);
    this.#setting = {
      core,
      deadlineMsMax,
      frames: new Frames(options.codec),
      path: EventServiceService.listEvents.path,
      lifeMs: options.lifeMs ?? lifeMs,
      // The server cuts connections on which nothing moves for longer than an answer may take.
      heartbeatMs: options.heartbeatMs ?? Math.min(heartbeatMs, deadlineMsMax + 5_000),
      due: (stream) => {
        this.#due.add(stream);
        this.#readDue();
      },
      ended: (stream, failure) => this.#ended(stream, failure),
    };
  }

  /**
   * Answers an exchange with a stream. Resolves when the head is written.
   *
   * @param message the encoded request
   * @throws Failure TOO_MANY_WAITING, SHUTTING_DOWN, and the failures of the list; nothing is written then
   */
  async open(exchange: Exchange, principal: Principal, message: Uint8Array): Promise<void> {
    if (this.#closed) throw shuttingDown();
    // A caller that may see no events reads an empty list, under a name that no tenant has.
    const tenant = tenantInLog(principal) ?? "none";
    const streams = this.#open.get(tenant) ?? new Set();
    if (streams.size >= tenantMax)
      throw tooMany(`At most ${tenantMax} streams of a tenant may be open at a gateway.`);
    if (this.#count >= allMax) throw tooMany(`At most ${allMax} streams may be open at a gateway.`);
    const request = ListEventsRequest.decode(message);
    const lastEventId = one(exchange.request.headers["last-event-id"]) ?? "";
    if (lastEventId !== "") request.pageToken = lastEventId;
    const stream = new OpenStream(exchange, principal, request, this.#setting);
    this.#open.set(tenant, streams.add(stream));
    this.#count += 1;
    this.#callers.add(stream);
    this.#ticking ??= setInterval(() => this.#tick(), tickMs).unref();
    void this.#news.follow();
    await stream.open().catch((error: unknown) => {
      throw lastEventId === "" ? error : aboutHeader(error);
    });
  }

  /** Ends all streams. */
  [Symbol.dispose](): void {
    this.#closed = true;
    this.#news.close();
    for (const stream of this.#all()) stream.end();
    clearInterval(this.#ticking);
  }

  *#all(): Iterable<OpenStream> {
    for (const streams of this.#open.values()) yield* streams;
  }

  #wake(tenants: readonly string[] | undefined): void {
    // Callers that see every tenant are under the name "".
    const names = tenants === undefined ? this.#open.keys() : [...tenants, ""];
    for (const name of names) for (const stream of this.#open.get(name) ?? []) stream.wake();
  }

  #readDue(): void {
    for (const stream of this.#due) {
      if (this.#reading >= readingMax) return;
      this.#due.delete(stream);
      this.#reading += 1;
      void stream.read().finally(() => {
        this.#reading -= 1;
        this.#readDue();
      });
    }
  }

  #tick(): void {
    const now = Date.now();
    for (const stream of this.#all()) stream.tick(now);
    void this.#callers.check(now);
  }

  #ended(stream: OpenStream, failure: Failure | undefined): void {
    for (const [name, streams] of this.#open) {
      if (!streams.delete(stream)) continue;
      this.#count -= 1;
      if (streams.size === 0) this.#open.delete(name);
    }
    this.#due.delete(stream);
    this.#callers.delete(stream);
    if (failure) {
      stream.exchange.failure = failure;
      logFailure(stream.exchange, failure, this.#log);
    }
    if (this.#count > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }
}

const shuttingDown = (): Failure => new Failure("SHUTTING_DOWN", { retryAfterSeconds: 1 });

const tooMany = (limit: string): Failure =>
  new Failure("TOO_MANY_WAITING", {
    message: `${limit} Repeat when one of them has ended.`,
    retryAfterSeconds: 1,
  });
