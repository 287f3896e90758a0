import type { EventType, StoredEvent } from "../../domain/event/event.ts";
import { idOf } from "../../domain/identifier/identifier.ts";
import { anyLength, bigints, integers, timestamps, uuids } from "../arrays.ts";
import { Repository, type Row, type Statement } from "../database.ts";

/** What an endpoint asks for: its next events after a position. */
export interface FeedRequest {
  readonly webhookId: string;
  readonly after: bigint;
  readonly recordedSince: Date;
  readonly size: number;
}

/** An event of an endpoint. */
interface FedEvent {
  readonly event: StoredEvent;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** When it is to be sent again, as the database writes it; undefined when it is not. */
  readonly dueAt: string | undefined;
  /** For how long it has failed; 0 before the first failure. */
  readonly failingSeconds: number;
}

/** What an endpoint asks for of the events that are to be sent again. */
export interface RetryRequest {
  readonly webhookId: string;
  readonly size: number;
  /** UUIDs of events that are left out. Other endpoints may have the same events to send again. */
  readonly except: readonly string[];
}

/** The next events of an endpoint. */
export interface FeedPage {
  readonly events: readonly FedEvent[];
  /** The page contains everything up to this position. */
  readonly readTo: bigint;
  readonly recordedSince: Date;
}

/** An event to send again. */
export interface DueRetry extends FedEvent {
  readonly webhookId: string;
  readonly sequence: bigint;
}

/** Reads what leased endpoints have to send. An endpoint whose lease another worker has gets nothing. */
export class WebhookFeedReader extends Repository {
  /** Tells whether an endpoint is enabled. */
  async isWanted(): Promise<boolean> {
    const { wanted } = await this.session.one<{ readonly wanted: boolean }>(
      {
        name: "webhook_wanted",
        text: "select exists (select from webhook where status = 'enabled') as wanted",
      },
      [],
    );
    return wanted;
  }

  /**
   * Returns the next events of endpoints, for those that have any. Only the months since an endpoint's last event are read, unless less is
   * found there than the endpoint has to get: the database's clock was set back, and later events have earlier times.
   */
  async events(owner: string, requests: readonly FeedRequest[]): Promise<ReadonlyMap<string, FeedPage>> {
    const pages = await this.#pages(feedStatement, owner, requests);
    const short = requests.filter(({ webhookId }) => pages.get(webhookId)?.isShort);
    if (short.length === 0) return pages;
    const whole = await this.#pages(wholeFeedStatement, owner, short);
    for (const { webhookId } of short) {
      const page = whole.get(webhookId);
      // Without a page, another worker has the endpoint by now.
      if (page) pages.set(webhookId, page);
      else pages.delete(webhookId);
    }
    return pages;
  }

  async #pages(
    statement: Statement,
    owner: string,
    requests: readonly FeedRequest[],
  ): Promise<Map<string, ReadPage>> {
    const rows = await this.session.run<FeedRow>(statement, [
      owner,
      uuids(requests.map((each) => each.webhookId)),
      bigints(requests.map((each) => each.after)),
      timestamps(requests.map((each) => each.recordedSince)),
      integers(requests.map((each) => each.size)),
    ]);
    const pages = Map.groupBy(rows, (row) => row.webhook_id);
    const sizes = new Map(requests.map(({ webhookId, size }) => [webhookId, size]));
    return new Map(
      [...pages].map(([webhookId, page]) => [webhookId, pageOf(page, sizes.get(webhookId) ?? 0)]),
    );
  }

  /**
   * Returns the events that are due to be sent again, up to `size` for each endpoint: those of an ordered one in the order of
   * the log, those of another one in the order in which they were due.
   */
  async retries(owner: string, asked: readonly RetryRequest[]): Promise<DueRetry[]> {
    const rows = await this.session.run<RetryRow>(retryStatement, [
      owner,
      uuids(asked.map((each) => each.webhookId)),
      integers(asked.map((each) => each.size)),
      uuids(asked.flatMap(({ webhookId, except }) => except.map(() => webhookId))),
      uuids(asked.flatMap(({ except }) => except)),
    ]);
    return rows.map((row) => ({
      webhookId: row.webhook_id,
      sequence: BigInt(row.sequence),
      attempts: row.attempts,
      dueAt: row.due_at,
      failingSeconds: row.failing_seconds,
      event: eventOf(row),
    }));
  }
}

const eventColumns = "e.event_id, e.position, e.type, e.subject, e.occurred_at, e.data, e.recorded_at";

/** The events of one type of an endpoint whose owner meets a condition. */
const eventsOf = (owner: string, times: string): string => `select ${eventColumns} from event e
  where ${owner} and e.type = t.type and e.position > x.after${times}
  order by e.position limit x.size`;

/** What is known of the wait of an event in `r`. */
const waitColumns = `r.next_at::text as due_at,
  coalesce(extract(epoch from business_now() - r.failing_since), 0)::float8 as failing_seconds`;

