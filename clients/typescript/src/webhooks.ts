// Verifies webhooks (Standard Webhooks 1.0) that the service sends.
import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import { textOf } from "./certificate.ts";
import type { components } from "./gen/types.ts";

type Event = components["schemas"]["Event"];
type WebhookKeySet = components["schemas"]["WebhookKeySet"];

/** How webhooks are verified. At least one secret or public key is required. */
export interface WebhookVerifierOptions {
  /** Secrets of the endpoint, `whsec_…`: two while one replaces the other. */
  readonly secrets?: readonly string[];
  /**
   * Keys of the service, for an endpoint with `publicKeySignature`: the answer of GetWebhookKeys, or the text of
   * `/.well-known/webhook-keys.json`. A receiver may keep them for five minutes.
   */
  readonly publicKeys?: WebhookKeySet | string | Uint8Array;
  /** Seconds that the time of a webhook may differ from the clock of the receiver, in both directions. Default: 300. */
  readonly toleranceSeconds?: number;
  /** Returns the present time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}

/** Headers of a request, as `node:http` has them or as `fetch` has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** An event of an endpoint with `thin`, which comes without its data. */
export interface ThinEvent extends Omit<Event, "data" | "datacontenttype"> {
  readonly data?: undefined;
  /** Address of the event with its data. GetEvent reads it by `id`, except for a test event, which cannot be read. */
  readonly dataref: string;
}

/** An event as a webhook brings it: with its data, or with `dataref` instead. */
export type WebhookEvent = (Event & { readonly dataref?: undefined }) | ThinEvent;

/** A genuine webhook. */
export type Webhook =
  /** Something happened. Store the event under its `id`, which is the same in each attempt. */
  | { readonly kind: "event"; readonly event: WebhookEvent }
  /** SendTestEvent was called: nothing happened. Answer with 204. */
  | { readonly kind: "test"; readonly event: WebhookEvent }
  /** The service asks whether the endpoint wants webhooks. Answer with 200 and `answer`, which is JSON. */
  | { readonly kind: "verification"; readonly event: Event; readonly answer: string };

/**
 * Why a webhook is refused:
 * - `header`: a header is missing, or comes more than once.
 * - `timestamp`: the time is malformed, too old or too new.
 * - `signature`: no signature is that of a secret or key.
 * - `body`: the signature is good, but the body is no event.
 */
export type WebhookProblem = "header" | "timestamp" | "signature" | "body";

/** The request is not a webhook of the service. Answer with 401, and use nothing of it. */
export class PdaWebhookError extends Error {
  override readonly name = "PdaWebhookError";
  /** Why. */
  readonly reason: WebhookProblem;

  constructor(reason: WebhookProblem, message: string) {
    super(message);
    this.reason = reason;
  }
}

const toleranceSecondsDefault = 300;
const secretPrefix = "whsec_";
/** The service sends three signatures at most. */
const signatureLengthMax = 4096;

/** Verifies webhooks. Make a new verifier when the secrets or keys change. */
export class WebhookVerifier {
  readonly #secrets: readonly Buffer[];
  readonly #keys: readonly KeyObject[];
  readonly #toleranceSeconds: number;
  readonly #now: () => number;

  /** @throws TypeError for an option that cannot be used; the text never contains a secret */
  constructor({
    secrets = [],
    publicKeys,
    toleranceSeconds = toleranceSecondsDefault,
    now = Date.now,
  }: WebhookVerifierOptions) {
    this.#secrets = secrets.map(secretOf);
    this.#keys = publicKeys === undefined ? [] : keysOf(publicKeys);
    if (this.#secrets.length + this.#keys.length === 0)
      throw new TypeError("a webhook verifier needs a secret (secrets) or a public key (publicKeys)");
    if (!(toleranceSeconds > 0) || !Number.isFinite(toleranceSeconds))
      throw new TypeError(`toleranceSeconds has to be above 0, not ${toleranceSeconds}`);
    this.#toleranceSeconds = toleranceSeconds;
    this.#now = now;
  }

  /**
   * Returns the webhook of a request.
   * @param body the bytes of the body, before anything parses them
   * @throws PdaWebhookError for everything that the service has not sent now
   */
  verify(body: Uint8Array | string, headers: WebhookHeaders): Webhook {
    const id = headerOf(headers, "webhook-id");
    const timestamp = headerOf(headers, "webhook-timestamp");
    const signatures = headerOf(headers, "webhook-signature");
    this.#checkTime(timestamp);
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes]);
    if (!this.#isSigned(content, signatures))
      throw new PdaWebhookError(
        "signature",
        "no signature of the webhook is that of a secret or key of this receiver",
      );
    return webhookOf(bytes);
  }

