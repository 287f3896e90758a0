import { randomBytes, timingSafeEqual } from "node:crypto";
import type { WebhookServiceService } from "../../../gen/ts/pda/event/v1/webhook_service.ts";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { Sealer } from "../../rpc/seal.ts";
import type { Transaction } from "../../store/store.ts";
import { requireFound } from "../contract/require-found.ts";
import { timestamp } from "../contract/timestamp.ts";
import { requirePresent, webhookToProto } from "./convert.ts";

const PREFIX = "whsec_";
const BYTES = 32;
const BYTES_MIN = 24;
const BYTES_MAX = 64;
const OVERLAP_SECONDS = 86_400;

/** Returns the context that binds a sealed secret to its place. */
export const webhookSecretContext = (webhookUuid: string, secretUuid: string): string =>
  `webhook-secret|${webhookUuid}|${secretUuid}`;

/**
 * Returns the secret of a request, or a random one, as Standard Webhooks writes it.
 * @throws Failure WEBHOOK_SECRET_MALFORMED about the field
 */
export function secretOf(given: string | undefined): string {
  if (given === undefined) return PREFIX + randomBytes(BYTES).toString("base64");
  const bytes = Buffer.from(given.slice(PREFIX.length), "base64");
  const isCanonical = PREFIX + bytes.toString("base64") === given;
  if (isCanonical && bytes.length >= BYTES_MIN && bytes.length <= BYTES_MAX) return given;
  throw Failure.ofField(
    "secret",
    "WEBHOOK_SECRET_MALFORMED",
    `It must be ${PREFIX} and ${BYTES_MIN} to ${BYTES_MAX} bytes in base64 with padding.`,
  );
}

/** A secret that takes its own place would leave a known one in use. @throws Failure WEBHOOK_SECRET_IN_USE about the field */
async function requireNew(tx: Transaction, sealer: Sealer, webhookId: string, secret: string): Promise<void> {
  const key = keyIn(secret);
  const inUse = await tx.webhookLeases.secrets([uuidOf("webhook", webhookId)]);
  const isInUse = inUse.some(({ sealed, secretId, webhookId: webhookUuid }) => {
    const known = sealer.open(sealed, webhookSecretContext(webhookUuid, secretId));
    return known.length === key.length && timingSafeEqual(known, key);
  });
  if (isInUse)
    throw Failure.ofField(
      "secret",
      "WEBHOOK_SECRET_IN_USE",
      "The endpoint has this secret already. Send another one, or none.",
    );
}

const keyIn = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

/** Stores a secret, sealed, as the one in use. The key itself is sealed, without its prefix. */
export function storeSecret(
  tx: Transaction,
  sealer: Sealer,
  webhookId: string,
  secret: string,
): Promise<void> {
  const key = keyIn(secret);
  return tx.webhookSecrets.insert(webhookId, (webhookUuid, secretUuid) =>
    sealer.seal(key, webhookSecretContext(webhookUuid, secretUuid)),
  );
}

/** Replaces the secret of an endpoint. */
export const rotateWebhookSecret =
  ({ sealer }: { readonly sealer: Sealer }): Handlers<typeof WebhookServiceService>["rotateWebhookSecret"] =>
  async ({ request, tenant, transact }) => {
    const { webhookId, overlapSeconds = OVERLAP_SECONDS } = request;
    const secret = secretOf(request.secret);
    return transact(async (tx) => {
      requirePresent(requireFound(await tx.webhooks.lock(tenant, webhookId)));
      const until = await tx.webhookSecrets.overlapUntil(webhookId);
      if (until && overlapSeconds > 0)
        throw new Failure("SECRET_OVERLAP", {
          message: `The secret before is in use until ${until.toISOString()}. Wait, or replace both with overlapSeconds 0.`,
        });
      if (request.secret !== undefined) await requireNew(tx, sealer, webhookId, secret);
      const oldSecretEnd = await tx.webhookSecrets.end(webhookId, overlapSeconds);
      await storeSecret(tx, sealer, webhookId, secret);
      await tx.webhooks.touch(webhookId);
      return {
        createdWebhook: {
          webhook: webhookToProto(requireFound(await tx.webhooks.get(tenant, webhookId))),
          secret,
          oldSecretExpireTime: oldSecretEnd && timestamp(oldSecretEnd),
        },
      };
    });
  };
