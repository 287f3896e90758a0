import type { Server, ServerWritableStream } from "@grpc/grpc-js";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { Logger } from "../logger.ts";
import { authorise, type Caller } from "./authorise.ts";
import { metadataKeys } from "./call.ts";
import { Failure } from "./failure.ts";
import { grpcErrorOf } from "./grpc-error.ts";
import { failedBeforePipeline } from "./observe.ts";
import { operationAt } from "./operation.ts";
import { failureOf } from "./refusal.ts";
import { requestIdOf } from "./request-id.ts";
import { callerAgain, callerOn, callOn, type StreamCallOptions } from "./stream-call.ts";

/** The caller of a stream of answers, as the stream's service sees it. */
export interface StreamCaller {
  readonly principal: Principal;
  /** Aborts when the caller has gone, and when the core shuts down. */
  readonly signal: AbortSignal;
  /** Calls the operation of the stream for the caller. @throws Failure, and the reason of `signal` */
  call(request: Uint8Array): Promise<Uint8Array>;
  /** Resolves when the caller has taken the message. @throws the reason of `signal` */
  send(message: Uint8Array): Promise<void>;
  /** Checks once more that the caller may call the operation. @throws Failure UNAUTHENTICATED, PERMISSION_DENIED */
  recheck(): Promise<void>;
}

/** A stream of answers to one request. */
export interface ServedStream {
  /** gRPC path of the stream. */
  readonly path: string;
  /** gRPC path of the operation that the stream calls. */
  readonly calls: string;
  /** Sends the answers. The stream ends when the promise is settled, with the error if it is rejected. */
  readonly run: (request: Buffer, caller: StreamCaller) => Promise<void>;
}

export interface AnswerStreamOptions extends StreamCallOptions {
  readonly log: Logger;
}

/** The open streams of answers of a core. */
export interface AnswerStreams {
  /** Ends the streams with UNAVAILABLE. The caller continues on another core. */
  drain(): void;
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Adds streams of answers. Each call of a stream passes through the same pipeline as a call by itself. */
export function addAnswerStreams(
  server: Server,
  streams: readonly ServedStream[],
  options: AnswerStreamOptions,
): AnswerStreams {
  const open = new Set<AnswerStream>();
  let draining = false;
  const codec = {
    requestSerialize: asBuffer,
    requestDeserialize: asBuffer,
    responseSerialize: asBuffer,
    responseDeserialize: asBuffer,
  };
  for (const served of streams) {
    const { path } = served;
    const begin = (stream: ServerWritableStream<Buffer, Buffer>): void => {
      const session = new AnswerStream(served, stream, options);
      open.add(session);
      void session.run().finally(() => open.delete(session));
      if (draining) session.drain();
    };
    server.addService(
      { [path]: { path, requestStream: false, responseStream: true, ...codec } },
      { [path]: begin },
    );
  }
  return {
    drain() {
      draining = true;
      for (const session of open) session.drain();
    },
  };
}

/** One open stream. */
class AnswerStream implements StreamCaller {
  readonly #served: ServedStream;
  readonly #stream: ServerWritableStream<Buffer, Buffer>;
  readonly #options: AnswerStreamOptions;
  readonly #requestId: string;
  readonly #gone = new AbortController();
  #caller: Caller | undefined;

  constructor(
    served: ServedStream,
    stream: ServerWritableStream<Buffer, Buffer>,
    options: AnswerStreamOptions,
  ) {
    this.#served = served;
    this.#stream = stream;
    this.#options = options;
    this.#requestId = requestIdOf(stream.metadata.get(metadataKeys.requestId)[0]);
    const abandon = (): void => this.#gone.abort(new Failure("CANCELLED"));
    stream.on("cancelled", abandon);
    stream.on("error", abandon);
  }

  get principal(): Principal {
    return this.#identified.principal;
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Runs the stream to its end. Never rejects. */
  async run(): Promise<void> {
    try {
      this.#caller = await callerOn(this.#calling, this.#options);
      await this.#served.run(this.#stream.request, this);
      this.#stream.end();
    } catch (error) {
      if (this.#stream.cancelled) return;
      const failure = failureOf(error);
      if (!(error instanceof Failure))
        failedBeforePipeline(this.#options.log, error, failure, {
          requestId: this.#requestId,
          rpc: this.#served.path,
        });
      this.#stream.emit("error", grpcErrorOf(failure, this.#requestId));
    }
  }

  drain(): void {
    this.#gone.abort(new Failure("SHUTTING_DOWN", { retryAfterSeconds: 1 }));
  }

  call(request: Uint8Array): Promise<Uint8Array> {
    return callOn(this.#calling, this.#options, this.#identified, request);
  }

  send(message: Uint8Array): Promise<void> {
    const { signal } = this;
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const aborted = (): void => reject(signal.reason);
      signal.addEventListener("abort", aborted, { once: true });
      this.#stream.write(asBuffer(message), () => {
        signal.removeEventListener("abort", aborted);
        resolve();
      });
    });
  }

  async recheck(): Promise<void> {
    this.#caller = await callerAgain(this.#calling, this.#options, this.#identified);
    authorise(operationAt(this.#served.calls), this.#identified, []);
  }

  get #calling() {
    return {
      stream: this.#stream,
      rpc: this.#served.path,
      path: this.#served.calls,
      requestId: this.#requestId,
      gone: this.#gone.signal,
    };
  }

  get #identified(): Caller {
    if (!this.#caller) throw new Error("the caller is not identified yet");
    return this.#caller;
  }
}