  #checkTime(timestamp: string): void {
    const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
    if (Number.isNaN(seconds))
      throw new PdaWebhookError("timestamp", "webhook-timestamp has to be seconds since 1970");
    const age = Math.floor(this.#now() / 1000) - seconds;
    if (Math.abs(age) > this.#toleranceSeconds)
      throw new PdaWebhookError(
        "timestamp",
        `webhook-timestamp is ${Math.abs(age)} s ${age > 0 ? "old" : "ahead"}, and the tolerance is ${this.#toleranceSeconds} s: is it a repeat, or is the clock of this machine wrong?`,
      );
  }

  /** Compares all, so that the time taken does not tell which secret fits. Signatures of other versions are passed over. */
  #isSigned(content: Buffer, signatures: string): boolean {
    if (signatures.length > signatureLengthMax) return false;
    const given = signatures.split(" ").map((each) => each.split(","));
    const own = this.#secrets.map((secret) =>
      Buffer.from(createHmac("sha256", secret).update(content).digest("base64")),
    );
    let isSigned = false;
    for (const [version, signature = ""] of given) {
      const bytes = Buffer.from(signature);
      if (version === "v1")
        for (const right of own)
          if (bytes.length === right.length && timingSafeEqual(bytes, right)) isSigned = true;
      if (version === "v1a")
        for (const key of this.#keys)
          if (verify(null, content, key, Buffer.from(signature, "base64"))) isSigned = true;
    }
    return isSigned;
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : valueOf(headers, name);
  if (typeof value !== "string" || value === "")
    throw new PdaWebhookError("header", `the header ${name} has to be there once`);
  return value;
}

const valueOf = (headers: Exclude<WebhookHeaders, Headers>, name: string): unknown =>
  headers[name] ?? Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];

function webhookOf(bytes: Uint8Array): Webhook {
  const event = eventOf(bytes);
  if (event.type === "webhook.verification") {
    const challenge: unknown = event.data?.webhookVerification?.challenge;
    if (event.data === undefined || typeof challenge !== "string") throw notAnEvent("it has no challenge");
    return { kind: "verification", event, answer: JSON.stringify({ challenge }) };
  }
  return { kind: event.test === true ? "test" : "event", event };
}

function eventOf(bytes: Uint8Array): WebhookEvent {
  let event: Partial<WebhookEvent> | null;
  try {
    event = JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    ) as Partial<WebhookEvent> | null;
  } catch {
    throw notAnEvent("it is no JSON");
  }
  if (typeof event?.id !== "string" || typeof event.type !== "string" || !hasDataOrItsAddress(event))
    throw notAnEvent("it has no id, no type, or neither data nor dataref");
  return event as WebhookEvent;
}

const hasDataOrItsAddress = ({ data, dataref }: Partial<WebhookEvent>): boolean =>
  data === undefined ? typeof dataref === "string" : typeof data === "object" && data !== null;

const notAnEvent = (why: string): PdaWebhookError =>
  new PdaWebhookError("body", `the body of the webhook is no event: ${why}`);

/** @throws TypeError without the secret */
function secretOf(text: string): Buffer {
  const base64 = text.startsWith(secretPrefix) ? text.slice(secretPrefix.length) : "";
  const secret = Buffer.from(base64, "base64");
  if (secret.toString("base64") !== base64 || secret.length < 24 || secret.length > 64)
    throw new TypeError("a secret of a webhook endpoint has to be whsec_ and base64 of 24 to 64 bytes");
  return secret;
}

function keysOf(publicKeys: WebhookKeySet | string | Uint8Array): KeyObject[] {
  try {
    const isText = typeof publicKeys === "string" || publicKeys instanceof Uint8Array;
    const { keys } = isText ? (JSON.parse(textOf(publicKeys)) as WebhookKeySet) : publicKeys;
    return keys.flatMap(({ kty, crv, x }) =>
      crv === "Ed25519" ? [createPublicKey({ key: { kty, crv, x }, format: "jwk" })] : [],
    );
  } catch {
    throw new TypeError(
      "publicKeys has to be a key set as /.well-known/webhook-keys.json of the service has it",
    );
  }
}
