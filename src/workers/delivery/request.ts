import type { KeyObject } from "node:crypto";
import type { SealedWebhookSecret } from "../../store/webhook/leases.ts";
import { type DeliveryKey, signedDelivery } from "../../trust/http-signature/delivery.ts";
import type { OutgoingRequest } from "./sender.ts";
import { signedHeaders } from "./signature.ts";

/** How requests to receivers are made. */
export interface RequestMaker {
  /** Returns the URL of a receiver. @throws Refused when the deployment no longer allows it */
  readonly receiverUrl: (text: string) => URL;
  /** Value of the header `User-Agent`. */
  readonly userAgent: string;
  /** Opens a secret. @throws when its data key is not known */
  readonly openSecret: (secret: SealedWebhookSecret) => KeyObject;
  /** Returns the key of the service that signs now. */
  readonly signingKey: () => DeliveryKey;
}

/** What is sent to a receiver. */
export interface Delivered {
  readonly url: string;
  readonly secrets: readonly SealedWebhookSecret[];
  /** The request is also signed with a key of the service. */
  readonly publicKeySignature: boolean;
  /** The request is also signed as RFC 9421 says. */
  readonly httpSignature: boolean;
  readonly eventId: string;
  readonly body: string;
  /** Number of the event for the endpoint; 0 when it has none. */
  readonly sequence: bigint;
  readonly attempt: number;
  readonly at: Date;
  /** The body of the answer decides, as with a challenge. */
  readonly bodyDecides?: boolean;
}

/** Makes the request of a delivery. @throws Refused when the deployment no longer allows the URL */
export function requestOf(
  { receiverUrl, userAgent, openSecret, signingKey }: RequestMaker,
  sent: Delivered,
): OutgoingRequest {
  const inUse = sent.secrets.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > sent.at);
  if (inUse.length === 0) throw new Error("the endpoint has no secret");
  const request = signedRequest(receiverUrl(sent.url), {
    ...sent,
    userAgent,
    secrets: inUse.map(openSecret),
    publicKey: sent.publicKeySignature ? signingKey().key : undefined,
    httpKey: sent.httpSignature ? signingKey() : undefined,
  });
  return sent.bodyDecides ? { ...request, bodyDecides: true } : request;
}

/** An event that is sent to a receiver, with the keys that sign it. */
export interface SignedEvent extends Pick<Delivered, "eventId" | "body" | "sequence" | "attempt" | "at"> {
  readonly userAgent: string;
  readonly secrets: readonly KeyObject[];
  /** Signs as Standard Webhooks writes it, `v1a`; absent for no such signature. */
  readonly publicKey?: KeyObject | undefined;
  /** Signs as RFC 9421 says; absent for no such signature. */
  readonly httpKey?: DeliveryKey | undefined;
}

/** Makes a signed request: every request to a receiver has this form. */
export function signedRequest(
  url: URL,
  { userAgent, secrets, publicKey, httpKey, eventId: id, body, sequence, attempt, at }: SignedEvent,
): OutgoingRequest {
  const headers = {
    "content-type": "application/cloudevents+json; charset=utf-8",
    "user-agent": userAgent,
    "webhook-attempt": String(attempt),
    ...(sequence === 0n ? {} : { "webhook-sequence": String(sequence) }),
    ...signedHeaders(secrets, { id, body, at }, publicKey),
  };
  const signed = httpKey ? signedDelivery({ targetUri: url.href, headers, body, at }, httpKey) : {};
  return { url, headers: { ...headers, ...signed }, body };
}
