import { WALLET_EVENT_TYPES } from "../../domain/event/event.ts";
import { requireReceiverUrl } from "../../domain/webhook/address.ts";
import type { Webhook, WebhookOwner } from "../../domain/webhook/webhook.ts";
import { Failure } from "../../rpc/failure.ts";
import { aboutField } from "../../rpc/refusal.ts";
import type { ServiceDeps } from "../deps.ts";

/** What the operations on webhook endpoints need. */
export type WebhookDeps = Pick<ServiceDeps, "eventTypes" | "sealer" | "signingKeys" | "webhooks">;

/** Returns the URL as it was given. @throws Failure INVALID_ARGUMENT about the field */
export function requireUrl({ webhooks }: WebhookDeps, url: string): string {
  aboutField("url", () => requireReceiverUrl(url, webhooks));
  return url;
}

/** Returns an endpoint whose receiver has answered the verification. @throws Failure WEBHOOK_NOT_VERIFIED */
export function requireVerified<Given extends Pick<Webhook, "status">>(webhook: Given): Given {
  if (webhook.status !== "unverified") return webhook;
  throw new Failure("WEBHOOK_NOT_VERIFIED", {
    message:
      "The receiver has not answered the verification, so the endpoint gets no events yet. Call VerifyWebhook.",
  });
}

/** Returns the types in alphabetical order. @throws Failure REQUIRED about the field, UNKNOWN_EVENT_TYPE about the item */
export function requireEventTypes(
  { eventTypes: published }: Pick<WebhookDeps, "eventTypes">,
  asked: readonly string[],
  { walletId }: WebhookOwner,
): string[] {
  if (asked.length === 0) throw Failure.ofField("event_types", "REQUIRED", "It cannot be cleared.");
  const ofWallets: readonly string[] = WALLET_EVENT_TYPES;
  const eventTypes =
    walletId === undefined ? published : published.filter((type) => ofWallets.includes(type));
  for (const [index, type] of asked.entries())
    if (!eventTypes.includes(type))
      throw Failure.ofField(
        `event_types[${index}]`,
        "UNKNOWN_EVENT_TYPE",
        `It must be a type that this service publishes${walletId === undefined ? "" : " to holders of wallets"}: ${eventTypes.join(", ")}.`,
      );
  return asked.toSorted();
}
