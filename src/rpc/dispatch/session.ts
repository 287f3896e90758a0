import { type ServerDuplexStream, status } from "@grpc/grpc-js";
import { Status } from "../../../gen/ts/google/rpc/status.ts";
import { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { Logger } from "../../logger.ts";
import type { Caller } from "../authorise.ts";
import { Failure } from "../failure.ts";
import { failedBeforePipeline } from "../observe.ts";
import { overloaded } from "../overload.ts";
import type { Pipeline } from "../pipeline.ts";
import { failureOf } from "../refusal.ts";
import { requestIdOf } from "../request-id.ts";
import { encodeStatus } from "../status.ts";
import { type CallBatch, decodeCallBatch, type WireCall } from "./call-batch.ts";
import type { Deadlines } from "./deadlines.ts";
import { methodsMax, principalSlots } from "./limits.ts";
import { Results } from "./results.ts";
import { Running } from "./running.ts";
import { MalformedBatch } from "./wire-reader.ts";

/** The parts of the server that a session uses. */
export interface SessionOptions {
  readonly pipeline: Pick<Pipeline, "call">;
  /** The tier of the client. */
  readonly peer: string;
  /** The gRPC paths that are served. */
  readonly paths: ReadonlySet<string>;
  readonly deadlines: Deadlines;
  readonly deadlineMsMax: number;
  readonly inFlightMax: number;
  /** The name of this process. */
  readonly process: string;
  /** Seconds by which business time is ahead when the stream opens. */
  readonly clockAheadSeconds: number;
  readonly log: Logger;
  readonly ended: () => void;
}

/** The status for a method that is not served, as gRPC itself answers. */
const unimplemented = Status.encode({ code: status.UNIMPLEMENTED, message: "", details: [] }).finish();

/** The core's end of one stream. Runs each call through the pipeline and sends its result at once. */
export class DispatchSession {
  readonly #stream: ServerDuplexStream<Buffer, Buffer>;
  readonly #options: SessionOptions;
  readonly #results: Results;
  readonly #methods: string[] = [];
  readonly #callers: (Caller | undefined)[] = [];
  /** The running calls by their numbers. */
  readonly #running: (Running | undefined)[] = [];
  #runningCount = 0;
  #finished = false;
  #ended = false;

  constructor(stream: ServerDuplexStream<Buffer, Buffer>, options: SessionOptions) {
    this.#stream = stream;
    this.#options = options;
    this.#results = new Results(stream, options.inFlightMax, options.process);
    if (options.clockAheadSeconds > 0) this.clockAhead(options.clockAheadSeconds);
    stream.on("data", (bytes: Buffer) => this.#receive(bytes));
    stream.on("end", () => {
      this.#finished = true;
      this.#endIfDone();
    });
    stream.on("cancelled", () => this.#end());
    stream.on("error", () => this.#end());
  }

  /** Tells the client how far business time is ahead. */
  clockAhead(seconds: number): void {
    if (!this.#ended) this.#results.clockAhead(seconds);
  }

  /** Asks the client to send new calls elsewhere. */
  drain(): void {
    if (!this.#ended) this.#results.draining();
  }

  #receive(bytes: Buffer): void {
    if (this.#ended) return;
    try {
      this.#begin(decodeCallBatch(bytes));
    } catch (error) {
      if (!(error instanceof MalformedBatch)) throw error;
      this.#options.log.error(
        { err: error, peer: this.#options.peer },
        "dispatch stream ended after a malformed message",
      );
      this.#stream.emit("error", { code: status.INVALID_ARGUMENT, details: error.message });
    }
  }

  #begin({ methods, principals, calls, cancelled }: CallBatch): void {
    this.#methods.push(...methods);
    if (this.#methods.length > methodsMax)
      throw new MalformedBatch(`the stream names more than ${methodsMax} methods`);
    for (const { slot, principal } of principals) {
      if (slot >= principalSlots) throw new MalformedBatch(`slots must be below ${principalSlots}`);
      this.#callers[slot] = callerOf(this.#options.peer, principal);
    }
    // Cancelled before the new calls start, because these may reuse the numbers of earlier calls.
    for (const id of cancelled) this.#running[id]?.cancel();
    const now = Date.now();
    for (const call of calls) this.#start(call, now);
  }

  #start(call: WireCall, now: number): void {
    const { id } = call;
    if (this.#running[id]) throw new MalformedBatch("the number of a new call belongs to an open call");
    const path = this.#methods[call.method];
    if (path === undefined) throw new MalformedBatch("the method of a call is not in the table");
    const caller = this.#callers[call.principal];
    // Each open call has its own number, so a number at or above the limit means too many open calls.
    if (id >= this.#options.inFlightMax) this.#fail(id, overloaded());
    else if (!this.#options.paths.has(path)) this.#results.failed(id, unimplemented);
    else if (!caller)
      this.#fail(
        id,
        new Failure("PRINCIPAL_MISSING", { message: "The call from the gateway has no principal." }),
      );
    else {
      const { deadlineMsMax } = this.#options;
      const timeoutMs = call.timeoutMs === 0 ? deadlineMsMax : Math.min(call.timeoutMs, deadlineMsMax);
      const running = new Running(call, requestIdOf(call.requestId), now + timeoutMs);
      this.#running[id] = running;
      this.#runningCount += 1;
      this.#options.deadlines.add(running);
      void this.#run(running, path, call.request, caller);
    }
  }

  async #run(running: Running, path: string, request: Uint8Array, caller: Caller): Promise<void> {
    try {
      const { response, replayed } = await this.#options.pipeline.call(path, request, caller, running);
      this.#finish(running);
      if (!this.#ended) this.#results.response(running.id, response, replayed);
    } catch (error) {
      this.#finish(running);
      const failure = failureOf(error);
      if (!(error instanceof Failure))
        failedBeforePipeline(this.#options.log, error, failure, { requestId: running.requestId, rpc: path });
      this.#fail(running.id, failure);
    }
    this.#endIfDone();
  }

  #finish(running: Running): void {
    this.#running[running.id] = undefined;
    this.#runningCount -= 1;
    this.#options.deadlines.delete(running);
  }

  #fail(id: number, failure: Failure): void {
    if (!this.#ended) this.#results.failed(id, encodeStatus(failure));
  }

  #endIfDone(): void {
    if (!this.#finished || this.#ended || this.#runningCount > 0) return;
    this.#ended = true;
    this.#options.ended();
    this.#results.end();
  }

  /** Cancels the running calls after the client has gone. */
  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.ended();
    this.#results.discard();
    for (const running of this.#running) running?.cancel();
  }
}

/** Returns the caller of an encoded principal; undefined for malformed bytes, so that its calls are refused. */
function callerOf(peer: string, principal: Uint8Array): Caller | undefined {
  try {
    return { peer, principal: Principal.decode(principal) };
  } catch {
    // As in a unary call, a malformed principal is no principal.
    return undefined;
  }
}
