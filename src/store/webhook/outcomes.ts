import { anyLength, bigints, booleans, byteas, integers, texts, timestamps, uuids } from "../arrays.ts";
import { Repository, type TransactionSession } from "../database.ts";

/** One attempt to deliver an event. */
export interface Attempt {
  /** UUID of the attempt, so that it is recorded once also when a commit was not acknowledged. */
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly tenantUuid: string;
  /** UUID of the event. */
  readonly eventUuid: string;
  readonly position: bigint;
  readonly sequence: bigint;
  /** Number of the attempt, from 1 on. */
  readonly attempt: number;
  /** Real time. */
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | undefined;
  /** Absent after a success. */
  readonly error: string | undefined;
  /** Why TLS failed; undefined with other errors. */
  readonly tlsError: string | undefined;
  /** First bytes of the answer, encrypted. */
  readonly encryptedAnswer: Buffer | undefined;
  /** Milliseconds until the event is sent again; undefined when it is not. */
  readonly waitMs: number | undefined;
  /** Type of the event; absent when the attempt only gets into the history. */
  readonly eventType?: string;
  /** When the event was to be sent again, as the worker has read it; undefined when it was not. */
  readonly dueAt?: string | undefined;
}

/** How far an endpoint has come after some attempts. */
export interface Progress {
  readonly webhookId: string;
  readonly position: bigint;
  readonly sequence: bigint;
  readonly recordedSince: Date;
  /** Failures in a row. */
  readonly failures: number;
  /** Whether an attempt has succeeded since the last progress. */
  readonly succeeded: boolean;
  /** Milliseconds for which nothing is sent; 0 to send at once again, undefined to leave it as it is. */
  readonly holdMs: number | undefined;
  /** UUID of the failed event that an ordered endpoint waits for; undefined when no further one has failed. */
  readonly blockedBy: string | undefined;
  /** Whether the worker gives the endpoint back. */
  readonly release: boolean;
}

/** Records attempts of leased endpoints; exists inside a transaction only. */
export class WebhookOutcomeWriter extends Repository<TransactionSession> {
  /**
   * Records attempts, what is sent again, and how far the endpoints have come, in one round trip with the commit. The history gets every
   * attempt. The rest changes only for endpoints that the owner still has.
   *
   * @returns the endpoints without a success for `failingDays`
   */
  async record(
    owner: string,
    attempts: readonly Attempt[],
    progress: readonly Progress[],
    failingDays: number,
  ): Promise<string[]> {
    const ids = uuids(progress.map((each) => each.webhookId));
    const columns = retryColumns(attempts);
    // The history needs no lock, and the sequencer waits for the locks of endpoints.
    if (attempts.length > 0) this.#append(attempts, columns);
    this.session.send(lockStatement, [owner, ids]);
    if (attempts.length > 0) this.#setRetries(owner, attempts, columns);
    const rows = await this.session.run<{ readonly failing: string | null }>(progressStatement, [
      owner,
      ids,
      bigints(progress.map((each) => each.position)),
      bigints(progress.map((each) => each.sequence)),
      timestamps(progress.map((each) => each.recordedSince)),
      integers(progress.map((each) => each.failures)),
      booleans(progress.map((each) => each.succeeded)),
      integers(progress.map((each) => each.holdMs ?? null)),
      booleans(progress.map((each) => each.release)),
      uuids(progress.map((each) => each.blockedBy ?? null)),
      failingDays,
    ]);
    return rows.flatMap(({ failing }) => failing ?? []);
  }

  /** Records attempts in the history only. The commit waits for the result. */
  append(attempts: readonly Attempt[]): void {
    this.#append(attempts, retryColumns(attempts));
  }

  #append(attempts: readonly Attempt[], columns: RetryColumns): void {
    const { webhooks, events, positions, sequences, numbers } = columns;
    this.session.send(historyStatement, [
      uuids(attempts.map((each) => each.deliveryId)),
      webhooks,
      uuids(attempts.map((each) => each.tenantUuid)),
      events,
      positions,
      sequences,
      numbers,
      timestamps(attempts.map((each) => each.startedAt)),
      integers(attempts.map((each) => each.durationMs)),
      integers(attempts.map((each) => each.status ?? null)),
      texts(attempts.map((each) => each.error ?? null)),
      texts(attempts.map((each) => each.tlsError ?? null)),
      byteas(attempts.map((each) => each.encryptedAnswer ?? null)),
      integers(attempts.map((each) => (each.status === GONE ? null : (each.waitMs ?? null)))),
    ]);
  }

  #setRetries(owner: string, attempts: readonly Attempt[], columns: RetryColumns): void {
    const { webhooks, events, positions, sequences, numbers, waits } = columns;
    const dueAts = texts(attempts.map((each) => each.dueAt ?? null));
    const fails = attempts.some(({ waitMs }) => waitMs !== undefined);
    if (fails) {
      const types = texts(attempts.map((each) => each.eventType ?? null));
      const values = [owner, webhooks, events, positions, sequences, numbers, waits, types, dueAts];
      this.session.send(retryStatement, values);
    }
    const succeeded = booleans(attempts.map(({ error }) => error === undefined));
    this.session.send(doneStatement, [owner, webhooks, events, waits, dueAts, succeeded]);
  }
}

/** Columns of attempts that the history and the retries have in common, as parameters. */
type RetryColumns = ReturnType<typeof retryColumns>;

/** After 410 nothing is sent again before the endpoint is enabled, so no time can be told. */
const GONE = 410;

