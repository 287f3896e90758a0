import type { WebhookServiceService } from "../../../gen/ts/pda/event/v1/webhook_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { tenantIdOf, type Webhook } from "../../domain/webhook/webhook.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { requireFound } from "../contract/require-found.ts";
import { requirePresent } from "./convert.ts";
import { requireVerified, type WebhookDeps } from "./rules.ts";

const WAITING_MAX = 10;

/** Has a test event sent to an endpoint. A worker sends it. */
export const sendTestEvent =
  ({
    eventTypes,
  }: Pick<WebhookDeps, "eventTypes">): Handlers<typeof WebhookServiceService>["sendTestEvent"] =>
  async ({ request, tenant, transact }) =>
    transact(async (tx) => {
      const { webhookId } = request;
      const webhook = requireVerified(
        requirePresent(requireFound(await tx.webhooks.lock(tenant, webhookId))),
      );
      const type = typeOf(request.eventType, webhook, eventTypes);
      if ((await tx.webhookTests.waiting(webhookId)) >= WAITING_MAX)
        throw new Failure("TEST_EVENT_LIMIT", {
          message: `${WAITING_MAX} test events wait to be sent to the endpoint. Repeat when they have been sent.`,
        });
      const eventId = newId("event");
      await tx.webhookTests.insert({ eventId, webhookId, type }, tenantIdOf(webhook.owner));
      return { testEvent: { eventId, webhookId, type } };
    });

/** @throws Failure UNKNOWN_EVENT_TYPE about the field */
function typeOf(asked: string | undefined, webhook: Webhook, published: readonly string[]): string {
  // A deployment may publish fewer types than it did when the endpoint was created.
  const types = webhook.eventTypes.filter((type) => published.includes(type));
  const type = asked === undefined ? types[0] : types.find((each) => each === asked);
  if (type !== undefined) return type;
  throw Failure.ofField(
    "event_type",
    "UNKNOWN_EVENT_TYPE",
    types.length === 0
      ? "This service publishes none of the endpoint's types any more. Change the types of the endpoint."
      : `It must be a type that the endpoint gets: ${types.join(", ")}.`,
  );
}
