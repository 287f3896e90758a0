import type { Server, ServerDuplexStream } from "@grpc/grpc-js";
import { type Stream, streams } from "../../gen/rest/operations.ts";
import type { Logger } from "../logger.ts";
import type { Caller } from "./authorise.ts";
import { metadataKeys } from "./call.ts";
import { Failure } from "./failure.ts";
import { grpcErrorOf } from "./grpc-error.ts";
import { failedBeforePipeline } from "./observe.ts";
import type { Pipeline } from "./pipeline.ts";
import { failureOf } from "./refusal.ts";
import { requestIdOf } from "./request-id.ts";
import { callerAgain, callerOn, callOn, hasToken, type StreamCallOptions } from "./stream-call.ts";

/** A stream without messages for this time is ended. */
const idleMsMax = 60_000;
/** A token is presented once and may expire meanwhile, so a stream takes no further message of its caller after this time. */
const presentedMsMax = 15 * 60_000;

const TOO_OLD = "The token of the stream was presented too long ago. Open a new stream.";

/** The parts of a core that serve streams of calls. */
export interface CallStreamOptions extends StreamCallOptions {
  readonly pipeline: Pick<Pipeline, "paths" | "call" | "refused">;
  /** One minute by default. */
  readonly idleMsMax?: number;
  /** 15 minutes by default. */
  readonly presentedMsMax?: number;
  readonly log: Logger;
}

/** The open streams of calls of a core. */
export interface CallStreams {
  /** Ends the streams with UNAVAILABLE, each after its running call. The caller continues on another core. */
  drain(): void;
}

const same = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Adds the streams of the contract whose messages are calls of a unary method (`pda.api.v1.Operation.each`). Each message has its own
 * permission check, field rules and deadline, and passes through the same pipeline. Messages run one by one; HTTP/2 flow control holds back
 * the rest.
 */
export function addCallStreams(server: Server, options: CallStreamOptions): CallStreams {
  const open = new Set<CallStream>();
  let draining = false;
  const served = streams.filter(({ each }) => each !== undefined && options.pipeline.paths.includes(each));
  for (const [name, methods] of Map.groupBy(served, ({ path }) => path.split("/")[1] as string))
    server.addService(...definitionOf(name, methods, begin));

  function begin(method: Stream, stream: ServerDuplexStream<Buffer, Buffer>): void {
    const session = new CallStream(method, stream, options, () => open.delete(session));
    open.add(session);
    if (draining) session.drain();
  }
  return {
    drain() {
      draining = true;
      for (const session of open) session.drain();
    },
  };
}

function definitionOf(
  name: string,
  methods: readonly Stream[],
  begin: (method: Stream, stream: ServerDuplexStream<Buffer, Buffer>) => void,
): Parameters<Server["addService"]> {
  const codec = {
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
  const paths = methods.map((method) => ({ key: `${name}/${method.path}`, path: method.path, method }));
  return [
    Object.fromEntries(
      paths.map(({ key, path }) => [key, { path, requestStream: true, responseStream: true, ...codec }]),
    ),
    Object.fromEntries(
      paths.map(({ key, method }) => [
        key,
        (stream: ServerDuplexStream<Buffer, Buffer>) => begin(method, stream),
      ]),
    ),
  ];
}

/** One stream, whose messages run as calls one after the other. */
class CallStream {
  readonly #rpc: string;
  readonly #path: string;
  readonly #openedAt = Date.now();
  readonly #stream: ServerDuplexStream<Buffer, Buffer>;
  readonly #options: CallStreamOptions;
  readonly #requestId: string;
  readonly #gone = new AbortController();
  readonly #closed: () => void;
  #idle: NodeJS.Timeout;
  #busy = false;
  #draining = false;
  #finished = false;
  #ended = false;
  #caller: Caller | undefined;

  constructor(
    { path: rpc, each = "" }: Stream,
    stream: ServerDuplexStream<Buffer, Buffer>,
    options: CallStreamOptions,
    closed: () => void,
  ) {
    this.#rpc = rpc;
    this.#path = each;
    this.#stream = stream;
    this.#options = options;
    this.#requestId = requestIdOf(stream.metadata.get(metadataKeys.requestId)[0]);
    this.#closed = closed;
    this.#idle = this.#waitForCaller();
    stream.on("data", (message: Buffer) => void this.#take(message));
    stream.on("end", () => {
      this.#finished = true;
      if (!this.#busy) this.#end();
    });
    stream.on("cancelled", () => this.#abandon());
    stream.on("error", () => this.#abandon());
  }

  drain(): void {
    this.#draining = true;
    if (!this.#busy) this.#fail(shuttingDown());
  }

  async #take(message: Buffer): Promise<void> {
    if (this.#ended) return;
    this.#stream.pause();
    this.#busy = true;
    clearTimeout(this.#idle);
    try {
      const response = await this.#call(message);
      if (this.#ended) return;
      this.#idle = this.#waitForCaller();
      // Resolves when the caller has taken the answer, so a caller that never reads gets no further answers.
      await new Promise<void>((taken) => this.#stream.write(same(response), () => taken()));
      clearTimeout(this.#idle);
      if (this.#ended) return;
    } catch (error) {
      const failure = failureOf(error);
      if (!(error instanceof Failure))
        failedBeforePipeline(this.#options.log, error, failure, {
          requestId: this.#requestId,
          rpc: this.#path,
        });
      this.#fail(failure);
      return;
    }
    this.#busy = false;
    if (this.#draining) this.#fail(shuttingDown());
    else if (this.#finished) this.#end();
    else {
      this.#idle = this.#waitForCaller();
      this.#stream.resume();
    }
  }

  /** Runs the call of one message. The caller is checked again for each message, because its credential may have been revoked. */
  async #call(message: Buffer): Promise<Uint8Array> {
    const calling = {
      stream: this.#stream,
      rpc: this.#rpc,
      path: this.#path,
      requestId: this.#requestId,
      gone: this.#gone.signal,
    };
    const { presentedMsMax: ageMsMax = presentedMsMax } = this.#options;
    const isToken = hasToken(calling);
    if (isToken && Date.now() - this.#openedAt > ageMsMax)
      throw new Failure("TOKEN_EXPIRED", { message: TOO_OLD });
    this.#caller =
      isToken && this.#caller
        ? await callerAgain(calling, this.#options, this.#caller)
        : await callerOn(calling, this.#options);
    return callOn(calling, this.#options, this.#caller, message);
  }

  #waitForCaller(): NodeJS.Timeout {
    const message = "The caller sent and read nothing for too long. Open a new stream.";
    return setTimeout(
      () => this.#fail(new Failure("STREAM_IDLE", { message })),
      this.#options.idleMsMax ?? idleMsMax,
    );
  }

  #fail(failure: Failure): void {
    if (this.#ended) return;
    this.#leave();
    this.#stream.emit("error", grpcErrorOf(failure, this.#requestId));
  }

  #end(): void {
    if (this.#ended) return;
    this.#leave();
    this.#stream.end();
  }

  /** Stops the running call after the caller has gone. */
  #abandon(): void {
    this.#gone.abort(new Failure("CANCELLED"));
    this.#leave();
  }

  #leave(): void {
    this.#ended = true;
    clearTimeout(this.#idle);
    this.#closed();
  }
}

const shuttingDown = (): Failure => new Failure("SHUTTING_DOWN", { retryAfterSeconds: 1 });
