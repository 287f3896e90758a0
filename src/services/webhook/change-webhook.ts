import type {
  UpdateWebhookRequest,
  WebhookServiceService,
} from "../../../gen/ts/pda/event/v1/webhook_service.ts";
import type { Webhook, WebhookSettings } from "../../domain/webhook/webhook.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import { requireVersion } from "../contract/precondition.ts";
import { requireFound } from "../contract/require-found.ts";
import { changesOf } from "../contract/update.ts";
import {
  authenticationOf,
  requireSameReceiver,
  requireShown,
  storeAuthentication,
} from "./authentication.ts";
import { requirePresent, webhookToProto } from "./convert.ts";
import { requireEventTypes, requireUrl, requireVerified, type WebhookDeps } from "./rules.ts";

/** Fields that an update can change but not clear, with their names in the contract. An empty list of types is refused with the types. */
const required = [
  ["url", "url"],
  ["thin", "thin"],
  ["ordered", "ordered"],
  ["concurrency", "concurrency"],
  ["publicKeySignature", "public_key_signature"],
  ["httpSignature", "http_signature"],
  ["enabled", "enabled"],
] as const;

type Service = Handlers<typeof WebhookServiceService>;

/** Changes the settings of an endpoint, and whether it is enabled. */
export const updateWebhook =
  (deps: WebhookDeps): Service["updateWebhook"] =>
  async ({ request, tenant, transact }) => {
    const { webhookId } = request;
    const changes = changesOf(request);
    for (const [field, name] of required)
      if (changes(field) && request[field] === undefined)
        throw Failure.ofField(name, "REQUIRED", "It cannot be cleared.");
    const asked = {
      ...request,
      ...(changes("url") && request.url !== undefined ? { url: requireUrl(deps, request.url) } : {}),
    };
    const authentication = authenticationOf(deps, request.authentication);
    return transact(async (tx) => {
      const found = requireFound(await tx.webhooks.lock(tenant, webhookId));
      const webhook = requirePresent(requireVersion(found, request.ifMatch));
      if (changes("eventTypes"))
        asked.eventTypes = requireEventTypes(deps, request.eventTypes, webhook.owner);
      const settings = changed(webhook, asked, changes);
      if (!changes("authentication")) requireSameReceiver(webhook, settings.url);
      requireShown(
        settings.url,
        changes("authentication") ? authentication?.authentication : webhook.authentication,
      );
      const isReplaced =
        changes("authentication") && (authentication ?? webhook.authentication) !== undefined;
      const former = new Set(webhook.eventTypes);
      const hasOtherTypes =
        settings.eventTypes.length !== former.size || settings.eventTypes.some((type) => !former.has(type));
      if (isReplaced) await storeAuthentication(tx, deps, webhookId, authentication);
      if (JSON.stringify(settings) !== JSON.stringify(changed(webhook, asked, () => false)))
        await tx.webhooks.update(webhookId, settings);
      else if (isReplaced) await tx.webhooks.touch(webhookId);
      if (hasOtherTypes) await tx.webhooks.changeTypes(webhookId);
      const moved = settings.url !== webhook.url;
      if (moved) await tx.webhooks.suspend(webhookId);
      if (changes("enabled") && request.enabled !== undefined)
        await setEnabled(tx, moved ? { ...webhook, status: "unverified" } : webhook, request.enabled);
      return { webhook: webhookToProto(requireFound(await tx.webhooks.get(tenant, webhookId))) };
    });
  };

/** Deletes an endpoint. Deleting a deleted one changes nothing. */
export const deleteWebhook: Service["deleteWebhook"] = async ({ request, tenant, transact }) =>
  transact(async (tx) => {
    const { webhookId, ifMatch } = request;
    const webhook = requireVersion(requireFound(await tx.webhooks.lock(tenant, webhookId)), ifMatch);
    if (webhook.status !== "deleted") await tx.webhooks.delete(webhookId);
    return { webhook: webhookToProto(requireFound(await tx.webhooks.get(tenant, webhookId))) };
  });

/** Has the receiver of an unverified endpoint asked again. */
export const verifyWebhook: Service["verifyWebhook"] = async ({ request, tenant, transact }) =>
  transact(async (tx) => {
    const { webhookId } = request;
    const webhook = requirePresent(requireFound(await tx.webhooks.lock(tenant, webhookId)));
    if (webhook.status === "unverified") await tx.webhooks.askAgain(webhookId);
    return { webhook: webhookToProto(webhook) };
  });

/** Returns the settings with the changes of a request. */
function changed(
  webhook: Webhook,
  request: Omit<UpdateWebhookRequest, "webhookId" | "ifMatch">,
  changes: (field: keyof UpdateWebhookRequest) => boolean,
): WebhookSettings {
  return {
    url: (changes("url") ? request.url : undefined) ?? webhook.url,
    description: changes("description") ? (request.description ?? "") : webhook.description,
    eventTypes: changes("eventTypes") ? request.eventTypes : webhook.eventTypes,
    thin: (changes("thin") ? request.thin : undefined) ?? webhook.thin,
    ordered: (changes("ordered") ? request.ordered : undefined) ?? webhook.ordered,
    concurrency: (changes("concurrency") ? request.concurrency : undefined) ?? webhook.concurrency,
    rate: changes("rate") ? request.rate : webhook.rate,
    publicKeySignature:
      (changes("publicKeySignature") ? request.publicKeySignature : undefined) ?? webhook.publicKeySignature,
    httpSignature: (changes("httpSignature") ? request.httpSignature : undefined) ?? webhook.httpSignature,
  };
}

/** @throws Failure WEBHOOK_NOT_VERIFIED */
async function setEnabled(tx: Transaction, webhook: Webhook, enabled: boolean): Promise<void> {
  const { webhookId, status } = requireVerified(webhook);
  if (enabled && status === "disabled") await tx.webhooks.enable(webhookId);
  if (!enabled && status === "enabled") await tx.webhooks.disable(webhookId);
}
