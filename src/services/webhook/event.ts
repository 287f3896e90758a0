import { EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { NewEvent } from "../../domain/event/event.ts";
import type { Webhook } from "../../domain/webhook/webhook.ts";
import { webhookToProto } from "./convert.ts";

/** Returns the event that the service has disabled an endpoint. */
export function webhookDisabledEvent(webhook: Webhook): NewEvent {
  return {
    type: "webhook.disabled",
    subject: webhook.webhookId,
    tenant: webhook.owner,
    occurredAt: webhook.updatedAt,
    data: EventData.encode({ subject: { $case: "webhook", value: webhookToProto(webhook) } }).finish(),
  };
}
