import type { Client, ClientDuplexStream, ServiceError, StatusObject } from "@grpc/grpc-js";
import { CallBatchWriter } from "../dispatch/call-batch.ts";
import { callsPerMessageMax, dispatchPath, messageBytes, principalSlots } from "../dispatch/limits.ts";
import { decodeResultBatch, type ResultBatch, type WireResult } from "../dispatch/result-batch.ts";
import { MalformedBatch } from "../dispatch/wire-reader.ts";
import type { Pending, PendingPlace } from "./pending.ts";
import { PrincipalTable } from "./principal-table.ts";
import { failureOfStatus } from "./status.ts";

const asBuffer = (bytes: Buffer): Buffer => bytes;

/** Longest timeout in the wire format: 2^32 - 1 ms. */
const timeoutMsMax = 4_294_967_295;

/** How a stream ended. */
export interface StreamEnd {
  /** The gRPC code and text of the end. */
  readonly status: Pick<StatusObject, "code" | "details">;
  /** Calls without an answer. */
  readonly open: Pending[];
}

/** Receives the events of a stream. */
export interface StreamOwner {
  /** The core accepted the stream. */
  opened(stream: DispatchStream): void;
  /** The stream has room for more calls. */
  roomy(stream: DispatchStream): void;
  /** The core accepts no new calls on the stream. */
  draining(stream: DispatchStream): void;
  /** The core reports how far business time is ahead. */
  clockAhead(seconds: number): void;
  streamEnded(stream: DispatchStream, end: StreamEnd): void;
}

/**
 * One stream to one core process. Calls of one turn of the event loop leave in one message at the end of that turn. While the connection
 * accepts no more data, calls gather.
 */
export class DispatchStream implements PendingPlace {
  readonly #owner: StreamOwner;
  readonly #stream: ClientDuplexStream<Buffer, Buffer>;
  readonly #writer = new CallBatchWriter();
  readonly #methods = new Map<string, number>();
  readonly #principals = new PrincipalTable(principalSlots);
  /** Calls by number. A number is used again only after its result has come, even when the caller no longer waits. */
  readonly #open: (Pending | undefined)[] = [];
  readonly #free: number[] = [];
  #unsent: Pending[] = [];
  #cancelled: number[] = [];
  /** `retired` accepts no new calls; `closing` has told the core that no more messages come. */
  #state: "opening" | "ready" | "retired" | "closing" | "ended" = "opening";
  #inFlight = 0;
  /** The calls in flight whose caller still waits. */
  #wanted = 0;
  #max: number;
  #scheduled = false;
  #blocked = false;
  #process = "";
  #openedMs: number | undefined;
  readonly #over = Promise.withResolvers<void>();

