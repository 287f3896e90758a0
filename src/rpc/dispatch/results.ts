import type { ServerDuplexStream } from "@grpc/grpc-js";
import { Failure } from "../failure.ts";
import type { Status } from "../../../gen/ts/google/rpc/status.ts";
import type { Result } from "../../../gen/ts/pda/dispatch/v1/dispatch.ts";
import type { DispatchResponse } from "../../../gen/ts/pda/dispatch/v1/dispatch_service.ts";
import { statusOf } from "../status.ts";
import { overloaded } from "../overload.ts";
import {
  messageBytes,
  overheadBytes,
  responseBytesMax,
  untakenBytesLimit,
  untakenBytesMax,
} from "./limits.ts";
import { emptyResponse } from "./message.ts";

/** Estimate of the length of an encoded Status with its details. */
const statusBytes = 256;

/**
 * Gathers the results of one turn of the event loop and writes them in one message at the end of the turn. While the connection accepts no
 * more data, results wait here. Their number is bounded by the open calls, and their bytes are bounded too.
 */
export class Results {
  readonly #stream: ServerDuplexStream<Buffer, DispatchResponse>;
  /** The message that results are added to, and an estimate of its length. */
  #message = emptyResponse();
  #bytes = 0;
  /** Complete messages that wait to be written. */
  #full: { message: DispatchResponse; bytes: number }[] = [];
  #fullBytes = 0;
  #scheduled = false;
  #paused = false;
  #blocked = false;
  #state: "open" | "ending" | "ended" = "open";

  /** Tells the client at once how many calls may be open and which process answers. */
  constructor(stream: ServerDuplexStream<Buffer, DispatchResponse>, inFlightMax: number, process: string) {
    this.#stream = stream;
    stream.on("drain", () => {
      this.#blocked = false;
      this.#flush();
    });
    Object.assign(this.#message, { inFlightMax, process });
    this.#bytes += overheadBytes;
    this.#schedule();
  }

  response(id: number, response: Uint8Array, replayed: boolean): void {
    if (response.length > responseBytesMax) {
      const cause = new Error(`the response exceeds ${responseBytesMax} bytes`);
      this.failed(id, statusOf(new Failure("INTERNAL", { cause })));
      return;
    }
    if (this.#fullBytes + response.length > untakenBytesLimit) {
      this.failed(id, statusOf(overloaded()));
      return;
    }
    this.#add({ id, outcome: { $case: "response", value: response as Buffer }, replayed }, response.length);
  }

  failed(id: number, status: Status): void {
    this.#add({ id, outcome: { $case: "status", value: status }, replayed: false }, statusBytes);
  }

  /** Reports business time before the results that follow. */
  clockAhead(seconds: number): void {
    this.#message.clockAheadSeconds = seconds;
    this.#bytes += overheadBytes;
    this.#schedule();
  }

  draining(): void {
    this.#message.draining = true;
    this.#bytes += overheadBytes;
    this.#schedule();
  }

  /** Ends the stream after everything is written. */
  end(): void {
    if (this.#state === "open") this.#state = "ending";
    this.#schedule();
  }

  /** Drops all results after the client has gone. */
  discard(): void {
    this.#state = "ended";
    this.#full = [];
    this.#fullBytes = 0;
  }

  #add(result: Result, bytes: number): void {
    if (this.#bytes > 0 && this.#bytes + bytes > messageBytes) this.#close();
    this.#message.results.push(result);
    this.#bytes += bytes + overheadBytes;
    this.#schedule();
  }

  /** Queues the message for the connection and begins the next message. */
  #close(): void {
    this.#full.push({ message: this.#message, bytes: this.#bytes });
    this.#fullBytes += this.#bytes;
    this.#message = emptyResponse();
    this.#bytes = 0;
    if (this.#paused || this.#fullBytes <= untakenBytesMax) return;
    // Further calls wait at the client until it has taken some of its answers.
    this.#paused = true;
    this.#stream.pause();
  }

  #next(): DispatchResponse | undefined {
    if (this.#full.length === 0 && this.#bytes > 0) this.#close();
    const next = this.#full.shift();
    if (!next) return undefined;
    this.#fullBytes -= next.bytes;
    return next.message;
  }

  #schedule(): void {
    if (this.#scheduled || this.#blocked) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#state === "ended") return;
    while (!this.#blocked) {
      const message = this.#next();
      if (!message) break;
      this.#blocked = !this.#stream.write(message);
    }
    if (this.#paused && this.#fullBytes <= untakenBytesMax) {
      this.#paused = false;
      this.#stream.resume();
    }
    if (this.#state !== "ending" || this.#blocked) return;
    this.#state = "ended";
    this.#stream.end();
  }
}
