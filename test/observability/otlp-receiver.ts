// A receiver of traces: OTLP over HTTP with protobuf, read by the field numbers of opentelemetry/proto/trace/v1/trace.proto.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

type Value = string | number | boolean | undefined;

/** A span as it was received, with the attributes of its process. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace that no caller began. */
  readonly parentSpanId: string;
  readonly name: string;
  /** `service.name` of the process. */
  readonly service: string;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly isError: boolean;
}

/** The fields of a message by number: numbers as bigint, everything else as bytes. */
type Fields = Map<number, (bigint | Buffer)[]>;

function fieldsOf(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error("a message of OTLP breaks off");
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const tag = Number(varint());
    const kinds = [varint, () => take(8), () => take(Number(varint())), undefined, undefined, () => take(4)];
    const read = kinds[tag & 7];
    if (!read) throw new Error(`a message of OTLP has wire type ${tag & 7}`);
    const number = tag >> 3;
    fields.set(number, [...(fields.get(number) ?? []), read()]);
  }
  return fields;
}

const messages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((bytes) => fieldsOf(bytes as Buffer));
const bytesAt = (fields: Fields, number: number): Buffer =>
  (fields.get(number)?.[0] as Buffer) ?? Buffer.alloc(0);
const textAt = (fields: Fields, number: number): string => bytesAt(fields, number).toString();

function attributesOf(fields: Fields, number: number): Record<string, Value> {
  const pairs = messages(fields, number).map((pair) => {
    const value = messages(pair, 2)[0] ?? new Map();
    const [kind, [content] = []] = [...value][0] ?? [];
    if (kind === 1) return [textAt(pair, 1), String(content)];
    if (kind === 2) return [textAt(pair, 1), content === 1n];
    return [textAt(pair, 1), kind === 3 ? Number(content) : undefined];
  });
  return Object.fromEntries(pairs);
}

function spansIn(body: Buffer): ReceivedSpan[] {
  return messages(fieldsOf(body), 1).flatMap((resourceSpans) => {
    const [resource = new Map()] = messages(resourceSpans, 1);
    const service = String(attributesOf(resource, 1)["service.name"]);
    return messages(resourceSpans, 2).flatMap((scopeSpans) =>
      messages(scopeSpans, 2).map((span) => ({
        traceId: bytesAt(span, 1).toString("hex"),
        spanId: bytesAt(span, 2).toString("hex"),
        parentSpanId: bytesAt(span, 4).toString("hex"),
        name: textAt(span, 5),
        service,
        startNs: bytesAt(span, 7).readBigUInt64LE(),
        endNs: bytesAt(span, 8).readBigUInt64LE(),
        attributes: attributesOf(span, 9),
        isError: messages(span, 15).some((status) => status.get(3)?.[0] === 2n),
      })),
    );
  });
}

/** Certificate and key of the receiver, in PEM. */
interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** A receiver at work. */
export class OtlpReceiver implements AsyncDisposable {
  readonly spans: ReceivedSpan[] = [];
  /** The head of each request. */
  readonly heads: IncomingHttpHeaders[] = [];
  /** Answers nothing, as a receiver that hangs. */
  hangs = false;
  readonly #tls: Tls | undefined;
  readonly #server: ReturnType<typeof createServer | typeof createTlsServer>;

  private constructor(tls: Tls | undefined) {
    const take = (request: IncomingMessage, response: ServerResponse): void => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => this.#take(request.url ?? "", request.headers, Buffer.concat(parts), response));
    };
    this.#tls = tls;
    this.#server = tls ? createTlsServer(tls, take) : createServer(take);
  }

  static async start(tls?: Tls): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver(tls);
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  /** The address for the setting `telemetry.traces.endpoint`. */
  get endpoint(): string {
    const origin = this.#tls ? "https://localhost" : "http://127.0.0.1";
    return `${origin}:${(this.#server.address() as AddressInfo).port}/v1/traces`;
  }

  /** The spans of a trace. */
  trace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  #take(url: string, head: IncomingHttpHeaders, body: Buffer, response: ServerResponse): void {
    this.heads.push(head);
    if (this.hangs) return;
    if (url !== "/v1/traces" || head["content-type"] !== "application/x-protobuf") {
      response.writeHead(400).end();
      return;
    }
    this.spans.push(...spansIn(body));
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
