import { WebhookServiceService } from "../../../gen/ts/pda/event/v1/webhook_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import { EventCursors } from "../event/cursor.ts";
import { ReceiverAnswers } from "./answers.ts";
import { deleteWebhook, updateWebhook, verifyWebhook } from "./change-webhook.ts";
import { createWebhook } from "./create-webhook.ts";
import { getWebhookKeys } from "./keys.ts";
import { getWebhook, getWebhookDelivery, listWebhookDeliveries, listWebhooks } from "./read-webhooks.ts";
import { listMissedEvents, redeliverEvents } from "./replay.ts";
import type { WebhookDeps } from "./rules.ts";
import { rotateWebhookSecret } from "./secrets.ts";
import { sendTestEvent } from "./test-event.ts";

/** Serves the webhook endpoints of merchants, publishers and wallets. */
export function webhookService(deps: WebhookDeps): ServedMethod[] {
  const replay = { ...deps, cursors: new EventCursors(deps.sealer) };
  return implement(WebhookServiceService, {
    createWebhook: createWebhook(deps),
    getWebhook,
    getWebhookKeys: getWebhookKeys(deps.signingKeys),
    listWebhooks,
    updateWebhook: updateWebhook(deps),
    deleteWebhook,
    rotateWebhookSecret: rotateWebhookSecret(deps),
    verifyWebhook,
    sendTestEvent: sendTestEvent(deps),
    listWebhookDeliveries,
    getWebhookDelivery: getWebhookDelivery(new ReceiverAnswers(deps.sealer)),
    listMissedEvents: listMissedEvents(replay),
    redeliverEvents: redeliverEvents(replay),
  });
}