  constructor(client: Client, inFlightMax: number, owner: StreamOwner) {
    this.#owner = owner;
    this.#max = inFlightMax;
    const stream = client.makeBidiStreamRequest(dispatchPath, asBuffer, asBuffer);
    this.#stream = stream;
    stream.on("data", (bytes: Buffer) => this.#receive(bytes));
    stream.on("drain", () => {
      this.#blocked = false;
      this.#flush();
    });
    // The status event that follows carries the cause.
    stream.on("error", (_error: ServiceError) => undefined);
    stream.on("status", (status: StatusObject) => this.#end(status));
  }

  /** Tells whether the stream accepts a call now. */
  get hasRoom(): boolean {
    return this.#state === "ready" && this.#inFlight < this.#max;
  }

  get isReady(): boolean {
    return this.#state === "ready";
  }

  /** The name of the core process, once the stream is ready; empty when the core does not report it. */
  get process(): string {
    return this.#process;
  }

  /** Milliseconds since the core accepted the stream; undefined before that. */
  get readyMs(): number | undefined {
    return this.#openedMs === undefined ? undefined : performance.now() - this.#openedMs;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Sends a call. Only allowed while `hasRoom` is true. */
  send(call: Pending): void {
    const id = this.#free.pop() ?? this.#open.length;
    this.#open[id] = call;
    this.#inFlight += 1;
    this.#wanted += 1;
    call.id = id;
    call.place = this;
    call.sent = false;
    this.#unsent.push(call);
    this.#schedule();
  }

  leave(call: Pending): void {
    if (!this.#isLive() || this.#open[call.id] !== call) return;
    this.#wanted -= 1;
    // An unsent call is dropped when its turn to be sent comes.
    if (call.sent) this.#cancelled.push(call.id);
    this.#schedule();
  }

  /** Accepts no more calls and ends the stream when no caller waits any more. Resolves when the stream has ended. */
  retire(): Promise<void> {
    if (this.#state === "opening") this.cancel();
    if (this.#state === "ready") {
      this.#state = "retired";
      this.#endIfDone();
    }
    return this.#over.promise;
  }

  /** Ends the stream now, with the calls that it carries. */
  cancel(): void {
    this.#stream.cancel();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Runs after the turn's input has been handled. Calls that came in together leave together, without a timer.
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    const calls = this.#unsent;
    const before = this.#inFlight;
    let at = 0;
    while (!this.#blocked && this.#isLive() && (at < calls.length || this.#cancelled.length > 0)) {
      for (const id of this.#cancelled) this.#writer.cancelled(id);
      this.#cancelled = [];
      const end = Math.min(calls.length, at + callsPerMessageMax);
      const now = Date.now();
      for (; at < end && this.#writer.size < messageBytes; at += 1) this.#encode(calls[at] as Pending, now);
      if (this.#writer.size === 0) continue;
      this.#principals.nextMessage();
      this.#blocked = !this.#stream.write(this.#writer.take());
    }
    this.#unsent = at === calls.length ? [] : calls.slice(at);
    if (this.#state === "ready" && this.#inFlight < before) this.#owner.roomy(this);
    this.#endIfDone();
  }

  #encode(call: Pending, now: number): void {
    const { context } = call;
    const timeoutMs = Math.min(Math.ceil(call.deadlineMs) - now, timeoutMsMax);
    if (timeoutMs <= 0) call.expire();
    if (call.settled) {
      this.#release(call.id);
      return;
    }
    call.sent = true;
    this.#writer.call({
      id: call.id,
      method: this.#methodOf(call.path),
      principal: this.#principals.slotOf(context.principal, this.#setPrincipal),
      requestId: context.requestId,
      timeoutMs,
      idempotencyKey: context.idempotencyKey,
      request: call.request,
      address: context.address,
      traceparent: context.traceparent,
    });
  }

  readonly #setPrincipal = (slot: number, encoded: Uint8Array): void => {
    this.#writer.principal(slot, encoded);
  };

  #methodOf(path: string): number {
    const known = this.#methods.get(path);
    if (known !== undefined) return known;
    const method = this.#methods.size;
    this.#methods.set(path, method);
    this.#writer.method(path);
    return method;
  }

  #receive(bytes: Buffer): void {
    let batch: ResultBatch;
    try {
      batch = decodeResultBatch(bytes);
    } catch (error) {
      if (!(error instanceof MalformedBatch)) throw error;
      this.cancel();
      return;
    }
    if (this.#state === "opening" && batch.inFlightMax > 0) {
      this.#state = "ready";
      this.#openedMs = performance.now();
      this.#process = batch.process;
      this.#max = Math.min(this.#max, batch.inFlightMax);
      this.#owner.opened(this);
    }
    if (batch.clockAheadSeconds > 0) this.#owner.clockAhead(batch.clockAheadSeconds);
    for (const result of batch.results) this.#settle(result);
    if (batch.draining) {
      this.#owner.draining(this);
      void this.retire();
      return;
    }
    if (this.#state === "ready") this.#owner.roomy(this);
    else this.#endIfDone();
  }

  #settle({ id, response, status, replayed }: WireResult): void {
    const call = this.#open[id];
    if (!call?.sent) return;
    this.#release(id);
    if (!call.settled) this.#wanted -= 1;
    if (status === undefined) call.succeed({ response, replayed });
    else call.fail(failureOfStatus(status));
  }

  #release(id: number): void {
    this.#open[id] = undefined;
    this.#free.push(id);
    this.#inFlight -= 1;
  }

  #isLive(): boolean {
    return this.#state === "ready" || this.#state === "retired";
  }

  #endIfDone(): void {
    if (this.#state !== "retired" || this.#wanted > 0) return;
    this.#state = "closing";
    if (this.#inFlight === 0) this.#stream.end();
    else this.#stream.cancel();
  }

  #end(status: StatusObject): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    const open = this.#open.filter((call) => call !== undefined && !call.settled) as Pending[];
    this.#open.length = 0;
    this.#unsent = [];
    this.#over.resolve();
    this.#owner.streamEnded(this, { status, open });
  }
}
