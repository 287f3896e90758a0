import type {
  RedeliverEventsRequest,
  WebhookServiceService,
} from "../../../gen/ts/pda/event/v1/webhook_service.ts";
import { HISTORY_DAYS } from "../../domain/webhook/schedule.ts";
import type { Webhook } from "../../domain/webhook/webhook.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { Readers, Transaction } from "../../store/store.ts";
import type { LogRange, SentEvent } from "../../store/webhook/replays.ts";
import { sizeOf } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { type TimeRange, timeRangeOf } from "../contract/time-range.ts";
import { timestamp } from "../contract/timestamp.ts";
import type { EventCursors } from "../event/cursor.ts";
import { requirePresent } from "./convert.ts";
import type { WebhookDeps } from "./rules.ts";

type Service = Handlers<typeof WebhookServiceService>;

/** What is needed to find events to send again. */
export interface ReplayDeps extends Pick<WebhookDeps, "eventTypes"> {
  readonly cursors: EventCursors;
}

const DAY_MS = 86_400_000;
/** Events that one call looks at. */
const PORTION = 1_000;
/** Events that wait to be sent to one endpoint again. */
const WAITING_MAX = 10_000;

/** Lists the events of a range of time that no attempt has delivered. */
export const listMissedEvents =
  (deps: ReplayDeps): Service["listMissedEvents"] =>
  async ({ request, tenant, principal, read }) => {
    const { webhookId } = request;
    const asked = timeRangeOf(request);
    const token = new Token(deps, principal.tenantId);
    const after = token.positionOf(request.pageToken);
    const webhook = requireFound(await read.webhooks.get(tenant, webhookId));
    const range = await rangeSince(read, webhook, asked.from, after);
    const size = sizeOf(request);
    const events = await read.webhookReplays.events(webhook, typesOf(deps, webhook), range, size);
    return {
      items: events
        .filter((event) => !event.delivered && isIn(asked)(event))
        .map((event) => ({
          eventId: event.eventId,
          type: event.type,
          eventTime: timestamp(event.occurredAt),
          nextAttemptTime: event.nextAt && timestamp(event.nextAt),
        })),
      nextPageToken: token.after(events, size),
    };
  };

/** Has events sent again: those that the request names, or those of a range of time, or of these the missed ones. */
export const redeliverEvents =
  (deps: ReplayDeps): Service["redeliverEvents"] =>
  async ({ request, tenant, principal, transact }) => {
    requireOneSelection(request);
    const asked = timeRangeOf(request);
    const token = new Token(deps, principal.tenantId);
    const after = token.positionOf(request.pageToken);
    return transact(async (tx) => {
      const webhook = requireEnabled(requireFound(await tx.webhooks.lock(tenant, request.webhookId)));
      if ((await tx.webhookReplays.waiting(webhook.webhookId, WAITING_MAX)) >= WAITING_MAX)
        throw new Failure("REDELIVERY_LIMIT", {
          message: `${WAITING_MAX} events wait to be sent to the endpoint again. Repeat when they have been delivered.`,
        });
      const types = typesOf(deps, webhook);
      if (request.eventIds.length > 0) {
        const events = await tx.webhookReplays.named(webhook, types, request.eventIds);
        requireAll(request.eventIds, events);
        await tx.webhookReplays.schedule(webhook.webhookId, events);
        return { redelivery: { scheduledCount: events.length, nextPageToken: "" } };
      }
      const range = await rangeSince(tx, webhook, asked.from, after);
      const seen = await tx.webhookReplays.events(webhook, types, range, PORTION);
      const isMissed = ({ delivered }: SentEvent) => !(request.missedOnly && delivered);
      const events = seen.filter((event) => isMissed(event) && isIn(asked)(event));
      await tx.webhookReplays.schedule(webhook.webhookId, events);
      return { redelivery: { scheduledCount: events.length, nextPageToken: token.after(seen, PORTION) } };
    });
  };

