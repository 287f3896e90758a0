import { status } from "@grpc/grpc-js";
import { catalogue } from "../../../gen/errors/catalogue.ts";
import { operations } from "../../../gen/rest/operations.ts";
import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { rpcClientDuration } from "../../telemetry.ts";
import type { CallContext, CallResult } from "../call.ts";
import type { BusinessClock } from "../business-clock.ts";
import { codeWord } from "../code-word.ts";
import { Deadlines } from "../dispatch/deadlines.ts";
import { requestBytesInFlightMax, requestBytesMax } from "../dispatch/limits.ts";
import { Failure } from "../failure.ts";
import { overloaded } from "../overload.ts";
import { idempotencyCaller } from "../tenant.ts";
import type { Channels } from "./channels.ts";
import type { CoreConnection } from "./connection.ts";
import { DispatchStream, type StreamEnd, type StreamOwner } from "./dispatch-stream.ts";
import { Links, retired } from "./links.ts";
import { type CallListener, Pending, type PendingPlace } from "./pending.ts";
import { Waiting } from "./waiting.ts";

const readOnly = new Map(operations.map((operation) => [operation.path, operation.readOnly]));

export interface DispatcherOptions {
  /** Open calls on one stream; the core may allow fewer. */
  readonly callsInFlightMax: number;
  /** Calls that wait while all streams are full; further calls are refused. */
  readonly callsWaitingMax: number;
  /** Milliseconds after which a core that refused the stream is asked again. */
  readonly refusedRetryMs: number;
  /** Receives the business time that cores report. */
  readonly clock: BusinessClock;
}

type Unary = (path: string, request: Uint8Array, context: CallContext) => Promise<CallResult>;

/**
 * Calls the core over one stream to each address. A call goes to the stream with the fewest open calls. When all streams are full the call
 * waits, and when too many calls wait it is refused. While no stream is open (at the start, or when the core has none), calls are unary, so
 * no call waits for a stream.
 */
export class Dispatcher implements StreamOwner, CallListener, PendingPlace {
  readonly #unary: Unary;
  readonly #inFlightMax: number;
  readonly #refusedRetryMs: number;
  readonly #clock: BusinessClock;
  readonly #waiting: Waiting<Pending>;
  readonly #deadlines = new Deadlines();
  readonly #streams = new Set<DispatchStream>();
  #links: Links | undefined;
  /** Calls without an answer, and the bytes of their requests. */
  #running = 0;
  #bytes = 0;
  #idle: (() => void) | undefined;
  #closed = false;

  constructor(unary: Unary, options: DispatcherOptions) {
    this.#unary = unary;
    this.#inFlightMax = options.callsInFlightMax;
    this.#refusedRetryMs = options.refusedRetryMs;
    this.#clock = options.clock;
    this.#waiting = new Waiting(options.callsWaitingMax);
  }

  /**
   * Uses these channels for new calls. Resolves when the streams on the former channels have ended, at the latest after `drainMs`, when the
   * remaining ones are cancelled.
   */
  async use(channels: Channels, drainMs: number): Promise<void> {
    const former = this.#links?.retire() ?? [];
    const refusedRetryMs = this.#refusedRetryMs;
    const open = (connection: CoreConnection) => this.#open(connection);
    this.#links = new Links({ channels, open, refusedRetryMs, drainMs });
    this.#pump();
    await retired(former, drainMs);
  }

