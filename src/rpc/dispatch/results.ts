import type { ServerDuplexStream } from "@grpc/grpc-js";
import { Failure } from "../failure.ts";
import { encodeStatus } from "../status.ts";
import { messageBytes, responseBytesMax } from "./limits.ts";
import { ResultBatchWriter } from "./result-batch.ts";

/**
 * Gathers results and writes those of one turn of the event loop in one message, at the end of that turn. While the connection takes no
 * more they wait here; there are never more of them than open calls.
 */
export class Results {
  readonly #stream: ServerDuplexStream<Buffer, Buffer>;
  readonly #writer = new ResultBatchWriter();
  /** Messages that are full. */
  #full: Buffer[] = [];
  #scheduled = false;
  #blocked = false;
  #state: "open" | "ending" | "ended" = "open";

  /** Tells the client at once how many calls it may have open, and which process answers. */
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
      const cause = new Error("the response is larger than a message may be");
      this.failed(id, encodeStatus(new Failure("INTERNAL", { cause })));
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

  draining(): void {
    this.#writer.draining();
    this.#schedule();
  }

  /** Ends the stream once everything is written. */
  end(): void {
    if (this.#state === "open") this.#state = "ending";
    this.#schedule();
  }

  /** Nobody reads any more. */
  discard(): void {
    this.#state = "ended";
    this.#full = [];
  }

  #makeRoom(bytes: number): void {
    if (this.#writer.size > 0 && this.#writer.size + bytes > messageBytes)
      this.#full.push(this.#writer.take());
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
      const message = this.#full.shift() ?? (this.#writer.size > 0 ? this.#writer.take() : undefined);
      if (!message) break;
      this.#blocked = !this.#stream.write(message);
    }
    if (this.#state !== "ending" || this.#blocked) return;
    this.#state = "ended";
    this.#stream.end();
  }
}
