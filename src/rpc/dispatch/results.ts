import type { ServerDuplexStream } from "@grpc/grpc-js";
import { Failure } from "../failure.ts";
import { encodeStatus } from "../status.ts";
import { overloaded } from "../overload.ts";
import { messageBytes, responseBytesMax, untakenBytesLimit, untakenBytesMax } from "./limits.ts";
import { ResultBatchWriter } from "./result-batch.ts";

/**
 * Gathers the results of one turn of the event loop and writes them in one message at the end of the turn. While the connection accepts no
 * more data, results wait here. Their number is bounded by the open calls, and their bytes are bounded too.
 */
export class Results {
  readonly #stream: ServerDuplexStream<Buffer, Buffer>;
  readonly #writer = new ResultBatchWriter();
  /** Complete messages that wait to be written. */
  #full: Buffer[] = [];
  #fullBytes = 0;
  #scheduled = false;
  #paused = false;
  #blocked = false;
  #state: "open" | "ending" | "ended" = "open";

  /** Tells the client at once how many calls may be open and which process answers. */
  constructor(stream: ServerDuplexStream<Buffer, Buffer>, inFlightMax: number, process: string) {
    this.#stream = stream;
    stream.on("drain", () => {
      this.#blocked = false;
      this.#flush();
    });
    this.#writer.inFlightMax(inFlightMax);
    this.#writer.process(process);
    this.#schedule();
  }

  response(id: number, response: Uint8Array, replayed: boolean): void {
    if (response.length > responseBytesMax) {
      const cause = new Error(`the response exceeds ${responseBytesMax} bytes`);
      this.failed(id, encodeStatus(new Failure("INTERNAL", { cause })));
      return;
    }
    if (this.#fullBytes + response.length > untakenBytesLimit) {
      this.failed(id, encodeStatus(overloaded()));
      return;
    }
    this.#makeRoom(response.length);
    this.#writer.response(id, response, replayed);
    this.#schedule();
  }

  /** @param status an encoded google.rpc.Status */
  failed(id: number, status: Uint8Array): void {
    this.#makeRoom(status.length);
    this.#writer.failed(id, status);
    this.#schedule();
  }

  /** Reports business time before the results that follow. */
  clockAhead(seconds: number): void {
    this.#writer.clockAhead(seconds);
    this.#schedule();
  }

  draining(): void {
    this.#writer.draining();
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

  #makeRoom(bytes: number): void {
    if (this.#writer.size === 0 || this.#writer.size + bytes <= messageBytes) return;
    const message = this.#writer.take();
    this.#full.push(message);
    this.#fullBytes += message.length;
    if (this.#paused || this.#fullBytes <= untakenBytesMax) return;
    // Further calls wait at the client until it has taken some of its answers.
    this.#paused = true;
    this.#stream.pause();
  }

  #next(): Buffer | undefined {
    const message = this.#full.shift();
    if (!message) return this.#writer.size > 0 ? this.#writer.take() : undefined;
    this.#fullBytes -= message.length;
    return message;
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