  /** Tells whether a call for this principal would be accepted now; undefined while calls are unary. */
  hasRoomFor(principal: Principal): boolean | undefined {
    if (!this.#isOpen()) return undefined;
    if (this.#bytes >= requestBytesInFlightMax) return false;
    return this.#links?.hasRoom || this.#waiting.hasRoomFor(principal);
  }

  /** Calls an operation as `CoreClient.call` describes. */
  call(path: string, request: Uint8Array, context: CallContext): Promise<CallResult> {
    const stream = this.#links?.pick();
    if (request.length > requestBytesMax || !readOnly.has(path) || (!stream && !this.#isOpen()))
      return this.#unary(path, request, context);
    return new Promise((resolve, reject) => {
      if (context.signal.aborted) {
        reject(context.signal.reason);
        return;
      }
      if (this.#bytes + request.length > requestBytesInFlightMax) {
        reject(overloaded());
        return;
      }
      const call = new Pending({ path, request, context }, this, resolve, reject);
      this.#running += 1;
      this.#bytes += request.length;
      this.#deadlines.add(call);
      this.#submit(call, stream);
    });
  }

  /** Closes the dispatcher when the running calls have ended, at the latest after `drainMs`. */
  async close(drainMs: number): Promise<void> {
    const until = Date.now() + drainMs;
    if (this.#running > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#idle = resolve;
      const timer = setTimeout(resolve, drainMs);
      await promise;
      clearTimeout(timer);
    }
    this.#closed = true;
    this.#links?.retire();
    this.#links = undefined;
    this.#pump();
    await retired([...this.#streams], Math.max(0, until - Date.now()));
    this.#deadlines.close();
  }

  // Events of streams.

  opened(stream: DispatchStream): void {
    this.#links?.opened(stream);
  }

  roomy(): void {
    this.#pump();
  }

  draining(stream: DispatchStream): void {
    this.#links?.draining(stream);
  }

  clockAhead(seconds: number): void {
    this.#clock.note(seconds);
  }

  /** Removes a waiting call that its caller no longer wants. */
  leave(call: Pending): void {
    this.#waiting.delete(call);
  }

  streamEnded(stream: DispatchStream, end: StreamEnd): void {
    const { code, details } = end.status;
    this.#streams.delete(stream);
    this.#links?.ended(stream, end);
    for (const call of end.open) {
      if (call.sent && (call.repeated || !isRepeatable(call))) {
        const cause = Object.assign(new Error(`the stream to the core ended: ${code} ${details}`), { code });
        call.fail(new Failure("UNAVAILABLE", { cause }));
        continue;
      }
      call.repeated ||= call.sent;
      this.#submit(call, this.#links?.pick());
    }
    this.#pump();
  }

  callEnded(call: Pending, error: unknown): void {
    this.#running -= 1;
    this.#bytes -= call.request.length;
    if (this.#running === 0) this.#idle?.();
    this.#deadlines.delete(call);
    if (call.isUnary) return;
    const grpcCode =
      error instanceof Failure
        ? catalogue[error.entry].grpcCode
        : error === undefined
          ? status.OK
          : status.CANCELLED;
    const labels = { method: call.path, code: codeWord(grpcCode) };
    rpcClientDuration.observe(labels, (performance.now() - call.startedMs) / 1000);
  }

  // Choosing the way of a call.

  #submit(call: Pending, stream: DispatchStream | undefined): void {
    if (stream) stream.send(call);
    else if (this.#closed) call.fail(new Failure("SHUTTING_DOWN"));
    else if (!this.#isOpen()) this.#sendUnary(call);
    else if (this.#waiting.add(call)) call.place = this;
    else call.fail(overloaded());
  }

  #sendUnary(call: Pending): void {
    call.isUnary = true;
    call.place = undefined;
    this.#unary(call.path, call.request, call.context).then(
      (result) => call.succeed(result),
      (error: unknown) => call.fail(error),
    );
  }

  #pump(): void {
    while (this.#waiting.size > 0) {
      const stream = this.#links?.pick();
      if (!stream && this.#isOpen()) return;
      const call = this.#waiting.take();
      if (call) this.#submit(call, stream);
    }
  }

  #isOpen(): boolean {
    return this.#links?.isOpen ?? false;
  }

  #open({ client }: CoreConnection): DispatchStream {
    const stream = new DispatchStream(client, this.#inFlightMax, this);
    this.#streams.add(stream);
    return stream;
  }
}

/** Tells whether a call that is sent twice has its effect only once. The key of a caller without a credential has no effect. */
function isRepeatable({ path, context: { idempotencyKey, principal } }: Pending): boolean {
  if (readOnly.get(path) === true) return true;
  return idempotencyKey !== undefined && idempotencyCaller(principal) !== "";
}