const retryColumns =
  "r.webhook_id, r.event_id, r.position, r.sequence, r.attempts, r.next_at, r.failing_since";

/** The events of an endpoint that are due to be sent again. */
const dueOf = (condition: string, order: string): string => `select ${retryColumns} from webhook_retry r
  where ${condition} and r.webhook_id = x.webhook_id and r.next_at <= business_now() and r.position <= c.position and r.event_id <> all(coalesce(k.events, '{}'))
  order by ${order} limit x.size`;

/** Reads one range of the index for each type. @param times a condition on the time of an event, which says what months are read */
const feedOf = (
  times: string,
): string => `select x.webhook_id, c.ready_position, clock_timestamp() as read_at, ${eventColumns}, r.attempts, ${waitColumns}
    from unnest(${anyLength("$2::uuid[]")}, $3::bigint[], $4::timestamptz[], $5::int[]) as x (webhook_id, after, since, size)
    join webhook_cursor c on c.webhook_id = x.webhook_id and c.lease_owner = $1 and c.ready_position > x.after
    join webhook w on w.webhook_id = x.webhook_id
    left join lateral (
      select ${eventColumns} from unnest(w.event_types) as t (type) cross join lateral (
        (${eventsOf("e.tenant_id = c.tenant_id and w.wallet_id is null", times)})
        union all
        (${eventsOf("e.wallet_id = w.wallet_id and w.wallet_id is not null", times)})) e
      order by e.position limit x.size) e on true
    left join webhook_retry r on r.webhook_id = x.webhook_id and r.event_id = e.event_id
    order by x.webhook_id, e.position`;

/** The margin is for a clock that was set. It costs nothing most of the time, as a table has the events of a month. */
const sinceLast =
  " and e.recorded_at > x.since - interval '7 days' and e.recorded_at < now() + interval '7 days'";
const feedStatement = { name: "webhook_feed", text: feedOf(sinceLast) };
const wholeFeedStatement = { name: "webhook_feed_whole", text: feedOf("") };

const retryStatement = {
  name: "webhook_retries_due",
  text: `select r.webhook_id, r.sequence, r.attempts, ${waitColumns}, ${eventColumns}
    from unnest(${anyLength("$2::uuid[]")}, $3::int[]) as x (webhook_id, size)
    join webhook_cursor c on c.webhook_id = x.webhook_id and c.lease_owner = $1
    join webhook w on w.webhook_id = x.webhook_id
    left join (select y.webhook_id, array_agg(y.event_id) as events from unnest($4::uuid[], $5::uuid[]) as y (webhook_id, event_id)
      group by y.webhook_id) k on k.webhook_id = x.webhook_id
    cross join lateral (
      (${dueOf("not w.ordered", "r.next_at")})
      union all
      (${dueOf("w.ordered", "r.position")})) r
    join event e on (e.tenant_id = c.tenant_id or e.wallet_id = c.tenant_id) and e.position = r.position and e.event_id = r.event_id
    order by case when w.ordered then r.position end, r.next_at`,
};

type EventRow = Row<"event", typeof eventColumns>;
/** The columns of the event are null when an endpoint has no further event. */
type FeedRow = { readonly [Column in keyof EventRow]: EventRow[Column] | null } & {
  readonly webhook_id: string;
  readonly ready_position: string;
  readonly read_at: Date;
  readonly attempts: number | null;
  readonly due_at: string | null;
  readonly failing_seconds: number;
};
type RetryRow = EventRow &
  Row<"webhook_retry", "webhook_id, sequence, attempts"> & {
    readonly due_at: string;
    readonly failing_seconds: number;
  };

/** A page as it was read. */
interface ReadPage extends FeedPage {
  /** The page is not full and ends before the last event that the sequencer has marked for the endpoint. */
  readonly isShort: boolean;
}

function pageOf(rows: readonly FeedRow[], size: number): ReadPage {
  const found = rows.filter((row): row is FeedRow & EventRow => row.event_id !== null);
  const events = found.map((row) => ({
    event: eventOf(row),
    attempts: row.attempts ?? 0,
    dueAt: row.due_at ?? undefined,
    failingSeconds: row.failing_seconds,
  }));
  const last = found.at(-1);
  if (last && found.length >= size)
    return { events, readTo: BigInt(last.position), recordedSince: last.recorded_at, isShort: false };
  // A page that is not full ends the log, as far as it was ready.
  const [first] = rows as readonly [FeedRow, ...FeedRow[]];
  const ready = BigInt(first.ready_position);
  const read = last ? BigInt(last.position) : 0n;
  return {
    events,
    readTo: read > ready ? read : ready,
    recordedSince: first.read_at,
    isShort: read < ready,
  };
}

function eventOf(row: EventRow): StoredEvent {
  return {
    eventId: idOf("event", row.event_id),
    position: BigInt(row.position),
    type: row.type as EventType,
    subject: row.subject,
    occurredAt: row.occurred_at,
    data: row.data,
  };
}
