import type { components } from "../../../clients/typescript/src/index.ts";
import { jsonText } from "../output/plain.ts";
import { printRows } from "../output/table.ts";

type Webhook = components["schemas"]["Webhook"];
type CreatedWebhook = components["schemas"]["CreatedWebhook"];

/** The status of an endpoint, with the reason why it is disabled. */
export const statusOf = ({ status, disabledReason }: Webhook): string =>
  disabledReason ? `${status} ${disabledReason}` : status;

/** Prints an endpoint. */
export function printWebhook(webhook: Webhook, json = false): void {
  if (json) return console.log(jsonText(webhook));
  printRows({
    webhook: webhook.webhookId,
    status: statusOf(webhook),
    url: webhook.url,
    description: webhook.description,
    events: webhook.eventTypes.join(" "),
    owner: webhook.merchantId ?? webhook.publisherId,
    sends: howSent(webhook),
    authorisation: webhook.authentication?.method,
    "failing since": webhook.failingSinceTime,
    created: webhook.createTime,
  });
}

function howSent({ ordered, concurrency, rate, thin, publicKeySignature, httpSignature }: Webhook): string {
  return [
    ordered ? "one after the other, in order" : `up to ${concurrency} at once`,
    rate === undefined ? undefined : `at most ${rate} a second`,
    thin ? "without the resource" : undefined,
    publicKeySignature ? "also signed with a key of the service" : undefined,
    httpSignature ? "also signed as RFC 9421 says" : undefined,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Prints an endpoint with its new secret. The secret is printed here only, and stored nowhere on this machine. */
export function printSecret(created: CreatedWebhook, json = false): void {
  if (json) return console.log(jsonText(created));
  printWebhook(created.webhook);
  if (created.oldSecretExpireTime)
    console.log(`the earlier secret signs, too, until ${created.oldSecretExpireTime}`);
  console.log(`secret  ${created.secret}`);
  console.log("Store the secret now: it is not shown again.");
}
