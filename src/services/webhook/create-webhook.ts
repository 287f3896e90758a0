import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { WebhookServiceService } from "../../../gen/ts/pda/event/v1/webhook_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { CONCURRENCY_DEFAULT, type WebhookOwner } from "../../domain/webhook/webhook.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import { authenticationOf, storeAuthentication } from "./authentication.ts";
import { webhookToProto } from "./convert.ts";
import { requireEventTypes, requireUrl, type WebhookDeps } from "./rules.ts";
import { secretOf, storeSecret } from "./secrets.ts";

/** Creates an unverified endpoint with its secret. The worker asks its receiver. */
export const createWebhook =
  (deps: WebhookDeps): Handlers<typeof WebhookServiceService>["createWebhook"] =>
  async ({ request, principal, transact }) => {
    const owner = ownerOf(request.tenantId, principal);
    const settings = {
      url: requireUrl(deps, request.url),
      eventTypes: requireEventTypes(deps, request.eventTypes),
      description: request.description,
      thin: request.thin,
      ordered: request.ordered,
      concurrency: request.concurrency ?? CONCURRENCY_DEFAULT,
      rate: request.rate,
      publicKeySignature: request.publicKeySignature,
    };
    const secret = secretOf(request.secret);
    const authentication = authenticationOf(deps, request.authentication);
    return transact(async (tx) => {
      await requireOwner(tx, owner);
      if ((await tx.webhooks.countOf(owner)) >= deps.webhooks.endpointsMax)
        throw new Failure("WEBHOOK_LIMIT", {
          message: `There are ${deps.webhooks.endpointsMax} webhook endpoints, the most that this service allows. Delete one first.`,
        });
      const created = await tx.webhooks.insert(newId("webhook"), owner, settings);
      await storeSecret(tx, deps.sealer, created.webhookId, secret);
      if (authentication) await storeAuthentication(tx, deps, created.webhookId, authentication);
      const webhook = authentication
        ? { ...created, authentication: authentication.authentication }
        : created;
      return { createdWebhook: { webhook: webhookToProto(webhook), secret } };
    });
  };

/** @throws Failure TENANT_REQUIRED for a caller that is bound to no tenant and names none */
function ownerOf(named: string | undefined, principal: Principal): WebhookOwner {
  const tenantId = named ?? principal.tenantId;
  if (tenantId === "")
    throw Failure.ofField(
      "tenant_id",
      "TENANT_REQUIRED",
      "It must name the merchant or publisher whose events are sent.",
    );
  return tenantId.startsWith("mer_") ? { merchantId: tenantId } : { publisherId: tenantId };
}

/** Locks the owner, so that it does not get more endpoints than it may have. @throws Failure UNKNOWN_REFERENCE about the field */
async function requireOwner(tx: Transaction, owner: WebhookOwner): Promise<void> {
  const found =
    owner.merchantId === undefined
      ? await tx.publishers.lock(owner.publisherId)
      : await tx.merchants.lock(owner.merchantId);
  if (!found)
    throw Failure.ofField(
      "tenant_id",
      "UNKNOWN_TENANT",
      "It names no merchant and no publisher of this service.",
    );
}
