// The receiver under test: how requests get there, and how its answers are judged.
import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { signedRequest } from "../../workers/delivery/request.ts";
import type { AttemptResult, OutgoingRequest, Sender } from "../../workers/delivery/sender.ts";
import { resultText, userAgent } from "../receiver/outgoing.ts";
import type { SampleEvent, SampleEvents } from "./sample-events.ts";

const pieces = 20;
const pauseMs = 100;

/** The receiver does not keep a rule. The message says what it answered to what. */
export class RuleBroken extends Error {
  override readonly name = "RuleBroken";
}

/** How an event is sent, if not as usual. */
export interface Sending {
  /** Keys that sign; by default that of the receiver's secret. */
  readonly secrets?: readonly Buffer[];
  /** Key of the service that also signs. */
  readonly publicKey?: KeyObject;
  readonly at?: Date;
  readonly attempt?: number;
  /** Number of the event for the endpoint; by default one more than before. */
  readonly sequence?: bigint;
  /** Changes the request after it was signed. */
  readonly change?: (request: OutgoingRequest) => OutgoingRequest;
}

/** What is known of the receiver under test. */
export interface TargetOptions {
  readonly sender: Sender;
  readonly url: URL;
  readonly key: Buffer;
  readonly events: SampleEvents;
  /** Returns how many events the receiver has taken; absent when nobody can tell. */
  readonly count?: () => Promise<number>;
}

/** A receiver under test. */
export class Target {
  readonly events: SampleEvents;
  readonly key: Buffer;
  readonly count: (() => Promise<number>) | undefined;
  readonly #sender: Sender;
  readonly #url: URL;
  #sequence = 0n;

  constructor({ sender, url, key, events, count }: TargetOptions) {
    this.#sender = sender;
    this.#url = url;
    this.key = key;
    this.events = events;
    this.count = count;
  }

  /** Makes the request of an event, which can be sent more than once. */
  request({ eventId, body }: SampleEvent, sending: Sending = {}): OutgoingRequest {
    const { secrets = [this.key], publicKey, at = new Date(), attempt = 1, sequence = this.next() } = sending;
    const keys = secrets.map((secret) => createSecretKey(secret));
    const signed = { userAgent, secrets: keys, publicKey, eventId, body, sequence, attempt, at };
    const request = signedRequest(this.#url, signed);
    return sending.change?.(request) ?? request;
  }

  /** Sends a request. Never rejects. */
  send(request: OutgoingRequest): Promise<AttemptResult> {
    return this.#sender.send(request);
  }

  /** Returns the number of the next event. */
  next(): bigint {
    this.#sequence += 1n;
    return this.#sequence;
  }

  /** Sends an event. @param what what is sent, as the sentence about the answer ends. @throws RuleBroken unless the receiver accepts it */
  async accepts(what: string, event: SampleEvent, sending?: Sending): Promise<AttemptResult> {
    const result = await this.send(this.request(event, sending));
    requireAccepted(what, result);
    return result;
  }

  /** Sends an event. @throws RuleBroken unless the receiver refuses it */
  async refuses(what: string, event: SampleEvent, sending?: Sending): Promise<void> {
    requireRefused(what, await this.send(this.request(event, sending)));
  }
}

/** @throws RuleBroken unless the answer is a success */
export function requireAccepted(what: string, result: AttemptResult): void {
  if (result.error !== undefined) throw new RuleBroken(`answered ${resultText(result)} to ${what}`);
}

/** @throws RuleBroken unless the answer is a refusal of this request, which a failure of the receiver is not */
export function requireRefused(what: string, result: AttemptResult): void {
  const { status = 0 } = result;
  if (status < 400 || status > 499 || status === 429)
    throw new RuleBroken(`answered ${resultText(result)} to ${what}`);
}

/** Returns the `v1` signature of a request under another version of the standard. */
export function signatureOf(key: Buffer, { eventId, body }: SampleEvent, at: Date): string {
  const time = Math.floor(at.getTime() / 1000);
  return createHmac("sha256", key).update(`${eventId}.${time}.${body}`).digest("base64");
}

/** Returns the same request whose body comes in pieces, as over a slow connection. */
export function slowly(request: OutgoingRequest): OutgoingRequest {
  const bytes = Buffer.from(request.body as string);
  const size = Math.ceil(bytes.length / pieces);
  const parts = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) {
      if (at > 0) await sleep(pauseMs);
      yield bytes.subarray(at, at + size);
    }
  };
  const headers = { ...request.headers, "content-length": String(bytes.length) };
  return { ...request, headers, body: Readable.from(parts(), { objectMode: false }) };
}

/** Returns a change of headers; undefined takes a header away. */
export const withHeaders =
  (changes: Readonly<Record<string, string | undefined>>) =>
  (request: OutgoingRequest): OutgoingRequest => ({
    ...request,
    headers: Object.fromEntries(
      Object.entries({ ...request.headers, ...changes }).filter(
        (header): header is [string, string] => header[1] !== undefined,
      ),
    ),
  });
