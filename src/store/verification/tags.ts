import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { anyLength, identifiers } from "../arrays.ts";
import { Repository, type Row } from "../database.ts";

/** An earlier binding of a publisher's tag. */
export interface TagRecord {
  readonly deviceId: string;
  readonly sealedKeys: Buffer;
  /** Counter of the last message that was accepted; null when no message was accepted yet. */
  readonly readCounter: number | null;
}

/** A message of a tag whose counter has still to be consumed. A counter can be consumed once. */
export interface CounterClaim {
  readonly publisherId: string;
  readonly deviceId: string;
  readonly counter: number;
}

/** A tag's present binding, beside a binding that is out of use. */
export interface BoundAgain {
  readonly formerDeviceId: string;
  readonly publisherId: string;
  readonly deviceId: string;
  readonly sealedKeys: Buffer;
}

/** Reads the read counters of tags. */
export class TagReader extends Repository {
  /** Returns the devices in use whose stored counter is below the claimed counter: `advance` would set these. */
  async above(claims: readonly CounterClaim[]): Promise<Set<string>> {
    const rows = await this.session.run<Row<"device_tag", "device_id">>(
      {
        name: "tag_above",
        text: `select t.device_id from device_tag t
          join unnest(${anyLength("$1::uuid[]")}, $2::uuid[], $3::int[]) as x (publisher_id, device_id, read_counter) using (publisher_id, device_id)
          where t.in_use and (t.read_counter is null or t.read_counter < x.read_counter)`,
      },
      claimed(claims),
    );
    return new Set(rows.map((row) => idOf("device", row.device_id)));
  }
}

/** The columns by which `boundAgain` answers. */
type BoundAgainRow = Row<"device_tag", "publisher_id, device_id, sealed_keys"> & { readonly former: string };

/** Stores the sealed keys and the counters of tags; exists inside a transaction only. */
export class TagWriter extends TagReader {
  /** Stores a binding. @param tag with the counter from which the new binding continues */
  async insert(publisherId: string, tag: TagRecord): Promise<void> {
    await this.session.run(
      {
        name: "tag_insert",
        text: "insert into device_tag (publisher_id, device_id, sealed_keys, read_counter) values ($1, $2, $3, $4)",
      },
      [uuidOf("publisher", publisherId), uuidOf("device", tag.deviceId), tag.sealedKeys, tag.readCounter],
    );
  }

  /** Returns all earlier bindings of a tag, newest first. The rows are locked: their counters stay until the transaction ends. */
  async lockEarlier(publisherId: string, serialNumber: string): Promise<TagRecord[]> {
    const rows = await this.session.run<Row<"device_tag", "device_id, sealed_keys, read_counter">>(
      {
        name: "tag_lock_earlier",
        text: `select t.device_id, t.sealed_keys, t.read_counter
          from device d join device_tag t using (publisher_id, device_id)
          where d.publisher_id = $1 and d.serial_number = $2 and d.kind = 'ntag424'
          order by t.device_id desc for update of t`,
      },
      [uuidOf("publisher", publisherId), serialNumber],
    );
    return rows.map((row) => ({
      deviceId: idOf("device", row.device_id),
      sealedKeys: row.sealed_keys,
      readCounter: row.read_counter,
    }));
  }

  /**
   * Returns for these devices the other binding of the same chip that is in use. A call after `advance` sees each binding that did not
   * continue from the counter which `advance` has set: the transaction of a binding locks the earlier counters.
   */
  async boundAgain(former: readonly Pick<CounterClaim, "publisherId" | "deviceId">[]): Promise<BoundAgain[]> {
    const rows = await this.session.run<BoundAgainRow>(
      {
        name: "tag_bound_again",
        text: `select x.device_id as former, t.publisher_id, t.device_id, t.sealed_keys
          from unnest(${anyLength("$1::uuid[]")}, $2::uuid[]) as x (publisher_id, device_id)
          cross join lateral (
            select e.publisher_id, e.device_id from device d join device e using (publisher_id, serial_number)
            where d.publisher_id = x.publisher_id and d.device_id = x.device_id
              and e.kind = 'ntag424' and e.device_id <> d.device_id offset 0) as o
          join device_tag t on t.publisher_id = o.publisher_id and t.device_id = o.device_id
          where t.in_use`,
      },
      [
        identifiers("publisher", former, ({ publisherId }) => publisherId),
        identifiers("device", former, ({ deviceId }) => deviceId),
      ],
    );
    return rows.map((row) => ({
      formerDeviceId: idOf("device", row.former),
      publisherId: idOf("publisher", row.publisher_id),
      deviceId: idOf("device", row.device_id),
      sealedKeys: row.sealed_keys,
    }));
  }

  /** Takes a tag out of use. Later messages are refused, even by a transaction that read the tag before the revocation. */
  async retire(publisherId: string, deviceId: string): Promise<void> {
    await this.session.run(
      {
        name: "tag_retire",
        text: "update device_tag set in_use = false where publisher_id = $1 and device_id = $2",
      },
      [uuidOf("publisher", publisherId), uuidOf("device", deviceId)],
    );
  }

  /**
   * Raises the counters of tags to the claimed values in one statement. A counter never goes down, and exactly one caller gets each value.
   * The counter of a revoked tag rises too, because a new binding of the tag continues from that counter. No caller gets the value.
   *
   * @param claims at most one for each tag
   * @returns the devices in use whose counter was raised
   */
  async advance(claims: readonly CounterClaim[]): Promise<Set<string>> {
    // Sorted: two sets with common tags then lock the rows in one order and seldom deadlock.
    const sorted = claims.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1));
    const rows = await this.session.run<Row<"device_tag", "device_id, in_use">>(
      {
        name: "tag_advance",
        text: `update device_tag t set read_counter = x.read_counter
          from unnest(${anyLength("$1::uuid[]")}, $2::uuid[], $3::int[]) as x (publisher_id, device_id, read_counter)
          where t.publisher_id = x.publisher_id and t.device_id = x.device_id
            and (t.read_counter is null or t.read_counter < x.read_counter)
          returning t.device_id, t.in_use`,
      },
      claimed(sorted),
    );
    // `in_use` is the current value: a transaction that waited for a revocation sees the revocation.
    return new Set(rows.filter((row) => row.in_use).map((row) => idOf("device", row.device_id)));
  }
}

const claimed = (claims: readonly CounterClaim[]): unknown[] => [
  identifiers("publisher", claims, ({ publisherId }) => publisherId),
  identifiers("device", claims, ({ deviceId }) => deviceId),
  claims.map(({ counter }) => counter),
];
