import {
  type WebhookAuthentication,
  WebhookAuthenticationMethod,
} from "../../../gen/ts/pda/event/v1/webhook.ts";
import type { NewWebhookAuthentication } from "../../../gen/ts/pda/event/v1/webhook_service.ts";
import { requireReceiverUrl } from "../../domain/webhook/address.ts";
import type { Authentication } from "../../domain/webhook/authentication.ts";
import type { Webhook } from "../../domain/webhook/webhook.ts";
import { Failure } from "../../rpc/failure.ts";
import { aboutField } from "../../rpc/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import type { WebhookDeps } from "./rules.ts";

/** Returns the context that binds a sealed bearer token or client secret to its endpoint. */
export const webhookCredentialContext = (webhookUuid: string): string => `webhook-credential|${webhookUuid}`;

/** The authorisation of a request, with its secret in clear. */
export interface GivenAuthentication {
  readonly authentication: Authentication;
  readonly secret: string;
}

/** Returns the authorisation that a request gives; undefined when it gives none. @throws Failure INVALID_ARGUMENT about the field */
export function authenticationOf(
  { webhooks }: Pick<WebhookDeps, "webhooks">,
  given: NewWebhookAuthentication | undefined,
): GivenAuthentication | undefined {
  if (!given?.method) return undefined;
  if (given.method.$case === "bearerToken")
    return { authentication: { method: "bearer" }, secret: given.method.value };
  const { tokenEndpoint, clientId, clientSecret, scope } = given.method.value;
  aboutField("authentication.oauth.token_endpoint", () => requireReceiverUrl(tokenEndpoint, webhooks));
  return { authentication: { method: "oauth", tokenEndpoint, clientId, scope }, secret: clientSecret };
}

/** Stores the authorisation of a locked endpoint, its secret sealed; undefined for none. */
export function storeAuthentication(
  tx: Transaction,
  { sealer }: Pick<WebhookDeps, "sealer">,
  webhookId: string,
  given: GivenAuthentication | undefined,
): Promise<void> {
  return tx.webhooks.authenticate(
    webhookId,
    given && {
      authentication: given.authentication,
      seal: (webhookUuid) => sealer.seal(Buffer.from(given.secret), webhookCredentialContext(webhookUuid)),
    },
  );
}

/**
 * A caller that does not know the secret of an authorisation must not learn it by sending it to a receiver of its own.
 * @throws Failure REQUIRED about the field
 */
export function requireSameReceiver({ url, authentication }: Webhook, next: string): void {
  if (!authentication || URL.parse(url)?.origin === URL.parse(next)?.origin) return;
  throw Failure.ofField(
    "authentication",
    "REQUIRED",
    "The URL has another host or port, and the authentication is not sent there unasked: give it again, or clear it.",
  );
}

const methods: Record<Authentication["method"], WebhookAuthenticationMethod> = {
  bearer: WebhookAuthenticationMethod.WEBHOOK_AUTHENTICATION_METHOD_BEARER,
  oauth: WebhookAuthenticationMethod.WEBHOOK_AUTHENTICATION_METHOD_OAUTH,
};

/** Returns an authorisation as the contract shows it, without its secret. */
export function authenticationToProto(authentication: Authentication): WebhookAuthentication {
  const method = methods[authentication.method];
  if (authentication.method === "bearer") return { method };
  const { tokenEndpoint, clientId, scope } = authentication;
  return { method, tokenEndpoint, clientId, scope };
}
