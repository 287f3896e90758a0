// How requests leave the process: over Node's connections, or a browser's.
import type { ConnectionFailure } from "./error.ts";

/** What is sent. The connection follows no redirects. */
export interface Sent extends Pick<RequestInit, "method" | "signal"> {
  readonly headers: Headers;
  readonly body?: Uint8Array | null;
}

/** What a failure to get an answer is, and in the words of the network layer. */
export type Failure = Pick<ConnectionFailure, "reason" | "detail" | "advice">;

/** Sends single requests, without repeats. */
export interface Connection {
  /** Resolves as soon as the headers of the answer are there. */
  fetch(url: string, sent: Sent): Promise<Response>;
  /** Says why `fetch`, or reading its body, failed. */
  failureOf(error: unknown): Failure;
  /** Ends after the requests under way. */
  close(): Promise<void>;
}

const bodilessStatuses = new Set([204, 205, 304]);

/** Makes an answer whose body may be absent. */
export const answerOf = (
  { status, headers }: Pick<Response, "status" | "headers">,
  body: Uint8Array | ReadableStream<Uint8Array> | null,
): Response =>
  new Response(bodilessStatuses.has(status) ? null : (body as Uint8Array<ArrayBuffer> | null), {
    status,
    headers,
  });
