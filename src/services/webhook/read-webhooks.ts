import type { WebhookServiceService } from "../../../gen/ts/pda/event/v1/webhook_service.ts";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { timeRangeBinding, timeRangeOf } from "../contract/time-range.ts";
import type { ReceiverAnswers } from "./answers.ts";
import { deliveryToProto, outcomeOf, webhookToProto } from "./convert.ts";

type Service = Handlers<typeof WebhookServiceService>;

/** Returns one endpoint of the caller's tenant, also when it is deleted. */
export const getWebhook: Service["getWebhook"] = async ({ request, tenant, read }) => ({
  webhook: webhookToProto(requireFound(await read.webhooks.get(tenant, request.webhookId))),
});

/** Lists the endpoints of the caller's tenant, newest first. */
export const listWebhooks: Service["listWebhooks"] = async ({ request, tenant, principal, read }) => {
  const { tenantId } = request;
  const binding = { list: "webhooks", tenant: principal.tenantId, tenantId };
  const page = pageRequest(request, binding, "webhook");
  return pageToProto(await read.webhooks.list(tenant, tenantId, page), binding, webhookToProto);
};

/** Returns one attempt to deliver an event, with what the receiver answered. */
export const getWebhookDelivery =
  (answers: ReceiverAnswers): Service["getWebhookDelivery"] =>
  async ({ request, tenant, read }) => {
    const { webhookId } = requireFound(await read.webhooks.get(tenant, request.webhookId));
    const delivery = requireFound(await read.webhookDeliveries.get(webhookId, request.deliveryId));
    const { encryptedAnswer } = delivery;
    const responseText = encryptedAnswer && answers.textOf(encryptedAnswer, uuidOf("webhook", webhookId));
    return { delivery: { ...deliveryToProto(delivery), responseText } };
  };

/** Lists the attempts to deliver events to an endpoint, newest first. */
export const listWebhookDeliveries: Service["listWebhookDeliveries"] = async ({ request, tenant, read }) => {
  const { webhookId, eventId } = request;
  const outcome = outcomeOf(request.outcome);
  const range = timeRangeOf(request);
  const binding = { list: "webhook-deliveries", webhookId, eventId, outcome, ...timeRangeBinding(range) };
  const page = pageRequest(request, binding, "delivery");
  requireFound(await read.webhooks.get(tenant, webhookId));
  const filter = {
    ...(outcome === undefined ? {} : { succeeded: outcome === "succeeded" }),
    ...(eventId === undefined ? {} : { eventId }),
    // Attempts have real time, also in a sandbox whose business time is ahead.
    ...(range.from || range.to ? { created: { ...range, offsetSeconds: 0 } } : {}),
  };
  return pageToProto(await read.webhookDeliveries.list(webhookId, filter, page), binding, deliveryToProto);
};
