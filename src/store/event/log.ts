import { type Tenant, tenantUuid } from "../../domain/access/principal.ts";
import type { EventType, StoredEvent } from "../../domain/event/event.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { texts } from "../arrays.ts";
import { Repository, type Row, type Statement, sql } from "../database.ts";
import { sequencedSignal, sequencedText } from "./signals.ts";

const eventColumns = "e.event_id, e.position, e.type, e.subject, e.occurred_at, e.data";
const outboxColumns =
  "tenant_id, event_id, merchant_id, publisher_id, wallet_id, type, subject, occurred_at, data";

/** Reads the event log, within the caller's tenant. */
export class EventReader extends Repository {
  /** Returns up to `size` events of these types after a position, in the order of their positions. */
  async list(tenant: Tenant, types: readonly string[], after: bigint, size: number): Promise<StoredEvent[]> {
    return this.#list(lists, tenant, [texts(types), after.toString(), size]);
  }

  /** Returns up to `size` events about a resource, of these types, after a position, in the order of their positions. */
  async listAbout(
    subject: string,
    tenant: Tenant,
    types: readonly string[],
    after: bigint,
    size: number,
  ): Promise<StoredEvent[]> {
    return this.#list(listsAbout, tenant, [texts(types), after.toString(), size, subject]);
  }

  async #list(statements: Lists, tenant: Tenant, asked: readonly unknown[]): Promise<StoredEvent[]> {
    if (tenant.kind === "none") return [];
    const values = tenant.kind === "all" ? asked : [...asked, tenantUuid(tenant)];
    const rows = await this.session.run<EventRow>(statements[columnOf(tenant)], values);
    return rows.map(eventOf);
  }

  /** Returns the position of the newest event of all tenants, 0 before the first one. */
  async lastPosition(): Promise<bigint> {
    const [log] = await this.session.run<Row<"event_log", "last_position">>({
      name: "event_last_position",
      text: "select last_position from event_log",
    });
    return BigInt(log?.last_position ?? 0);
  }

  /** Returns the event if the tenant may see it and its type is among `types`. */
  async get(tenant: Tenant, types: readonly string[], eventId: string): Promise<StoredEvent | undefined> {
    if (tenant.kind === "none") return undefined;
    const query = sql("event as e")
      .select(sql.raw(eventColumns))
      .where("event_id", uuidOf("event", eventId))
      .whereIn("type", types);
    if (tenant.kind !== "all") query.where(columnOf(tenant), tenantUuid(tenant));
    const [row] = await this.session.query<EventRow>(query);
    return row && eventOf(row);
  }
}

/**
 * Taken in a statement of its own: a statement sees what was committed before it began, not what was committed while it waited for a lock.
 * An endpoint that is enabled, or gets other types, has the lock until its commit. What gets positions afterwards is then marked for it.
 */
const lockStatement = { name: "event_log_lock", text: "select 1 from event_log for update" };

/**
 * Gives events their positions, all in one statement, so that the lock of the log is held for as short a time as can be.
 *
 * The statement also marks the webhook endpoints that want one of the events. Endpoints are locked in the order of their identifiers, as
 * workers do that deliver.
 *
 * It deletes rows by ctid, not by key. With a key, a plan made while the outbox was empty would join the table with itself row
 * by row. Only the sequencer deletes rows, under its lock, so a ctid stays valid.
 *
 * When more events wait than it takes, the oldest event of each tenant goes with them, so that a tenant with very many events delays no
 * other. The statement steps from tenant to tenant by the index. Events of one tenant keep their order.
 *
 * Events keep the order in which they were appended, which the database numbers. Their identifiers follow the clocks of the processes that
 * made them. Events that were appended before the database numbered them have the number 0.
 *
 * The signal is sent at the commit. No payment signals in its own transaction, because such commits wait for each other.
 */
