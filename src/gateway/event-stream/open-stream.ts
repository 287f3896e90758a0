import { ListEventsRequest } from "../../../gen/ts/pda/event/v1/event_service.ts";
import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { CoreClient } from "../../rpc/client.ts";
import { Failure } from "../../rpc/failure.ts";
import { pageSizes } from "../../rpc/page-parts.ts";
import { connectionOf } from "../connection.ts";
import type { Exchange } from "../exchange.ts";
import { checkRoom } from "../large-answer.ts";
import { type Frames, HEARTBEAT, type PageFrames } from "./frames.ts";

/** While the core is away a stream stays open for this time, and asks again so often. */
const patienceMs = 30_000;
const retryMs = 1_000;
/** What passes when the core is back, or the load is lower. */
const passing = new Set<string>(["UNAVAILABLE", "DEADLINE_EXCEEDED", "RATE_LIMITED"]);

/** Media type of a stream. */
export const EVENT_STREAM = "text/event-stream";

/** What the streams of a gateway share. */
export interface StreamSetting {
  readonly core: Pick<CoreClient, "call">;
  readonly frames: Frames;
  /** gRPC path of the list. */
  readonly path: string;
  readonly deadlineMsMax: number;
  readonly lifeMs: number;
  readonly heartbeatMs: number;
  /** Asks for a turn to read. */
  readonly due: (stream: OpenStream) => void;
  /** Called once, when the stream has ended. */
  readonly ended: (stream: OpenStream, failure: Failure | undefined) => void;
}

/** One open stream of events. It holds one page at most, and reads the next one when the caller has taken it. */
export class OpenStream {
  readonly exchange: Exchange;
  readonly principal: Principal;
  readonly #setting: StreamSetting;
  readonly #request: ListEventsRequest;
  #pageToken: string;
  readonly #size: number;
  readonly #endsAt: number;
  #heartbeatAt = 0;
  /** `opening` until the head is written. */
  #state: "opening" | "idle" | "due" | "reading" | "writing" | "ended" = "opening";
  /** There may be events that no page has had. */
  #isNews = false;
  #failingSince: number | undefined;
  #retryAt = 0;

  constructor(exchange: Exchange, principal: Principal, request: ListEventsRequest, setting: StreamSetting) {
    this.exchange = exchange;
    this.principal = principal;
    this.#setting = setting;
    this.#request = request;
    this.#pageToken = request.pageToken;
    this.#size = request.pageSize === 0 ? pageSizes.preset : Math.min(request.pageSize, pageSizes.max);
    this.#endsAt = Math.min(Date.now() + setting.lifeMs, endOf(principal));
    exchange.signal.addEventListener("abort", () => this.#leave(undefined));
  }

  /**
   * Reads the first page and writes the head, so that a refusal is an ordinary answer.
   * @throws Failure, after which the stream is not open
   */
  async open(): Promise<void> {
    try {
      const page = await this.#page(this.exchange.deadlineMs);
      // The stream may have ended when the page was already on its way.
      this.exchange.signal.throwIfAborted();
      this.exchange.liftDeadline();
      this.#writeHead();
      if (this.exchange.request.method === "HEAD") {
        this.exchange.response.end();
        this.#leave(undefined);
        return;
      }
      this.#isNews ||= page.mayGoOn;
      this.#write(this.#setting.frames.first(page));
    } catch (error) {
      this.#leave(undefined);
      throw error;
    }
  }

  /** Tells that there may be new events. */
  wake(): void {
    this.#isNews = true;
    if (this.#state === "idle") this.#askTurn();
  }

  /** Reads and writes one page. Resolves when the page is read. */
  async read(): Promise<void> {
    if (this.#state !== "due") return;
    this.#state = "reading";
    this.#isNews = false;
    try {
      const page = await this.#page(Date.now() + this.#setting.deadlineMsMax);
      // An end, or the caller's, has changed the state meanwhile.
      if (this.#hasEnded()) return;
      this.#failingSince = undefined;
      this.#isNews ||= page.mayGoOn;
      if (page.text === "") this.#rest();
      else this.#write(page.text);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Does what is due at this time. */
  tick(now: number): void {
    if (now >= this.#endsAt && this.#state !== "opening") this.end();
    else if (this.#state !== "idle") return;
    else if (this.#retryAt !== 0 && now >= this.#retryAt) this.#askTurn();
    else if (now >= this.#heartbeatAt) this.#write(HEARTBEAT);
  }

  /** Ends the stream. The caller connects again and goes on. @param failure why, if something is wrong */
  end(failure?: Failure): void {
    if (this.#hasEnded()) return;
    const { response } = this.exchange;
    // A caller that is refused gets nothing more of what it has not taken.
    if (failure && this.#state === "writing") response.destroy();
    else if (this.#state !== "opening") response.end();
    else this.exchange.signal.abort(failure ?? new Failure("SHUTTING_DOWN", { retryAfterSeconds: 1 }));
    this.#leave(failure);
  }

  async #page(deadlineMs: number): Promise<PageFrames> {
    const { core, frames, path } = this.#setting;
    const { requestId, signal, address } = this.exchange;
    const request = { ...this.#request, pageToken: this.#pageToken, waitSeconds: 0 };
    const context = { requestId, principal: this.principal, deadlineMs, signal, address };
    this.exchange.forwarded = true;
    const { response } = await core.call(path, ListEventsRequest.encode(request).finish(), context);
    const page = frames.of(response, this.#size);
    checkRoom(this.exchange, page.text.length);
    // Only now, so that a page without room is read again.
    this.#pageToken = page.nextPageToken;
    return page;
  }

  #writeHead(): void {
    const { response, request, requestId, standing, headers } = this.exchange;
    // Nothing follows a stream on its connection.
    connectionOf(request.socket)?.drain();
    response.shouldKeepAlive = false;
    const own = ["Content-Type", EVENT_STREAM, "Cache-Control", "no-store", "X-Accel-Buffering", "no"];
    response.writeHead(200, [...standing.list, ...headers, "X-Request-ID", requestId, ...own]);
  }

  #write(text: string): void {
    this.#state = "writing";
    const { exchange } = this;
    const bytes = Buffer.from(text);
    exchange.hold(bytes.length);
    exchange.response.write(bytes, () => {
      exchange.release(bytes.length);
      if (this.#state === "writing") this.#rest();
    });
  }

  #rest(): void {
    this.#state = "idle";
    this.#heartbeatAt = Date.now() + this.#setting.heartbeatMs;
    if (this.#isNews) this.#askTurn();
  }

  #askTurn(): void {
    this.#state = "due";
    this.#retryAt = 0;
    this.#setting.due(this);
  }

  #fail(error: unknown): void {
    if (this.#hasEnded()) return;
    const failure = error instanceof Failure ? error : new Failure("INTERNAL", { cause: error });
    const now = Date.now();
    this.#failingSince ??= now;
    if (!passing.has(failure.entry) || now - this.#failingSince > patienceMs) {
      this.end(failure);
      return;
    }
    this.#state = "idle";
    this.#retryAt = now + retryMs;
  }

  #hasEnded(): boolean {
    return this.#state === "ended";
  }

  #leave(failure: Failure | undefined): void {
    if (this.#hasEnded()) return;
    this.#state = "ended";
    this.#setting.ended(this, failure);
  }
}

/** The caller connects again with another token, which shows whether its issuer still lets it. */
const endOf = ({ tokenExpireTime }: Principal): number =>
  tokenExpireTime === undefined ? Number.POSITIVE_INFINITY : Number(tokenExpireTime.seconds) * 1_000;
