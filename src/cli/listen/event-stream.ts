// Reads the stream of events of the service for as long as it is wanted: connects again, and loses nothing in between.
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { PdaError, PdaProtocolError } from "../../../clients/typescript/src/index.ts";
import { isPassing } from "../lists/problem.ts";
import { type Frame, FrameReader } from "./frames.ts";

/** The service sends a comment every 15 seconds. */
const silenceMs = 45_000;
const retryMs = 2_000;
const retryMsMax = 30_000;
const refusalBytesMax = 65_536;

/** Which events are read, and from where. */
export interface StreamOptions {
  readonly baseUrl: string;
  /** Root certificates of the service, PEM. */
  readonly ca: string;
  readonly apiKey: string;
  /** Only events of this type. */
  readonly type: string | undefined;
  /** Cursor after which the stream begins, or `latest`. */
  readonly after: string;
  readonly signal: AbortSignal;
  /** Hears that the connection is there, or why it was lost. */
  readonly tell: (news: "connected" | { readonly lost: string; readonly waitMs: number }) => void;
}

/** An event of the stream. */
export interface StreamedEvent {
  /** Where to go on after the event. */
  readonly cursor: string;
  /** The event's JSON as the service sends it to receivers. */
  readonly body: string;
}

/**
 * Returns the events as they happen, until the signal ends it. An event counts as read when the caller asks for the next one.
 * @throws PdaError when the service refuses the stream; PdaProtocolError when another server answers; Error of the network when the first
 * connection fails
 */
export async function* eventStream(options: StreamOptions): AsyncGenerator<StreamedEvent> {
  const { signal, tell } = options;
  let [after, isConnected, failures] = [options.after, false, 0];
  while (!signal.aborted) {
    const reader = new FrameReader();
    let lost = "the service has ended the stream";
    let waitMs: number | undefined;
    try {
      const response = await open(options, after);
      [isConnected, failures] = [true, 0];
      tell("connected");
      for await (const { id, data } of framesOf(response, reader)) {
        if (data !== undefined) yield { cursor: id, body: data };
        after = id;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isConnected || !isPassing(error)) throw error;
      lost = error instanceof Error ? error.message : String(error);
      if (error instanceof PdaError && error.retryAfter !== undefined) waitMs = error.retryAfter * 1000;
      failures += 1;
    }
    waitMs ??= Math.min((reader.retryMs ?? retryMs) * 2 ** Math.min(failures, 8), retryMsMax);
    tell({ lost, waitMs });
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

async function* framesOf(response: IncomingMessage, reader: FrameReader): AsyncGenerator<Frame> {
  response.setEncoding("utf8");
  for await (const text of response) yield* reader.read(text as string);
}

/** Opens the stream. @throws PdaError, PdaProtocolError, or an error of the network */
async function open(options: StreamOptions, after: string): Promise<IncomingMessage> {
  const { baseUrl, ca, apiKey, type, signal } = options;
  // Last-Event-ID wins over pageToken, which may also be "latest".
  const query = new URLSearchParams({ pageToken: after, ...(type === undefined ? {} : { type }) });
  const url = `${baseUrl.replace(/\/+$/, "")}/api/v1/events/stream?${query.toString()}`;
  const headers = { Accept: "text/event-stream", Authorization: `Bearer ${apiKey}` };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(url, { headers, signal, agent: false, ca });
    asked.setTimeout(silenceMs, () =>
      asked.destroy(new Error(`nothing came for ${silenceMs / 1000} seconds`)),
    );
    asked.on("response", resolve).on("error", reject).end();
  });
  const { statusCode = 0 } = response;
  if (statusCode === 200) {
    if (response.headers["content-type"]?.startsWith("text/event-stream")) return response;
    response.destroy();
    throw new PdaProtocolError(statusCode, baseUrl);
  }
  const envelope = await jsonOf(response);
  if (typeof envelope !== "object" || envelope === null || !("errors" in envelope))
    throw new PdaProtocolError(statusCode, baseUrl);
  const seconds = Number(response.headers["retry-after"]);
  const refusal = envelope as ConstructorParameters<typeof PdaError>[1];
  throw new PdaError(statusCode, refusal, Number.isInteger(seconds) ? seconds : undefined);
}

async function jsonOf(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > refusalBytesMax) return undefined;
    chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}