const retryColumns = (attempts: readonly Attempt[]) => ({
  webhooks: uuids(attempts.map((each) => each.webhookId)),
  events: uuids(attempts.map((each) => each.eventUuid)),
  positions: bigints(attempts.map((each) => each.position)),
  sequences: bigints(attempts.map((each) => each.sequence)),
  numbers: integers(attempts.map((each) => each.attempt)),
  waits: integers(attempts.map((each) => each.waitMs ?? null)),
});

/** Workers and the sequencer lock endpoints in the order of their identifiers. */
const lockStatement = {
  name: "webhook_outcome_lock",
  text: `select 1 from webhook_cursor where webhook_id = any(${anyLength("$2::uuid[]")}) and lease_owner = $1 order by webhook_id for update`,
};

const historyStatement = {
  name: "webhook_delivery_append",
  text: `insert into webhook_delivery (delivery_id, webhook_id, tenant_id, event_id, position, sequence, attempt, created_at, duration_ms,
      status, error, tls_error, encrypted_answer, next_at)
    select d, w, t, e, p, s, a, c, m, h, x, l, b, business_now() + n * interval '1 ms'
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $7::int[], $8::timestamptz[], $9::int[],
      $10::int[], $11::text[], $12::text[], $13::bytea[], $14::int[]) as y (d, w, t, e, p, s, a, c, m, h, x, l, b, n)
    on conflict do nothing`,
};

/**
 * A time that the worker has not read was set by a request to send the event again, which came during the attempt: it stays. The lock on
 * the endpoint keeps such requests from coming meanwhile. An event that was asked for before its first attempt has no number yet: it gets
 * the number of this attempt. Nothing is sent again of a type that the endpoint has no longer.
 */
const retryStatement = {
  name: "webhook_retry_set",
  text: `insert into webhook_retry (webhook_id, event_id, position, sequence, attempts, next_at, failing_since)
    select y.w, y.e, y.p, y.s, y.a, coalesce(case when r.next_at <> y.k::timestamptz or y.k is null then r.next_at end,
      business_now() + y.n * interval '1 ms'), business_now()
    from unnest(${anyLength("$2::uuid[]")}, $3::uuid[], $4::bigint[], $5::bigint[], $6::int[], $7::int[], $8::text[], $9::text[]) as y (w, e, p, s, a, n, t, k)
    join webhook_cursor c on c.webhook_id = y.w and c.lease_owner = $1
    join webhook v on v.webhook_id = y.w and y.t = any(v.event_types)
    left join webhook_retry r on r.webhook_id = y.w and r.event_id = y.e
    where y.n is not null
    on conflict (webhook_id, event_id) do update set attempts = excluded.attempts, next_at = excluded.next_at,
      sequence = case when webhook_retry.sequence = 0 then excluded.sequence else webhook_retry.sequence end,
      failing_since = coalesce(webhook_retry.failing_since, excluded.failing_since)`,
};

const doneStatement = {
  name: "webhook_retry_done",
  text: `delete from webhook_retry r
    using unnest(${anyLength("$2::uuid[]")}, $3::uuid[], $4::int[], $5::text[], $6::boolean[]) as y (w, e, n, k, succeeded), webhook_cursor c
    where c.webhook_id = w and c.lease_owner = $1 and r.webhook_id = w and r.event_id = e and n is null
      and (succeeded or r.next_at = k::timestamptz)`,
};

const progressStatement = {
  name: "webhook_progress",
  text: `update webhook_cursor c set position = n.position, sequence = n.sequence, recorded_since = n.since, failures = n.failures,
      failing_since = n.failing_since, held_until = n.held_until, blocked_until = n.blocked_until,
      lease_owner = case when n.release then null else c.lease_owner end,
      lease_until = case when n.release then null else c.lease_until end,
      due_at = case when n.release then n.due_at else coalesce(n.until, least(c.due_at, business_now())) end
    from (
      select x.webhook_id, x.position, x.sequence, x.since, x.failures, x.release, f.failing_since, h.held_until, b.blocked_until, p.until,
        case when work.at is null then null else greatest(work.at, p.until) end as due_at
      from unnest(${anyLength("$2::uuid[]")}, $3::bigint[], $4::bigint[], $5::timestamptz[], $6::int[], $7::boolean[], $8::int[], $9::boolean[], $10::uuid[])
        as x (webhook_id, position, sequence, since, failures, succeeded, hold_ms, release, blocked_by)
      join webhook_cursor c on c.webhook_id = x.webhook_id and c.lease_owner = $1
      join webhook w on w.webhook_id = x.webhook_id
      cross join lateral (select case when x.failures = 0 then null when x.succeeded then business_now()
        else coalesce(c.failing_since, business_now()) end as failing_since) f
      cross join lateral (select case when x.hold_ms is null then c.held_until when x.hold_ms = 0 then null
        else greatest(c.held_until, business_now() + x.hold_ms * interval '1 ms') end as held_until) h
      cross join lateral (select case when x.blocked_by is not null then (select r.next_at from webhook_retry r
          where r.webhook_id = x.webhook_id and r.event_id = x.blocked_by and w.ordered)
        when x.hold_ms = 0 then null else c.blocked_until end as blocked_until) b
      cross join lateral (select greatest(h.held_until, b.blocked_until) as until) p
      cross join lateral (select case when x.release and w.status = 'enabled' then least(
        case when c.ready_position > x.position then business_now() end,
        (select min(r.next_at) from webhook_retry r
          where r.webhook_id = x.webhook_id and (not w.ordered or r.position <= x.position))) end as at) work) n
    where c.webhook_id = n.webhook_id
    returning case when c.failing_since <= business_now() - make_interval(days => $11) then c.webhook_id end as failing`,
};
