import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { uuids } from "../arrays.ts";
import type { Row, Session } from "../database.ts";

/** A tag of a publisher as it was bound before. */
export interface TagRecord {
  readonly deviceId: string;
  readonly sealedKeys: Buffer;
  /** Of the last message that was used up. */
  readonly readCounter: number | null;
}

/** A message of a tag that waits for its counter to be used up. */
export interface CounterClaim {
  readonly publisherId: string;
  readonly deviceId: string;
  readonly counter: number;
}

/** Reads the counters of tags. */
export class TagReader {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The devices in use whose counters are below these: those that would be set. */
  async above(claims: readonly CounterClaim[]): Promise<Set<string>> {
    const rows = await this.#session.run<Row<"device_tag", "device_id">>(
      {
        name: "tag_above",
        text: `select t.device_id from device_tag t
          join unnest($1::uuid[], $2::uuid[], $3::int[]) as x (publisher_id, device_id, read_counter) using (publisher_id, device_id)
          where t.in_use and (t.read_counter is null or t.read_counter < x.read_counter)`,
      },
      claimed(claims),
    );
    return new Set(rows.map((row) => idOf("device", row.device_id)));
  }
}

/** Keeps the keys of tags, sealed, and their counters; exists inside a transaction only. */
export class TagWriter extends TagReader {
  readonly #session: Session;

  constructor(session: Session) {
    super(session);
    this.#session = session;
  }

  /** @param tag with the counter that it goes on from */
  async insert(publisherId: string, tag: TagRecord): Promise<void> {
    await this.#session.run(
      {
        name: "tag_insert",
        text: "insert into device_tag (publisher_id, device_id, sealed_keys, read_counter) values ($1, $2, $3, $4)",
      },
      [uuidOf("publisher", publisherId), uuidOf("device", tag.deviceId), tag.sealedKeys, tag.readCounter],
    );
  }

  /** Every binding of this tag before, newest first, locked: none of their counters changes until the transaction ends. */
  async lockEarlier(publisherId: string, serialNumber: string): Promise<TagRecord[]> {
    const rows = await this.#session.run<Row<"device_tag", "device_id, sealed_keys, read_counter">>(
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

  /** No message of a revoked tag is accepted any more, also by those that have looked it up before. */
  async retire(publisherId: string, deviceId: string): Promise<void> {
    await this.#session.run(
      {
        name: "tag_retire",
        text: "update device_tag set in_use = false where publisher_id = $1 and device_id = $2",
      },
      [uuidOf("publisher", publisherId), uuidOf("device", deviceId)],
    );
  }

  /**
   * Sets counters of tags that are below these, in one statement: of all who claim the same one, one gets it, and nobody a lower one
   * from then on. That of a revoked tag goes on too, because the tag goes on from it when it is bound again, but nobody gets it.
   *
   * @param claims at most one for each tag
   * @returns devices in use whose counter was set
   */
  async advance(claims: readonly CounterClaim[]): Promise<Set<string>> {
    // Sorted, so that two sets with the same tags mostly meet at the first of them and do not wait for each other.
    const sorted = claims.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1));
    const rows = await this.#session.run<Row<"device_tag", "device_id, in_use">>(
      {
        name: "tag_advance",
        text: `update device_tag t set read_counter = x.read_counter
          from unnest($1::uuid[], $2::uuid[], $3::int[]) as x (publisher_id, device_id, read_counter)
          where t.publisher_id = x.publisher_id and t.device_id = x.device_id
            and (t.read_counter is null or t.read_counter < x.read_counter)
          returning t.device_id, t.in_use`,
      },
      claimed(sorted),
    );
    // As the row is now: who has waited for a revocation sees it.
    return new Set(rows.filter((row) => row.in_use).map((row) => idOf("device", row.device_id)));
  }
}

const claimed = (claims: readonly CounterClaim[]): unknown[] => [
  uuids(claims.map(({ publisherId }) => uuidOf("publisher", publisherId))),
  uuids(claims.map(({ deviceId }) => uuidOf("device", deviceId))),
  claims.map(({ counter }) => counter),
];
