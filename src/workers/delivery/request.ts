import { type ReceiverRules, requireReceiverUrl } from "../../domain/webhook/address.ts";
import type { SealedWebhookSecret } from "../../store/webhook/leases.ts";
import { type DeliveryKey, signedDelivery } from "../../trust/http-signature/delivery.ts";
import type { OutgoingRequest } from "./sender.ts";
import { signedHeaders } from "./signature.ts";

/** How requests to receivers are made. */
export interface RequestMaker {
  readonly rules: ReceiverRules;
  /** Value of the header `User-Agent`. */
  readonly userAgent: string;
  /** Opens a secret. @throws when its data key is not known */
  readonly openSecret: (secret: SealedWebhookSecret) => Buffer;
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
}

/** Makes a signed request. @throws Refused when the deployment no longer allows the URL */
export function requestOf(
  { rules, userAgent, openSecret, signingKey }: RequestMaker,
  sent: Delivered,
): OutgoingRequest {
  const { eventId: id, body, at } = sent;
  const inUse = sent.secrets.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > at);
  if (inUse.length === 0) throw new Error("the endpoint has no secret");
  const url = requireReceiverUrl(sent.url, rules);
  const headers = {
    "content-type": "application/cloudevents+json; charset=utf-8",
    "user-agent": userAgent,
    "webhook-attempt": String(sent.attempt),
    ...(sent.sequence === 0n ? {} : { "webhook-sequence": String(sent.sequence) }),
    ...signedHeaders(
      inUse.map(openSecret),
      { id, body, at },
      sent.publicKeySignature ? signingKey().key : undefined,
    ),
  };
  const signed = sent.httpSignature
    ? signedDelivery({ targetUri: url.href, headers, body, at }, signingKey())
    : {};
  return { url, headers: { ...headers, ...signed }, body };
}
