import { listedStatuses, SHARD_SIZE, type Shard, type StatusSubject } from "../domain/status/status-list.ts";
import { Repository, type Row, type Statement } from "./database.ts";

/** Entries that are not valid. */
export interface ListedEntries {
  readonly status: number;
  /** Places in the shard, in the order of issuance. */
  readonly places: readonly number[];
}

/** Where something stands in the status lists: numbers in the order of issuance. */
export interface StatusNumbers {
  readonly asset: number;
  readonly device: number;
  readonly publisher: number;
}

const entries: Record<StatusSubject, Statement> = {
  assets: statement("asset"),
  devices: statement("device"),
  publishers: statement("publisher"),
};

const last: Record<StatusSubject, Statement> = {
  assets: lastStatement("asset"),
  devices: lastStatement("device"),
  publishers: lastStatement("publisher"),
};

/** Reads what the status lists say. */
export class StatusListReader extends Repository {
  /** The entries of a shard that are not valid, by their status; undefined where nothing has a place in it yet. */
  async entries({ subject, shard }: Shard): Promise<ListedEntries[] | undefined> {
    const from = shard * SHARD_SIZE;
    const { numbers } = await this.session.one<{ readonly numbers: string }>(last[subject]);
    // The first list is there from the beginning, so that a verifier can be set up before anything is issued.
    if (shard > 0 && Number(numbers) <= from) return undefined;
    const rows = await this.session.run<{ readonly status: string; readonly places: string }>(
      entries[subject],
      [from, from + SHARD_SIZE],
    );
    const words: Readonly<Record<string, number>> = listedStatuses[subject];
    return rows.map((row) => {
      const status = words[row.status];
      if (status === undefined) throw new Error(`no listed status for the state ${row.status} of ${subject}`);
      return { status, places: row.places.split(",").map(Number) };
    });
  }

  /** The numbers of a device, of its asset and of its publisher. */
  async numbersOf(deviceFingerprint: string): Promise<StatusNumbers | undefined> {
    return (await this.numbersOfMany([deviceFingerprint])).get(deviceFingerprint);
  }

  /** The same for devices by the SHA-256 of their certificate, in hexadecimal. */
  async numbersOfMany(fingerprints: readonly string[]): Promise<Map<string, StatusNumbers>> {
    if (fingerprints.length === 0) return new Map();
    const rows = await this.session.run<Record<"fingerprint" | "asset" | "device" | "publisher", string>>(
      {
        name: "status_numbers",
        text: `select encode(d.fingerprint, 'hex') as fingerprint, a.status_number as asset, d.status_number as device,
            p.status_number as publisher
          from unnest($1::bytea[]) as x (fingerprint)
          join device d on d.fingerprint = x.fingerprint
          join asset a on a.publisher_id = d.publisher_id and a.asset_id = d.asset_id
          join publisher p on p.publisher_id = d.publisher_id`,
      },
      [fingerprints.map((fingerprint) => Buffer.from(fingerprint, "hex"))],
    );
    return new Map(
      rows.map((row) => [
        row.fingerprint,
        { asset: Number(row.asset), device: Number(row.device), publisher: Number(row.publisher) },
      ]),
    );
  }

  /** The sealed seeds of the permutations. */
  async seeds(): Promise<Map<StatusSubject, Buffer>> {
    const rows = await this.session.run<Row<"status_list_seed", "subject, sealed_seed">>({
      name: "status_seeds",
      text: "select subject, sealed_seed from status_list_seed",
    });
    return new Map(rows.map((row) => [row.subject, row.sealed_seed]));
  }
}

/** Stores what the status lists are made from; exists inside a transaction only. */
export class StatusListWriter extends StatusListReader {
  /** Keeps the seed of a subject unless there is one; it never changes. */
  async keepSeed(subject: StatusSubject, sealedSeed: Uint8Array): Promise<void> {
    await this.session.run(
      {
        name: "status_seed_keep",
        text: "insert into status_list_seed (subject, sealed_seed) values ($1, $2) on conflict do nothing",
      },
      [subject, Buffer.from(sealedSeed)],
    );
  }
}

function statement(table: "asset" | "device" | "publisher"): Statement {
  return {
    name: `status_entries_${table}`,
    // One row for each state: there may be a hundred thousand entries that are issued and wait to be used.
    text: `select status, string_agg((status_number - $1)::text, ',') as places from ${table}
      where status <> 'active' and status_number >= $1 and status_number < $2 group by status`,
  };
}

/** How many numbers were given. */
function lastStatement(table: "asset" | "device" | "publisher"): Statement {
  return {
    name: `status_numbers_${table}`,
    text: `select last_value + is_called::int as numbers from ${table}_status_number`,
  };
}
