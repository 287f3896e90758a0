// `pda webhooks verify`: asks the receiver of an endpoint for the challenge, and waits for its answer.
import { setTimeout as sleep } from "node:timers/promises";
import type { components, PdaClient } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { callService } from "../call.ts";
import { CommandError } from "../failure.ts";
import type { WebhookOptions } from "./change.ts";
import { printWebhook } from "./print.ts";
import { webhookCall } from "./purpose.ts";

type Webhook = components["schemas"]["Webhook"];
type Delivery = components["schemas"]["WebhookDelivery"];

/** A receiver has 15 seconds for its answer, and the worker may begin a little later. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 300;

/** `pda webhooks verify`. @throws CommandError when the receiver has not answered with the challenge, or the service refuses */
export async function verifyWebhook(
  config: Config,
  webhookId: string,
  options: WebhookOptions,
): Promise<void> {
  const verified = await callService(config, options, webhookCall("events.write", webhookId), (api) =>
    verify(api, webhookId),
  );
  printWebhook(verified, options.json);
}

/** The service does not wait for the receiver, so the endpoint and its newest attempt tell the result. */
async function verify(api: PdaClient, webhookId: string): Promise<Webhook> {
  const path = { webhookId };
  const newest = async (): Promise<Delivery | undefined> => {
    const params = { path, query: { pageSize: 1 } };
    return (await api.GET("/api/v1/events/webhooks/{webhookId}/deliveries", { params })).data.items[0];
  };
  const before = await newest();
  let { data: webhook } = await api.POST("/api/v1/events/webhooks/{webhookId}/verify", { params: { path } });
  const until = Date.now() + PATIENCE_MS;
  while (webhook.status === "unverified") {
    const attempt = await newest();
    webhook = (await api.GET("/api/v1/events/webhooks/{webhookId}", { params: { path } })).data;
    if (webhook.status !== "unverified") break;
    if (attempt !== undefined && attempt.deliveryId !== before?.deliveryId) throw refused(attempt);
    if (Date.now() > until)
      throw new CommandError(
        "the receiver is not asked yet, because earlier attempts have failed",
        `wait some minutes, then see its status: pda webhooks show ${webhookId}`,
      );
    await sleep(PAUSE_MS);
  }
  return webhook;
}

function refused({ webhookId, deliveryId, error, tlsError, statusCode }: Delivery): CommandError {
  const why = [error, tlsError, statusCode].filter((each) => each !== undefined).join(" ");
  return new CommandError(
    `the receiver did not answer with the challenge: ${why}`,
    `see the attempt: pda webhooks attempts ${webhookId} ${deliveryId}; mend the receiver, then run this command again`,
  );
}
