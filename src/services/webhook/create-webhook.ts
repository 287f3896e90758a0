import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { WebhookServiceService } from "../../../gen/ts/pda/event/v1/webhook_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { CONCURRENCY_DEFAULT, type WebhookOwner } from "../../domain/webhook/webhook.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import { authenticationOf, requireShown, storeAuthentication } from "./authentication.ts";
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
      eventTypes: requireEventTypes(deps, request.eventTypes, owner),
      description: request.description,
      thin: request.thin,
      ordered: request.ordered,
      concurrency: request.concurrency ?? CONCURRENCY_DEFAULT,
      rate: request.rate,
      publicKeySignature: request.publicKeySignature,
      httpSignature: request.httpSignature,
    };
    const secret = secretOf(request.secret);
    const authentication = authenticationOf(deps, request.authentication);
    requireShown(settings.url, authentication?.authentication);
    return transact(async (tx) => {
      await requireOwner(tx, owner);
      const { endpointsMax, walletEndpointsMax } = deps.webhooks;
      const max = owner.walletId === undefined ? endpointsMax : walletEndpointsMax;
      if ((await tx.webhooks.countOf(owner)) >= max)
        throw new Failure("WEBHOOK_LIMIT", {
          message:
            max === 0
              ? "This service sends nothing to endpoints of wallets. Read the wallet's events with ListEvents."
              : `There are ${max} webhook endpoints, the most that this service allows. Delete one first.`,
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
      "It must name the merchant, publisher or wallet whose events are sent.",
    );
  if (tenantId.startsWith("wal_")) return { walletId: tenantId };
  return tenantId.startsWith("mer_") ? { merchantId: tenantId } : { publisherId: tenantId };
}

/** Locks the owner, so that it does not get more endpoints than it may have. @throws Failure UNKNOWN_REFERENCE about the field */
async function requireOwner(tx: Transaction, owner: WebhookOwner): Promise<void> {
  if (!(await lockOwner(tx, owner)))
    throw Failure.ofField(
      "tenant_id",
      "UNKNOWN_TENANT",
      "It names no merchant, no publisher and no wallet of this service.",
    );
}

async function lockOwner(tx: Transaction, owner: WebhookOwner): Promise<boolean> {
  if (owner.walletId !== undefined) return (await tx.wallets.lock(owner.walletId)) !== undefined;
  const found =
    owner.merchantId === undefined
      ? await tx.publishers.lock(owner.publisherId)
      : await tx.merchants.lock(owner.merchantId);
  return found !== undefined;
}