/** @throws Failure ONE_SELECTION about the field unless the request names events or gives a range, and not both */
function requireOneSelection({ eventIds, fromTime, toTime, missedOnly }: RedeliverEventsRequest): void {
  const isNamed = eventIds.length > 0;
  if (isNamed === (fromTime !== undefined))
    throw Failure.ofField(
      isNamed ? "from_time" : "event_ids",
      "ONE_SELECTION",
      "Give either eventIds or fromTime.",
    );
  if (isNamed && toTime) throw Failure.ofField("to_time", "ONE_SELECTION", "Give toTime only with fromTime.");
  if (isNamed && missedOnly)
    throw Failure.ofField("missed_only", "ONE_SELECTION", "Give missedOnly only with fromTime.");
}

const isIn =
  ({ from, to }: TimeRange) =>
  ({ occurredAt }: SentEvent): boolean =>
    (!from || occurredAt >= from) && (!to || occurredAt < to);

/** A deployment may publish fewer types than it did when the endpoint was created. */
const typesOf = ({ eventTypes }: ReplayDeps, webhook: Webhook): string[] =>
  webhook.eventTypes.filter((type) => eventTypes.includes(type));

/**
 * Returns the part of the log from a business time on that the endpoint has passed. Business time is never behind real time, which
 * identifiers have, so the range begins early enough; `from` decides for each event.
 *
 * @throws Failure REPLAY_TOO_OLD about `from_time`
 */
async function rangeSince(
  read: Pick<Readers | Transaction, "clock" | "webhookReplays">,
  webhook: Webhook,
  from: Date | undefined,
  after: bigint | undefined,
): Promise<LogRange> {
  const now = await read.clock.now();
  const oldest = new Date(now.getTime() - HISTORY_DAYS * DAY_MS);
  if (!from || from < oldest)
    throw Failure.ofField(
      "from_time",
      "REPLAY_TOO_OLD",
      `It must be at most ${HISTORY_DAYS} days ago: ${oldest.toISOString()} or later. Read older events with ListEvents.`,
    );
  const offsetMs = Number(await read.clock.offsetSeconds()) * 1000;
  const range = await read.webhookReplays.range(webhook, new Date(from.getTime() - offsetMs));
  return after !== undefined && after > range.after ? { ...range, after } : range;
}

/** @throws Failure WEBHOOK_NOT_ENABLED, WEBHOOK_DELETED */
function requireEnabled(webhook: Webhook): Webhook {
  if (requirePresent(webhook).status === "enabled") return webhook;
  throw new Failure("WEBHOOK_NOT_ENABLED", {
    message: `The webhook endpoint is ${webhook.status}, so nothing is sent to it. ${
      webhook.status === "disabled" ? "Enable" : "Verify"
    } it first.`,
  });
}

/** @throws Failure UNKNOWN_EVENT about the first event that was not found */
function requireAll(asked: readonly string[], found: readonly SentEvent[]): void {
  const known = new Set(found.map(({ eventId }) => eventId));
  const index = asked.findIndex((eventId) => !known.has(eventId));
  if (index < 0) return;
  throw Failure.ofField(
    `event_ids[${index}]`,
    "UNKNOWN_EVENT",
    "It names no event of the endpoint's owner, or one of a type that the endpoint does not get.",
  );
}

/** Page tokens are positions of the log in the form of event cursors, which tell the caller nothing about other tenants. */
class Token {
  readonly #cursors: EventCursors;
  readonly #tenantId: string;

  constructor({ cursors }: ReplayDeps, tenantId: string) {
    this.#cursors = cursors;
    this.#tenantId = tenantId;
  }

  /** @throws Failure INVALID_PAGE_TOKEN */
  positionOf(pageToken: string): bigint | undefined {
    return pageToken === "" ? undefined : this.#cursors.positionOf(pageToken, this.#tenantId);
  }

  /** Returns the token of what follows a page; empty after a page that is not full. */
  after(events: readonly SentEvent[], size: number): string {
    const last = events.at(-1);
    return last && events.length >= size ? this.#cursors.cursorOf(last.position, this.#tenantId) : "";
  }
}
