// A client of Server-Sent Events that shows all it gets: frames, comments, and how the stream ends.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request } from "node:https";

/** One frame with data. */
export interface Frame {
  readonly id: string;
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came
  readonly data: any;
}

export interface StreamAsk {
  readonly baseUrl: string;
  readonly ca: string;
  /** Path below `/api/v1/events/stream`, e.g. `?type=payment.completed`. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Certificate of the TLS client. */
  readonly asClient?: { readonly cert: string; readonly key: string };
}

/** An open stream, or its refusal. */
export class EventStream {
  readonly frames: Frame[] = [];
  comments = 0;
  /** The identifier that came last, also without data. */
  lastId = "";
  retryMs = 0;
  readonly #response: IncomingMessage;
  /** `end` when the server has ended the stream in order, else the error. */
  readonly ended: Promise<string>;
  /** Called with each frame. */
  onFrame: (frame: Frame) => void = () => undefined;
  #text = "";
  /** Everything that came. */
  whole = "";

  private constructor(response: IncomingMessage) {
    this.#response = response;
    response.setEncoding("utf8");
    response.on("data", (text: string) => this.#take(text));
    this.ended = new Promise((resolve) => {
      response.on("end", () => resolve("end"));
      response.on("error", ({ message }) => resolve(message));
      response.on("close", () => resolve("closed"));
    });
  }

  /** Resolves when the head has come. */
  static open({ baseUrl, ca, query = "", headers = {}, asClient }: StreamAsk): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      request(`${baseUrl}/api/v1/events/stream${query}`, { ca, headers, agent: false, ...asClient })
        .on("response", (response) => resolve(new EventStream(response)))
        .on("error", reject)
        .end();
    });
  }

  get status(): number {
    return this.#response.statusCode ?? 0;
  }

  get headers(): IncomingHttpHeaders {
    return this.#response.headers;
  }

  get httpVersion(): string {
    return this.#response.httpVersion;
  }

  get subjects(): string[] {
    return this.frames.map(({ data }) => data.subject);
  }

  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  /** Cuts the connection. */
  cut(): void {
    this.#response.destroy();
  }

  #take(text: string): void {
    this.whole += text;
    const blocks = (this.#text + text).split("\n\n");
    this.#text = blocks.pop() ?? "";
    for (const block of blocks) this.#block(block);
  }

  #block(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split("\n").filter((each) => each !== "")) {
      if (line.startsWith(":")) this.comments += 1;
      else fields.set(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2));
    }
    this.lastId = fields.get("id") ?? this.lastId;
    this.retryMs = Number(fields.get("retry") ?? this.retryMs);
    const data = fields.get("data");
    if (data === undefined) return;
    const frame = { id: this.lastId, event: fields.get("event") ?? "", data: JSON.parse(data) };
    this.frames.push(frame);
    this.onFrame(frame);
  }
}
