import {
  type WebhookAuthentication,
  WebhookAuthenticationMethod,
} from "../../../gen/ts/pda/event/v1/webhook.ts";
import type {
  WebhookClientCertificate,
  WebhookCredential,
} from "../../../gen/ts/pda/event/v1/webhook_service.ts";
import { requireReceiverUrl } from "../../domain/webhook/address.ts";
import type { Authentication } from "../../domain/webhook/authentication.ts";
import type { Webhook } from "../../domain/webhook/webhook.ts";
import { Failure } from "../../rpc/failure.ts";
import { aboutField } from "../../rpc/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import {
  ClientIdentityError,
  type ClientIdentityReason,
  readClientIdentity,
} from "../../trust/client-identity.ts";
import { timestamp } from "../contract/timestamp.ts";
import type { WebhookDeps } from "./rules.ts";

/** Returns the context that binds a sealed bearer token or client secret to its endpoint. */
export const webhookCredentialContext = (webhookUuid: string): string => `webhook-credential|${webhookUuid}`;

/** The authorisation of a request, with its secret in clear. */
export interface GivenAuthentication {
  readonly authentication: Authentication;
  readonly secret: string | Buffer;
}

/** Returns the authorisation that a request gives; undefined when it gives none. @throws Failure INVALID_ARGUMENT about the field */
export function authenticationOf(
  { webhooks }: Pick<WebhookDeps, "webhooks">,
  given: WebhookCredential | undefined,
): GivenAuthentication | undefined {
  if (!given?.method) return undefined;
  if (given.method.$case === "bearerToken")
    return { authentication: { method: "bearer" }, secret: given.method.value };
  if (given.method.$case === "clientCertificate") return certificateOf(given.method.value);
  const { tokenEndpoint, clientId, clientSecret, scope } = given.method.value;
  aboutField("authentication.oauth.token_endpoint", () => requireReceiverUrl(tokenEndpoint, webhooks));
  return { authentication: { method: "oauth", tokenEndpoint, clientId, scope }, secret: clientSecret };
}

/** @throws Failure INVALID_ARGUMENT about the field */
function certificateOf({ certificateChain, privateKey }: WebhookClientCertificate): GivenAuthentication {
  try {
    const { key, ...certificate } = readClientIdentity(certificateChain, privateKey, new Date());
    return { authentication: { method: "certificate", ...certificate }, secret: key };
  } catch (error) {
    if (!(error instanceof ClientIdentityError)) throw error;
    const [field, message] = certificateRefusals[error.reason];
    throw Failure.ofField(`authentication.client_certificate.${field}`, error.reason, message);
  }
}

const certificateRefusals: Record<ClientIdentityReason, readonly [field: string, message: string]> = {
  CLIENT_CERTIFICATE_UNREADABLE: [
    "certificate_chain",
    "It must be 1 to 5 X.509 certificates in PEM, the client's own first.",
  ],
  CLIENT_CERTIFICATE_CHAIN_BROKEN: [
    "certificate_chain",
    "Each certificate must be issued by the one after it, the client's own first.",
  ],
  CLIENT_CERTIFICATE_EXPIRED: ["certificate_chain", "The client's certificate has expired."],
  CLIENT_KEY_UNREADABLE: [
    "private_key",
    "It must be a private key in PEM without a passphrase: EC on P-256, P-384 or P-521, RSA of 2,048 to 8,192 bits, or Ed25519.",
  ],
  CLIENT_KEY_OF_OTHER_CERTIFICATE: [
    "private_key",
    "It must be the key of the first certificate of the chain.",
  ],
};

/** A certificate is only shown over TLS. @throws Failure URL_SCHEME_NOT_ALLOWED about the URL */
export function requireShown(url: string, authentication: Authentication | undefined): void {
  if (authentication?.method === "certificate" && URL.parse(url)?.protocol !== "https:")
    throw Failure.ofField("url", "URL_SCHEME_NOT_ALLOWED", "A client certificate is only shown over https.");
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
  certificate: WebhookAuthenticationMethod.WEBHOOK_AUTHENTICATION_METHOD_CLIENT_CERTIFICATE,
};

/** Returns an authorisation as the contract shows it, without its secret. */
export function authenticationToProto(authentication: Authentication): WebhookAuthentication {
  const method = methods[authentication.method];
  if (authentication.method === "bearer") return { method };
  if (authentication.method === "certificate")
    return {
      method,
      certificateExpireTime: timestamp(authentication.expiresAt),
      certificateFingerprint: authentication.fingerprint,
    };
  const { tokenEndpoint, clientId, scope } = authentication;
  return { method, tokenEndpoint, clientId, scope };
}
