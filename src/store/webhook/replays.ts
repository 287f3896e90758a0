import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Webhook, WebhookOwner } from "../../domain/webhook/webhook.ts";
import { tenantIdOf } from "../../domain/webhook/webhook.ts";
import { identifiers, texts } from "../arrays.ts";
import { firstIdAt } from "../created.ts";
import { Repository, type Row } from "../database.ts";
import { uuidOfTenant } from "../tenant.ts";

/** Most that the clock of a process, or a long transaction, makes an event later than its identifier says. */
const marginMs = 300_000;

/** An event of an endpoint, and what became of it. */
export interface SentEvent {
  readonly eventId: string;
  readonly position: bigint;
  readonly type: string;
  /** Business time. */
  readonly occurredAt: Date;
  /** An attempt has delivered it. */
  readonly delivered: boolean;
  /** When it is sent again; absent when it is not. */
  readonly nextAt?: Date;
}

/** A part of the log: the positions after `after`, up to `upTo`. */
export interface LogRange {
  readonly after: bigint;
  readonly upTo: bigint;
}

/** Reads what became of an endpoint's events. The caller has found the endpoint in its tenant. */
export class WebhookReplayReader extends Repository {
  /**
   * Returns the part of the log that has all events from a real time on that the endpoint has passed. An enabled endpoint still gets the
   * events after its cursor; another one gets none of the log. The cursor of an ordered endpoint stays before the event that has failed,
   * and the part reaches up to this event: it is missing, and its owner must be able to have it sent again.
   */
  async range({ webhookId }: Pick<Webhook, "webhookId">, from: Date): Promise<LogRange> {
    const { after, up_to } = await this.session.one<{ readonly after: string; readonly up_to: string }>(
      {
        name: "webhook_replay_range",
        text: `select coalesce((select e.position - 1 from event e where e.event_id >= $2 order by e.event_id limit 1), l.last_position) as after,
            coalesce((select greatest(c.position, (select min(r.position) from webhook_retry r
                where w.ordered and r.webhook_id = c.webhook_id and r.position > c.position and r.attempts > 0))
              from webhook_cursor c join webhook w using (webhook_id) where c.webhook_id = $1 and w.status = 'enabled'), l.last_position) as up_to
          from event_log l`,
      },
      [uuidOf("webhook", webhookId), firstIdAt(from.getTime() - marginMs)],
    );
    return { after: BigInt(after), upTo: BigInt(up_to) };
  }

  /** Returns up to `size` events of these types of the endpoint's tenant in a part of the log, oldest first. */
  async events(
    { webhookId, owner }: Pick<Webhook, "webhookId" | "owner">,
    types: readonly string[],
    { after, upTo }: LogRange,
    size: number,
  ): Promise<SentEvent[]> {
    const rows = await this.session.run<SentRow>(
      {
        name: `webhook_replay_events_of_${columnOf(owner)}`,
        text: `select ${sentColumns} from unnest($3::text[]) as t (type) cross join lateral (
            select ${eventColumns} from event e
            where e.${columnOf(owner)} = $2 and e.type = t.type and e.position > $4 and e.position <= $5 order by e.position limit $6) e
          ${fate} order by e.position limit $6`,
      },
      [
        uuidOf("webhook", webhookId),
        uuidOfTenant(tenantIdOf(owner)),
        texts(types),
        after.toString(),
        upTo.toString(),
        size,
      ],
    );
    return rows.map(sentOf);
  }

  /** Returns those of the named events that the endpoint's tenant has, of these types. */
  async named(
    { webhookId, owner }: Pick<Webhook, "webhookId" | "owner">,
    types: readonly string[],
    eventIds: readonly string[],
  ): Promise<SentEvent[]> {
    const rows = await this.session.run<SentRow>(
      {
        name: `webhook_replay_named_of_${columnOf(owner)}`,
        text: `select ${sentColumns} from unnest($3::uuid[]) as n (event_id) join event e on e.event_id = n.event_id and e.${columnOf(owner)} = $2
          ${fate} where e.type = any($4::text[]) order by e.position`,
      },
      [
        uuidOf("webhook", webhookId),
        uuidOfTenant(tenantIdOf(owner)),
        identifiers("event", eventIds),
        texts(types),
      ],
    );
    return rows.map(sentOf);
  }
}

/** Has events sent again; exists inside a transaction only. */
export class WebhookReplayWriter extends WebhookReplayReader {
  /** Returns how many events wait to be sent to the endpoint again, counted up to `max`. */
  async waiting(webhookId: string, max: number): Promise<number> {
    const { waiting } = await this.session.one<{ readonly waiting: number }>(
      {
        name: "webhook_replay_waiting",
        text: "select count(*)::int as waiting from (select 1 from webhook_retry where webhook_id = $1 limit $2) r",
      },
      [uuidOf("webhook", webhookId), max],
    );
    return waiting;
  }

  /**
   * Has events sent again as soon as possible, with the numbers that they had. The endpoint is locked and enabled. An ordered endpoint no longer
   * waits for the time of its failed event; a pause that the receiver has asked for stays. Each request gives the events another time, by which
   * a worker knows that one came during its attempt.
   */
  async schedule(
    webhookId: string,
    events: readonly Pick<SentEvent, "eventId" | "position">[],
  ): Promise<void> {
    if (events.length === 0) return;
    const uuid = uuidOf("webhook", webhookId);
    // The cursor first, as the workers do that deliver.
    await this.session.run(
      {
        name: "webhook_replay_wake",
        text: "update webhook_cursor set blocked_until = null, due_at = least(due_at, greatest(business_now(), held_until)) where webhook_id = $1",
      },
      [uuid],
    );
    await this.session.run(
      {
        name: "webhook_replay_schedule",
        text: `insert into webhook_retry (webhook_id, event_id, position, sequence, attempts, next_at)
          select $1, x.event_id, x.position, coalesce((select d.sequence from webhook_delivery d
            where d.webhook_id = $1 and d.event_id = x.event_id order by d.created_at limit 1), 0), 0, business_now()
          from unnest($2::uuid[], $3::text[]::bigint[]) as x (event_id, position)
          on conflict (webhook_id, event_id) do update set next_at = excluded.next_at, failing_since = null`,
      },
      [
        uuid,
        identifiers("event", events, ({ eventId }) => eventId),
        texts(events.map(({ position }) => `${position}`)),
      ],
    );
  }
}

/** The column of the log that names the owner of an endpoint. */
const columnOf = ({ walletId }: WebhookOwner): string => (walletId === undefined ? "tenant_id" : "wallet_id");

const eventColumns = "e.event_id, e.position, e.type, e.occurred_at, e.recorded_at";
/** Whether an attempt has delivered the event `e`, and when it is sent again. An attempt is made after the event is recorded. */
const fate = `cross join lateral (select exists (select 1 from webhook_delivery d where d.webhook_id = $1 and d.position = e.position
    and d.error is null and d.created_at > e.recorded_at - interval '1 hour') as delivered) s
  left join webhook_retry r on r.webhook_id = $1 and r.event_id = e.event_id`;
const sentColumns = "e.event_id, e.position, e.type, e.occurred_at, s.delivered, r.next_at";

type SentRow = Row<"event", "event_id, position, type, occurred_at"> & {
  readonly delivered: boolean;
  readonly next_at: Date | null;
};

function sentOf(row: SentRow): SentEvent {
  return {
    eventId: idOf("event", row.event_id),
    position: BigInt(row.position),
    type: row.type,
    occurredAt: row.occurred_at,
    delivered: row.delivered,
    ...(row.next_at ? { nextAt: row.next_at } : {}),
  };
}
