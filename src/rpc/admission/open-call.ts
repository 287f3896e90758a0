import { constants, type ServerHttp2Stream } from "node:http2";
import type { Link } from "../ring.ts";
import type { Connection } from "./caller.ts";

/** A call on a port, from its first header until it is answered and the answer is taken, or until it is given up. */
export class OpenCall implements Link {
  readonly connection: Connection;
  /** Begins it, while it waits for its turn. */
  begin: (() => void) | undefined;
  /** It has begun and holds a place of its caller. */
  running = false;
  /** Bytes of its answer that are not taken, when somebody looked last. */
  untaken = 0;
  before: Link["before"] = undefined;
  after: Link["after"] = undefined;
  readonly #stream: ServerHttp2Stream;
  /** When a message was taken whole, or none waited yet; on the clock of `performance.now()`. */
  #progress = 0;
  #tookSome = false;

  constructor(stream: ServerHttp2Stream, connection: Connection) {
    this.#stream = stream;
    this.connection = connection;
    stream.on("drain", () => {
      this.#tookSome = true;
    });
  }

  /** Whether it was refused or given up. */
  get closed(): boolean {
    return this.#stream.closed;
  }

  /** For how long its caller has taken no message, while one waits for it; 0 when none waits. Looked at from time to time. */
  stalledMs(now: number): number {
    const before = this.untaken;
    this.untaken = this.#stream.writableLength;
    if (before === 0 || this.untaken < before || this.#tookSome) this.#progress = now;
    this.#tookSome = false;
    return this.untaken === 0 ? 0 : now - this.#progress;
  }

  /** Refuses it before anything was done, so that it may be repeated at once, elsewhere or when others have ended (RFC 9113 section 8.7). */
  refuse(): void {
    this.#stream.close(constants.NGHTTP2_REFUSED_STREAM);
  }

  /** Ends it and lets go of its answer. */
  cut(): void {
    this.#stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  }
}
