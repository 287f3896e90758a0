import {
  type Webhook as Message,
  type WebhookDelivery,
  WebhookDeliveryOutcome,
  WebhookDisabledReason,
  WebhookStatus,
} from "../../../gen/ts/pda/event/v1/webhook.ts";
import type { Webhook } from "../../domain/webhook/webhook.ts";
import { Failure } from "../../rpc/failure.ts";
import type { StoredDelivery } from "../../store/webhook/deliveries.ts";
import { wordOf } from "../contract/enum.ts";
import { timestamp } from "../contract/timestamp.ts";
import { authenticationToProto } from "./authentication.ts";

const statuses: Record<Webhook["status"], WebhookStatus> = {
  unverified: WebhookStatus.WEBHOOK_STATUS_UNVERIFIED,
  enabled: WebhookStatus.WEBHOOK_STATUS_ENABLED,
  disabled: WebhookStatus.WEBHOOK_STATUS_DISABLED,
  deleted: WebhookStatus.WEBHOOK_STATUS_DELETED,
};

const reasons: Record<NonNullable<Webhook["disabledReason"]>, WebhookDisabledReason> = {
  REQUESTED: WebhookDisabledReason.WEBHOOK_DISABLED_REASON_REQUESTED,
  GONE: WebhookDisabledReason.WEBHOOK_DISABLED_REASON_GONE,
  FAILING: WebhookDisabledReason.WEBHOOK_DISABLED_REASON_FAILING,
};

const outcomes: Record<"succeeded" | "failed", WebhookDeliveryOutcome> = {
  succeeded: WebhookDeliveryOutcome.WEBHOOK_DELIVERY_OUTCOME_SUCCEEDED,
  failed: WebhookDeliveryOutcome.WEBHOOK_DELIVERY_OUTCOME_FAILED,
};

/** Returns the outcome that a request names; undefined when it names none. */
export const outcomeOf = wordOf(outcomes);

/** Returns an endpoint as the contract shows it. */
export function webhookToProto(webhook: Webhook): Message {
  const { owner, disabledReason, failingSince } = webhook;
  return {
    webhookId: webhook.webhookId,
    merchantId: owner.merchantId,
    publisherId: owner.publisherId,
    walletId: owner.walletId,
    url: webhook.url,
    description: webhook.description,
    eventTypes: [...webhook.eventTypes],
    thin: webhook.thin,
    ordered: webhook.ordered,
    concurrency: webhook.concurrency,
    rate: webhook.rate,
    publicKeySignature: webhook.publicKeySignature,
    httpSignature: webhook.httpSignature,
    authentication: webhook.authentication && authenticationToProto(webhook.authentication),
    status: statuses[webhook.status],
    enabled: webhook.status === "enabled",
    disabledReason: disabledReason && reasons[disabledReason],
    failingSinceTime: failingSince && timestamp(failingSince),
    createTime: timestamp(webhook.createdAt),
    updateTime: timestamp(webhook.updatedAt),
    version: webhook.version,
  };
}

/** Returns an attempt as the contract shows it, without the receiver's answer. */
export function deliveryToProto(delivery: StoredDelivery): WebhookDelivery {
  return {
    deliveryId: delivery.deliveryId,
    webhookId: delivery.webhookId,
    eventId: delivery.eventId,
    attempt: delivery.attempt,
    outcome: delivery.error === undefined ? outcomes.succeeded : outcomes.failed,
    statusCode: delivery.status,
    error: delivery.error,
    tlsError: delivery.tlsError,
    durationMs: delivery.durationMs,
    responseText: undefined,
    createTime: timestamp(delivery.createdAt),
    nextAttemptTime: delivery.nextAt && timestamp(delivery.nextAt),
  };
}

/** Returns an endpoint that is not deleted. @throws Failure WEBHOOK_DELETED */
export function requirePresent(webhook: Webhook): Webhook {
  if (webhook.status === "deleted")
    throw new Failure("WEBHOOK_DELETED", { message: "The webhook endpoint is deleted. Create another one." });
  return webhook;
}
