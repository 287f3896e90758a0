import { randomBytes } from "node:crypto";
import { idOf, newUuid } from "../../domain/identifier/identifier.ts";
import type { DeliveryError } from "../../domain/webhook/answer.ts";
import type { Bodies } from "../../services/event/bodies.ts";
import type { Store } from "../../store/store.ts";
import type { SealedWebhookSecret } from "../../store/webhook/leases.ts";
import type { DueVerification } from "../../store/webhook/verifications.ts";
import { type Loop, type LoopOptions, startLoop } from "../loop.ts";
import type { AskedOrigins } from "./asked-origins.ts";
import { type AttemptMaker, makeAttempt } from "./attempt.ts";
import { type Authorized, WALLETS } from "./authorizations.ts";
import type { AttemptResult } from "./sender.ts";

const together = 64;

/** What is needed to verify endpoints. */
export interface VerifyOptions extends AttemptMaker, Pick<LoopOptions, "pauseMs"> {
  readonly store: Store;
  readonly bodies: Bodies;
  readonly askedOrigins: AskedOrigins;
}

/**
 * Asks receivers of unverified endpoints for a challenge, and enables the endpoints whose receivers answer it, until closed. A slow receiver
 * takes one place of many. Endpoints of wallets are asked apart: anybody can create wallets, and slow receivers of theirs must not delay
 * merchants and publishers.
 */
export function startVerifications(options: VerifyOptions, ofWallets: boolean): Loop {
  const { store, pauseMs, log } = options;
  const underWay = new Map<string, Promise<void>>();
  const loop = startLoop({
    name: ofWallets ? "verify-wallet-webhooks" : "verify-webhooks",
    pauseMs,
    log,
    round: async () => {
      const limit = together - underWay.size;
      if (limit === 0) return false;
      const { due, secrets } = await store.transact(async (tx) => {
        const taken = await tx.webhookVerifications.take(limit, ofWallets, [...underWay.keys()]);
        const ids = taken.map(({ webhookUuid }) => webhookUuid);
        return { due: taken, secrets: ids.length > 0 ? await tx.webhookLeases.secrets(ids) : [] };
      });
      for (const each of due) {
        const { webhookUuid } = each;
        const ofEndpoint = secrets.filter(({ webhookId }) => webhookId === webhookUuid);
        const asker = ofWallets ? WALLETS : each.tenantUuid;
        const verified = verify(options, { ...each, asker }, ofEndpoint)
          .catch((error: unknown) => {
            log.warn(
              { err: error, webhookId: webhookUuid },
              "an endpoint could not be verified; trying again",
            );
          })
          .finally(() => underWay.delete(webhookUuid));
        underWay.set(webhookUuid, verified);
      }
      return false;
    },
  });
  return {
    close: async () => {
      await loop.close();
      await Promise.all(underWay.values());
    },
  };
}

async function verify(
  options: VerifyOptions,
  due: DueVerification & Pick<Authorized, "asker">,
  secrets: readonly SealedWebhookSecret[],
): Promise<void> {
  const { store, askedOrigins } = options;
  const { webhookUuid, attempt, asker } = due;
  // Many owners of endpoints can share a host. The failures of one must not delay the others.
  const bound = `${asker} ${URL.parse(due.url)?.origin ?? ""}`;
  const waitMs = askedOrigins.begin(bound);
  if (waitMs > 0) return store.transact((tx) => tx.webhookVerifications.postpone(webhookUuid, waitMs));
  const webhookId = idOf("webhook", webhookUuid);
  const eventUuid = newUuid();
  const challenge = randomBytes(32).toString("base64url");
  const startedAt = new Date();
  const result = await ask(options, due, secrets, {
    eventId: idOf("event", eventUuid),
    challenge,
    startedAt,
  });
  const error = result.error ?? (answers(result.body.toString(), challenge) ? undefined : wrongAnswer);
  askedOrigins.end(bound, error === undefined);
  await store.transact(async (tx) => {
    const webhook = await tx.webhooks.lock({ kind: "all" }, webhookId);
    tx.webhookOutcomes.append([
      {
        deliveryId: newUuid(),
        webhookId: webhookUuid,
        tenantUuid: due.tenantUuid,
        eventUuid,
        position: 0n,
        sequence: 0n,
        attempt,
        startedAt,
        durationMs: result.durationMs,
        status: result.status,
        error,
        tlsError: result.tlsError,
        // A receiver that has not agreed to be one is not shown.
        encryptedAnswer: undefined,
        waitMs: error === undefined ? undefined : due.waitMs,
      },
    ]);
    // The answer says nothing of another receiver.
    if (error === undefined && webhook?.status === "unverified" && webhook.url === due.url)
      await tx.webhooks.enable(webhookId);
  });
}

const wrongAnswer: DeliveryError = "CHALLENGE";

/** Sends the challenge. Never rejects. */
function ask(
  options: VerifyOptions,
  {
    webhookUuid,
    url,
    publicKeySignature,
    httpSignature,
    attempt,
    authentication,
    asker,
  }: DueVerification & Pick<Authorized, "asker">,
  secrets: readonly SealedWebhookSecret[],
  sent: { readonly eventId: string; readonly challenge: string; readonly startedAt: Date },
): Promise<AttemptResult> {
  const { eventId, challenge, startedAt: at } = sent;
  const webhookId = idOf("webhook", webhookUuid);
  return makeAttempt(options, { webhookUuid, asker, authentication }, () => {
    const body = options.bodies.ofVerification({ eventId, webhookId, challenge, at });
    const signed = { secrets, publicKeySignature, httpSignature };
    return { url, ...signed, eventId, body, sequence: 0n, attempt, at, bodyDecides: true };
  });
}

/** Tells whether an answer has the challenge: as `{"challenge": "…"}`, or alone. */
export function answers(body: string, challenge: string): boolean {
  if (body.trim() === challenge) return true;
  try {
    return (JSON.parse(body) as { challenge?: unknown } | null)?.challenge === challenge;
  } catch {
    return false;
  }
}
