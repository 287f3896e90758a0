import { type Client, status } from "@grpc/grpc-js";
import { catalogue } from "../../../gen/errors/catalogue.ts";
import { operations } from "../../../gen/rest/operations.ts";
import { rpcClientDuration } from "../../telemetry.ts";
import type { CallContext, CallResult } from "../call.ts";
import { codeWord } from "../code-word.ts";
import { Deadlines } from "../dispatch/deadlines.ts";
import { inFlightMax, requestBytesMax, waitingMax } from "../dispatch/limits.ts";
import { Failure } from "../failure.ts";
import { overloaded } from "../overload.ts";
import { DispatchStream, type StreamEnd, type StreamOwner } from "./dispatch-stream.ts";
import { type CallObserver, Pending, type Place } from "./pending.ts";
import { Waiting } from "./waiting.ts";

const readOnly = new Map(operations.map((operation) => [operation.path, operation.readOnly]));

/** The other end does not serve the stream to us: asked again after a while, because a newer core may. */
const refusals: readonly number[] = [status.UNIMPLEMENTED, status.PERMISSION_DENIED, status.UNAUTHENTICATED];
const backoffMinMs = 50;
const backoffMaxMs = 1_000;

export interface DispatcherOptions {
  /** Open calls on one stream; the core may allow fewer. */
  readonly inFlightMax?: number;
  /** Calls that wait while all streams are full; the next are refused. */
  readonly waitingMax?: number;
  /** When a core that refused the stream is asked again; a minute unless given. */
  readonly refusedRetryMs?: number;
}

/** An address and its stream, if there is one. */
interface Link {
  readonly client: Client;
  stream: DispatchStream | undefined;
  /** No earlier attempt to open one, in milliseconds since the epoch. */
  nextAttemptMs: number;
  backoffMs: number;
}

type Unary = (path: string, request: Uint8Array, context: CallContext) => Promise<CallResult>;

/**
 * Calls the core over one stream to each address. A call goes to the stream with the fewest open calls; when all are full it waits its
 * turn, and when too many wait it is refused. While no stream is open (at first, or with a core that has none) calls go as unary ones,
 * so that nothing waits for a stream.
 */
export class Dispatcher implements StreamOwner, CallObserver, Place {
  readonly #unary: Unary;
  readonly #inFlightMax: number;
  readonly #refusedRetryMs: number;
  readonly #waiting: Waiting<Pending>;
  readonly #deadlines = new Deadlines();
  readonly #streams = new Set<DispatchStream>();
  #links: Link[] = [];
  #turn = 0;
  /** Calls without an answer. */
  #running = 0;
  #idle: (() => void) | undefined;
  #closed = false;

  constructor(unary: Unary, options: DispatcherOptions = {}) {
    this.#unary = unary;
    this.#inFlightMax = options.inFlightMax ?? inFlightMax;
    this.#refusedRetryMs = options.refusedRetryMs ?? 60_000;
    this.#waiting = new Waiting(options.waitingMax ?? waitingMax);
  }

  /**
   * New calls use these channels from now on. Resolves when the streams on the former ones have ended; `drainMs` later they are ended
   * with whatever they carry.
   */
  async use(clients: readonly Client[], drainMs: number): Promise<void> {
    const former = this.#links.flatMap(({ stream }) => (stream ? [stream] : []));
    this.#links = clients.map((client) => ({
      client,
      stream: undefined,
      nextAttemptMs: 0,
      backoffMs: backoffMinMs,
    }));
    this.#pump();
    await retired(former, drainMs);
  }

  /** Calls as `CoreClient.call` says. */
  call(path: string, request: Uint8Array, context: CallContext): Promise<CallResult> {
    const stream = this.#pick();
    if (request.length > requestBytesMax || !readOnly.has(path) || (!stream && !this.#isOpen()))
      return this.#unary(path, request, context);
    return new Promise((resolve, reject) => {
      if (context.signal.aborted) {
        reject(context.signal.reason);
        return;
      }
      const call = new Pending({ path, request, context }, this, resolve, reject);
      this.#running += 1;
      this.#deadlines.add(call);
      this.#submit(call, stream);
    });
  }

  /** Ends when the calls that run have ended, at the latest after `drainMs`. */
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
    this.#links = [];
    this.#pump();
    await retired([...this.#streams], Math.max(0, until - Date.now()));
    this.#deadlines.close();
  }

  // What happens to streams.

  roomy(stream: DispatchStream): void {
    const link = this.#links.find((each) => each.stream === stream);
    if (link) link.backoffMs = backoffMinMs;
    this.#pump();
  }

  draining(stream: DispatchStream): void {
    this.#forget(stream, false);
  }

  /** A call that waits for room is no longer wanted. */
  leave(call: Pending): void {
    this.#waiting.delete(call);
  }

  streamEnded(stream: DispatchStream, end: StreamEnd): void {
    const { code, details } = end.status;
    this.#streams.delete(stream);
    this.#forget(stream, !end.wasReady && refusals.includes(code));
    for (const call of end.open) {
      if (call.sent && (call.repeated || !isRepeatable(call))) {
        const cause = new Error(`the stream to the core ended: ${code} ${details}`);
        call.fail(new Failure("UNAVAILABLE", { cause }));
        continue;
      }
      call.repeated ||= call.sent;
      this.#submit(call, this.#pick());
    }
    this.#pump();
  }

  callEnded(call: Pending, error: unknown): void {
    this.#running -= 1;
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

  #forget(stream: DispatchStream, refused: boolean): void {
    const link = this.#links.find((each) => each.stream === stream);
    if (!link) return;
    link.stream = undefined;
    link.nextAttemptMs = Date.now() + (refused ? this.#refusedRetryMs : link.backoffMs);
    link.backoffMs = Math.min(link.backoffMs * 2, backoffMaxMs);
  }

  // Where calls go.

  #submit(call: Pending, stream: DispatchStream | undefined): void {
    if (stream) stream.send(call);
    else if (this.#closed) call.fail(new Failure("UNAVAILABLE", { reason: "SHUTTING_DOWN" }));
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
      const stream = this.#pick();
      if (!stream && this.#isOpen()) return;
      const call = this.#waiting.take();
      if (call) this.#submit(call, stream);
    }
  }

  #isOpen(): boolean {
    return this.#links.some(({ stream }) => stream?.isReady);
  }

  /** The stream with the fewest open calls that has room, in turn when several have. Opens those that are missing. */
  #pick(): DispatchStream | undefined {
    const links = this.#links;
    const count = links.length;
    let best: DispatchStream | undefined;
    for (let step = 0; step < count; step += 1) {
      const link = links[(this.#turn + step) % count] as Link;
      if (!link.stream) this.#open(link);
      else if (link.stream.hasRoom && (!best || link.stream.inFlight < best.inFlight)) best = link.stream;
    }
    this.#turn = (this.#turn + 1) % Math.max(1, count);
    return best;
  }

  #open(link: Link): void {
    if (Date.now() < link.nextAttemptMs) return;
    link.stream = new DispatchStream(link.client, this.#inFlightMax, this);
    this.#streams.add(link.stream);
  }
}

/** Sent twice, it has its effect once. */
function isRepeatable(call: Pending): boolean {
  return call.context.idempotencyKey !== undefined || readOnly.get(call.path) === true;
}

async function retired(streams: readonly DispatchStream[], drainMs: number): Promise<void> {
  const force = setTimeout(() => {
    for (const stream of streams) stream.cancel();
  }, drainMs);
  await Promise.all(streams.map((stream) => stream.retire()));
  clearTimeout(force);
}
