// A gRPC caller made of bare HTTP/2, which can do what no gRPC library does: take nothing, ignore bounds, repeat a header.
import { once } from "node:events";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type Settings,
} from "node:http2";
import { decodeStatus } from "../../../src/rpc/status.ts";
import type { TlsMaterial } from "../../../src/rpc/mutual-tls.ts";

/** A call that was sent, and what has come of it. */
export class RawCall {
  readonly stream: ClientHttp2Stream;
  /** Resolves when the stream is closed, with the code that it was reset with; 0 when it ended in order. */
  readonly closed: Promise<number>;
  /** Header or trailer `grpc-status`. */
  grpcStatus: number | undefined;
  /** Of our error details. */
  reason: string | undefined;
  answer = Buffer.alloc(0);

  constructor(stream: ClientHttp2Stream) {
    this.stream = stream;
    stream.on("error", () => undefined);
    for (const event of ["response", "trailers"])
      stream.on(event, (headers: IncomingHttpHeaders) => this.#read(headers));
    this.closed = new Promise((resolve) => stream.once("close", () => resolve(stream.rstCode ?? 0)));
  }

  /** Takes what comes. */
  take(): this {
    this.stream.on("data", (piece: Buffer) => {
      this.answer = Buffer.concat([this.answer, piece]);
    });
    return this;
  }

  #read(headers: IncomingHttpHeaders): void {
    const { "grpc-status": code, "grpc-status-details-bin": details } = headers;
    if (code !== undefined) this.grpcStatus = Number(code);
    if (typeof details === "string") this.reason = decodeStatus(Buffer.from(details, "base64"))?.reason;
  }
}

/** Node sends a header of which there may be one twice as well. */
const repeats = { strictSingleValueFields: false };

/** One connection. */
export class RawCaller implements Disposable {
  readonly session: ClientHttp2Session;
  /** When it is known what the server allows. */
  readonly ready: Promise<Settings>;

  /** @param windowBytes of each stream; with 0 and no calls of `take`, nothing of an answer is taken */
  constructor(address: string, material: TlsMaterial, windowBytes = 65_535) {
    this.session = connect(`https://${address}`, {
      ...material,
      servername: "core",
      checkServerIdentity: () => undefined,
      settings: { initialWindowSize: windowBytes },
      peerMaxConcurrentStreams: 1_000,
      ...repeats,
    });
    this.session.on("error", () => undefined);
    this.ready = once(this.session, "remoteSettings").then(([settings]) => settings as Settings);
  }

  /** Begins a call. @param more headers as name, value, name, value …; names may be there twice */
  begin(path: string, more: readonly string[] = []): RawCall {
    const head = [":method", "POST", ":scheme", "https", ":authority", "core", ":path", path];
    const grpc = ["content-type", "application/grpc", "te", "trailers"];
    return new RawCall(this.session.request([...head, ...grpc, ...more]));
  }

  /** Makes a call of one message. */
  call(path: string, request: Uint8Array = new Uint8Array(), more: readonly string[] = []): RawCall {
    const call = this.begin(path, more);
    call.stream.end(framed(request));
    return call;
  }

  [Symbol.dispose](): void {
    this.session.destroy();
  }
}

/** A message as it is on a gRPC stream. */
export function framed(message: Uint8Array): Buffer {
  const bytes = Buffer.alloc(5 + message.length);
  bytes.writeUInt32BE(message.length, 1);
  bytes.set(message, 5);
  return bytes;
}