const sequenceStatement = {
  name: "event_sequence",
  text: `with recursive log as materialized (select last_position from event_log for update),
    oldest as materialized (
      select ctid as place from outbox where (select last_position from log) is not null order by append_number, event_id limit $1),
    waiting (tenant_id) as (
      (select tenant_id from outbox where (select count(*) from oldest) >= $1 order by tenant_id limit 1)
      union all
      select (select o.tenant_id from outbox o where o.tenant_id > w.tenant_id order by o.tenant_id limit 1)
      from waiting w where w.tenant_id is not null),
    first as (
      select (select o.ctid from outbox o where o.tenant_id = w.tenant_id order by o.append_number, o.event_id limit 1) as place
      from waiting w where w.tenant_id is not null limit $1),
    taken as (
      delete from outbox where ctid = any(array(select place from oldest union select place from first))
      returning ${outboxColumns}, append_number),
    numbered as (
      select ${outboxColumns}, (select last_position from log) + row_number() over (order by append_number, event_id) as position from taken),
    stored as (
      insert into event (tenant_id, position, event_id, merchant_id, publisher_id, wallet_id, type, subject, occurred_at, data)
      select tenant_id, position, event_id, merchant_id, publisher_id, wallet_id, type, subject, occurred_at, data from numbered
      returning position, tenant_id, wallet_id),
    ready as (
      select w.webhook_id, max(n.position) as position
      from (
        select tenant_id, type, max(position) as position from numbered group by tenant_id, type
        union all
        select wallet_id, type, max(position) from numbered where wallet_id is not null group by wallet_id, type) n
      join webhook w on w.tenant_id = n.tenant_id and n.type = any(w.event_types)
      where w.status = 'enabled' and w.status <> 'deleted' group by w.webhook_id),
    locked as (
      select c.webhook_id, r.position from webhook_cursor c join ready r using (webhook_id) order by c.webhook_id for update of c),
    marked as (
      update webhook_cursor c
      set ready_position = l.position, due_at = least(c.due_at, greatest(business_now(), c.held_until, c.blocked_until))
      from locked l where c.webhook_id = l.webhook_id
      returning c.lease_until is null or c.lease_until < clock_timestamp() as free),
    moved as (
      select count(*)::int as count, max(position) as last,
        array(select tenant_id from stored union select wallet_id from stored where wallet_id is not null) as tenants
      from stored),
    set as (update event_log set last_position = m.last from moved m where m.count > 0),
    told as materialized (
      select m.count, ${sequencedText({
        before: "(select last_position from log)",
        last: "m.last",
        tenants: "m.tenants",
        endpoints:
          "(select case when bool_or(free) then 'free' when count(*) > 0 then 'leased' else 'none' end from marked)",
      })} as signal
      from moved m where m.count > 0)
    select count, signal, ${sequencedSignal("signal")} from told`,
};

/** Events that have got positions. */
export interface Sequenced {
  readonly count: number;
  /** What the commit tells all processes (see signals.ts); undefined when there was no event. */
  readonly signal: string | undefined;
}

/** Assigns positions to events; exists inside a transaction only. */
export class EventSequencer extends Repository {
  /**
   * Moves the `limit` oldest committed events from the outbox to the log. When more wait, it also moves the oldest one of each of up to
   * `limit` tenants. One sequencer works at a time, and only committed events move. Positions therefore have no gaps and never appear
   * out of order.
   */
  async advance(limit: number): Promise<Sequenced> {
    const [, [moved]] = await Promise.all([
      this.session.run(lockStatement),
      this.session.run<{ readonly count: number; readonly signal: string }>(sequenceStatement, [limit]),
    ]);
    return { count: moved?.count ?? 0, signal: moved?.signal };
  }
}

/** The column that an event of the tenant has its identifier in; of all tenants none. */
const columnOf = ({ kind }: Tenant): keyof Lists =>
  kind === "all" ? "all" : kind === "wallet" ? "wallet_id" : "tenant_id";

/** A statement for each column that says whose an event is. */
type Lists = Readonly<Record<"all" | "tenant_id" | "wallet_id", Statement>>;

function listsOf(statementOf: (name: string, column?: string) => Statement): Lists {
  return {
    all: statementOf("all"),
    tenant_id: statementOf("tenant", "tenant_id"),
    wallet_id: statementOf("wallet", "wallet_id"),
  };
}

/**
 * Lists events. For each type the statement reads at most one page, from one range of the index that begins with the type or with the
 * tenant and the type. The number of other events does not matter.
 */
const lists = listsOf((name, column) => ({
  name: `event_list_of_${name}`,
  text: `select l.event_id, l.position, l.type, l.subject, l.occurred_at, l.data from unnest($1::text[]) as t (type) cross join lateral (
      select ${eventColumns} from event e where ${column ? `e.${column} = $4 and ` : ""}e.type = t.type and e.position > $2
      order by e.position limit $3) l
    order by l.position limit $3`,
}));

/** Lists events about one resource, which has few: one range of the index that begins with the resource. */
const listsAbout = listsOf((name, column) => ({
  name: `event_list_about_of_${name}`,
  text: `select ${eventColumns} from event e
    where e.subject = $4 and e.type = any($1::text[]) and e.position > $2${column ? ` and e.${column} = $5` : ""}
    order by e.position limit $3`,
}));

type EventRow = Row<"event", typeof eventColumns>;

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
