import type { EventType } from "../../domain/event/event.ts";
import { newUuid, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Bodies } from "../../services/event/bodies.ts";
import { exampleData } from "../../services/webhook/example-data.ts";
import type { Store } from "../../store/store.ts";
import type { SealedWebhookSecret } from "../../store/webhook/leases.ts";
import type { TakenTest } from "../../store/webhook/tests.ts";
import { type Loop, type LoopOptions, startLoop } from "../loop.ts";
import { type AttemptMaker, makeAttempt } from "./attempt.ts";
import { WALLETS } from "./authorizations.ts";

const together = 64;

/** What is needed to send test events. */
export interface TestOptions extends AttemptMaker, Pick<LoopOptions, "pauseMs"> {
  readonly store: Store;
  readonly bodies: Bodies;
  /** Encrypts the first bytes of an answer for the history. */
  readonly encryptAnswer: (answer: Buffer, webhookId: string) => Buffer;
}

/**
 * Sends test events, each once, until closed. One of each tenant is under way at a time, so that slow receivers do not delay other tenants'.
 * Wallets have places of their own: anybody can create wallets.
 */
export function startTests(options: TestOptions): Loop {
  const { store, pauseMs, log } = options;
  const groups = [false, true].map((ofWallets) => ({
    ofWallets,
    underWay: new Map<string, Promise<void>>(),
  }));
  const loop = startLoop({
    name: "send-test-events",
    pauseMs,
    log,
    round: async () => {
      const { taken, secrets } = await store.transact(async (tx) => {
        const lists = await Promise.all(
          groups.map(async ({ ofWallets, underWay }) => {
            const tests = await tx.webhookTests.take(together - underWay.size, ofWallets, [
              ...underWay.keys(),
            ]);
            return tests.map((test) => ({ test, underWay }));
          }),
        );
        const all = lists.flat();
        const ids = all.map(({ test }) => uuidOf("webhook", test.webhookId));
        return { taken: all, secrets: ids.length > 0 ? await tx.webhookLeases.secrets(ids) : [] };
      });
      for (const { test, underWay } of taken) {
        const ofEndpoint = secrets.filter(({ webhookId }) => webhookId === uuidOf("webhook", test.webhookId));
        const sent = send(options, test, ofEndpoint)
          .catch((error: unknown) => {
            log.warn({ err: error, webhookId: test.webhookId }, "a test event could not be sent");
          })
          .finally(() => underWay.delete(test.tenantUuid));
        underWay.set(test.tenantUuid, sent);
      }
      return false;
    },
  });
  return {
    close: async () => {
      await loop.close();
      await Promise.all(groups.flatMap(({ underWay }) => [...underWay.values()]));
    },
  };
}

/** Sends a test event and records the attempt. Sends nothing to an endpoint that is no longer verified. */
async function send(
  options: TestOptions,
  { eventId, webhookId, tenantUuid, type, authentication }: TakenTest,
  secrets: readonly SealedWebhookSecret[],
): Promise<void> {
  const { store, bodies } = options;
  const webhook = await store.read.webhooks.get({ kind: "all" }, webhookId);
  if (webhook?.status !== "enabled" && webhook?.status !== "disabled") return;
  const webhookUuid = uuidOf("webhook", webhookId);
  const startedAt = new Date();
  const { url, publicKeySignature, httpSignature, thin } = webhook;
  const asker = webhook.owner.walletId === undefined ? tenantUuid : WALLETS;
  const result = await makeAttempt(options, { webhookUuid, asker, authentication }, () => {
    const example = exampleData(type as EventType, webhook, startedAt);
    const body = bodies.ofTest({ eventId, type, ...example, at: startedAt }, thin);
    const at = startedAt;
    return { url, secrets, publicKeySignature, httpSignature, eventId, body, sequence: 0n, attempt: 1, at };
  });
  const { status, error, tlsError, durationMs, body: answer } = result;
  await store.transact(async (tx) => {
    tx.webhookOutcomes.append([
      {
        deliveryId: newUuid(),
        webhookId: webhookUuid,
        tenantUuid,
        eventUuid: uuidOf("event", eventId),
        position: 0n,
        sequence: 0n,
        attempt: 1,
        startedAt,
        durationMs,
        status,
        error,
        tlsError,
        encryptedAnswer: answer.length > 0 ? options.encryptAnswer(answer, webhookUuid) : undefined,
        waitMs: undefined,
      },
    ]);
  });
}
