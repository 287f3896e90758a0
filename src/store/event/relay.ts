import type { EventType, StoredEvent } from "../../domain/event/event.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { tenantIdOf } from "../../domain/webhook/webhook.ts";
import { Repository, type Row, type TransactionSession } from "../database.ts";
import { ownerOf } from "../webhook/webhooks.ts";

/** How long a relay that says nothing keeps its place. */
const LEASE_SECONDS = 10;

/** An event with its tenant, `mer_…` or `pub_…`, or `wal_…` when the event is of a wallet alone. */
export interface TenantEvent extends StoredEvent {
  readonly tenantId: string;
}

/** The place of a relay. */
export interface RelayPlace {
  /** Every event up to this position is in the stream. */
  readonly position: bigint;
  /** Last sequence that the stream acknowledged; 0 before the first one. */
  readonly streamSequence: number;
}

/** How far a relay is behind the log. */
export interface RelayLag {
  readonly name: string;
  readonly events: number;
  /** Age of the oldest event that is not in the stream; 0 when all are. */
  readonly seconds: number;
  /** Whether a process relays. */
  readonly running: boolean;
  /** When the place last moved. */
  readonly updatedAt: Date;
}

const eventColumns =
  "e.event_id, e.position, e.type, e.subject, e.occurred_at, e.data, e.merchant_id, e.publisher_id, e.wallet_id";

/** Reads the log of all tenants for relays, and the places of relays. */
export class RelayReader extends Repository {
  /** Returns up to `size` events of all tenants and types after a position, in the order of their positions. */
  async events(after: bigint, size: number): Promise<TenantEvent[]> {
    const rows = await this.session.run<Row<"event", typeof eventColumns>>(
      {
        name: "relay_events",
        text: `select ${eventColumns} from event e where e.position > $1 order by e.position limit $2`,
      },
      [after.toString(), size],
    );
    return rows.map((row) => ({
      eventId: idOf("event", row.event_id),
      position: BigInt(row.position),
      type: row.type as EventType,
      subject: row.subject,
      occurredAt: row.occurred_at,
      data: row.data,
      tenantId: tenantIdOf(ownerOf(row)),
    }));
  }

  /** Returns the position of an event; undefined when the log does not have the event. */
  async positionOf(eventId: string): Promise<bigint | undefined> {
    const [row] = await this.session.run<Row<"event", "position">>(
      { name: "relay_position_of", text: "select position from event where event_id = $1" },
      [uuidOf("event", eventId)],
    );
    return row && BigInt(row.position);
  }

  /** Returns how far relays are behind, in the order of their names. @param name only this relay when given */
  async lags(name?: string): Promise<RelayLag[]> {
    const rows = await this.session.run<{
      readonly name: string;
      readonly events: string;
      readonly seconds: number;
      readonly running: boolean;
      readonly updated_at: Date;
    }>(
      {
        name: "relay_lags",
        // By the last event: a restored log continues far behind it.
        text: `select c.name, greatest(coalesce(l.position, 0) - c.position, 0) as events, c.updated_at,
            coalesce(c.lease_until > clock_timestamp(), false) as running,
            coalesce(extract(epoch from clock_timestamp() - (
              select e.recorded_at from event e where e.position > c.position order by e.position limit 1))::float8, 0) as seconds
          from relay_cursor c left join (select position from event order by position desc limit 1) l on true where $1::text is null or c.name = $1 order by c.name`,
      },
      [name ?? null],
    );
    return rows.map(({ events, updated_at: updatedAt, ...row }) => ({
      ...row,
      updatedAt,
      events: Number(events),
    }));
  }
}

const placeOf = (row: Row<"relay_cursor", "position, stream_sequence">): RelayPlace => ({
  position: BigInt(row.position),
  streamSequence: Number(row.stream_sequence),
});

const lease = `clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

/** Keeps the places of relays; exists inside a transaction only. One process at a time has the place of a name, by a lease. */
export class RelayWriter extends Repository<TransactionSession> {
  /**
   * Takes or keeps the place of a name, and makes it at the first time.
   *
   * @param fromLatest a new place is after all events, not before them
   * @returns the place; undefined while another process has it
   */
  async claim(name: string, owner: string, fromLatest: boolean): Promise<RelayPlace | undefined> {
    const [row] = await this.session.run<Row<"relay_cursor", "position, stream_sequence">>(
      {
        name: "relay_claim",
        text: `insert into relay_cursor as c (name, position, lease_owner, lease_until)
            select $1, case when $3 then last_position else 0 end, $2, ${lease} from event_log
          on conflict (name) do update set lease_owner = $2, lease_until = ${lease}
            where c.lease_owner is null or c.lease_owner = $2 or c.lease_until < clock_timestamp()
          returning position, stream_sequence`,
      },
      [name, owner, fromLatest],
    );
    return row && placeOf(row);
  }

  /** Moves a place, and keeps the lease. @returns false when the process no longer has the place, or the place has moved */
  async advance(name: string, owner: string, from: RelayPlace, to: RelayPlace): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "relay_advance",
        text: `update relay_cursor set position = $5, stream_sequence = $6, updated_at = clock_timestamp(), lease_until = ${lease}
          where name = $1 and lease_owner = $2 and position = $3 and stream_sequence = $4 returning name`,
      },
      [name, owner, from.position.toString(), from.streamSequence, to.position.toString(), to.streamSequence],
    );
    return rows.length > 0;
  }

  /** Gives a place back, so that another process need not wait for the end of the lease. */
  async release(name: string, owner: string): Promise<void> {
    await this.session.run(
      {
        name: "relay_release",
        text: "update relay_cursor set lease_owner = null, lease_until = null where name = $1 and lease_owner = $2",
      },
      [name, owner],
    );
  }
}
