import { RESOURCES_MAX, type Concerned } from "../domain/alarm/alarm.ts";
import { COUNTED_SECONDS, DELIVERY_LATE_SECONDS, SETTLEMENT_STUCK_SECONDS } from "../domain/alarm/limits.ts";
import { type IdKind, idOf } from "../domain/identifier/identifier.ts";
import { awaitedReasons } from "../domain/settlement/awaited.ts";
import { Repository, type Statement } from "./database.ts";

/** Rows that one question reads at most, so that a long queue costs no more than a glance. */
const READ_MAX = 10_000;

interface FoundRow {
  readonly count: number;
  readonly ids: readonly string[] | null;
  readonly since: Date | null;
}

/** Columns of the rows (id, at) that a question finds: their number, the first identifiers, the first time. */
const found = `count(*)::int as count, (array_agg(id order by at, id))[:${RESOURCES_MAX}] as ids, min(at) as since`;
/** Returns the SQL of the real time at which a business time was. */
const realTime = (time: string): string => `now() - (business_now() - ${time})`;
const lately = (time: string): string => `${time} > business_now() - interval '${COUNTED_SECONDS} seconds'`;

const awaited = awaitedReasons.map((reason) => `'${reason}'`).join(", ");

// Settlements that are not final are few, and an index has only them.
const waitingStatement = {
  name: "alarm_waiting_settlements",
  text: `select reason, ${found} from (
      select last_error as reason, settlement_id as id, created_at as at from settlement where status <> 'finalized' limit ${READ_MAX}) s
    where reason is not null and reason not in (${awaited}) group by reason order by reason limit 100`,
};
const stuckStatement = {
  name: "alarm_stuck_settlements",
  text: `select ${found} from (
      select settlement_id as id, created_at + interval '${SETTLEMENT_STUCK_SECONDS} seconds' as at
      from settlement where status <> 'finalized' limit ${READ_MAX}) s
    where at < now()`,
};
// A worker that has an endpoint keeps it due until it gives the endpoint back.
const lateStatement = {
  name: "alarm_late_deliveries",
  text: `select ${found} from (
      select webhook_id as id, ${realTime("due_at")} + interval '${DELIVERY_LATE_SECONDS} seconds' as at from webhook_cursor
      where due_at < business_now() - interval '${DELIVERY_LATE_SECONDS} seconds'
        and (lease_until is null or lease_until < clock_timestamp())
      order by due_at limit ${READ_MAX}) s`,
};
const disabledStatement = {
  name: "alarm_disabled_webhooks",
  text: `select ${found} from (
      select webhook_id as id, ${realTime("updated_at")} as at from webhook
      where disabled_reason in ('GONE', 'FAILING') and status = 'disabled' and ${lately("updated_at")}
      order by updated_at limit ${READ_MAX}) s`,
};
const vetoedStatement = {
  name: "alarm_vetoed_recoveries",
  text: `select ${found} from (
      select recovery_id as id, ${realTime("ended_at")} as at from wallet_recovery
      where status = 'vetoed' and ${lately("ended_at")}
      order by ended_at limit ${READ_MAX}) s`,
};

/** Answers the questions behind the operator's alarms, each from an index and over at most `READ_MAX` rows. */
export class AlarmReader extends Repository {
  /** Returns the settlements whose last attempt failed, by reason, without those that wait as they should. Since when is unknown. */
  async waitingSettlements(): Promise<(Concerned & { readonly reason: string })[]> {
    const rows = await this.session.run<FoundRow & { readonly reason: string }>(waitingStatement);
    return rows.map((row) => ({ reason: row.reason, ...concerned("settlement", { ...row, since: null }) }));
  }

  /** Returns the settlements that are not final after `SETTLEMENT_STUCK_SECONDS`. */
  stuckSettlements(): Promise<Concerned> {
    return this.#found("settlement", stuckStatement);
  }

  /** Returns the webhook endpoints that no worker has taken `DELIVERY_LATE_SECONDS` after they were due. */
  lateEndpoints(): Promise<Concerned> {
    return this.#found("webhook", lateStatement);
  }

  /** Returns the webhook endpoints that the service disabled within `COUNTED_SECONDS` and that are still disabled. */
  disabledEndpoints(): Promise<Concerned> {
    return this.#found("webhook", disabledStatement);
  }

  /** Returns the recoveries that holders vetoed within `COUNTED_SECONDS`. */
  vetoedRecoveries(): Promise<Concerned> {
    return this.#found("recovery", vetoedStatement);
  }

  /** Returns the real time at which the oldest event without a place in the log occurred; undefined when all events have one. */
  unorderedSince(): Promise<Date | undefined> {
    return this.findOne(
      {
        name: "alarm_unordered_since",
        text: `select ${realTime("occurred_at")} as since from outbox order by append_number, event_id limit 1`,
      },
      [],
      ({ since }: { readonly since: Date }) => since,
    );
  }

  /** Returns the real time of the snapshot, and since when the ledger can be checked. */
  async times(): Promise<{ readonly now: Date; readonly checkableSince: Date }> {
    const row = await this.session.one<{ readonly now: Date; readonly checkable_since: Date }>({
      name: "alarm_times",
      text: `select now() as now, (
          select applied_at from schema_migration_online where name = '20261128000100_ledger_check') as checkable_since`,
    });
    return { now: row.now, checkableSince: row.checkable_since };
  }

  async #found(kind: IdKind, statement: Statement): Promise<Concerned> {
    return concerned(kind, await this.session.one<FoundRow>(statement));
  }
}

const concerned = (kind: IdKind, { count, ids, since }: FoundRow): Concerned => ({
  count,
  ids: (ids ?? []).map((uuid) => idOf(kind, uuid)),
  ...(since === null ? {} : { since }),
});
