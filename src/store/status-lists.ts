import { listedStatuses, SHARD_SIZE, type Shard, type StatusSubject } from "../domain/status/status-list.ts";
import { Repository, type Row, type Statement } from "./database.ts";
import { anyLength } from "./arrays.ts";

/** Entries of a shard with one status other than valid. */
export interface ListedEntries {
  readonly status: number;
  /** Indexes in the shard, in the order of issuance. */
  readonly places: readonly number[];
}

/** Numbers of a device, its asset and its publisher in the status lists, in the order of issuance. */
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

/** Reads the contents of the status lists. */
export class StatusListReader extends Repository {
  /** Returns the entries of a shard that are not valid, grouped by status; undefined when the shard has no entries yet. */
  async entries({ subject, shard }: Shard): Promise<ListedEntries[] | undefined> {
    const from = shard * SHARD_SIZE;
    const { numbers } = await this.session.one<{ readonly numbers: string }>(last[subject]);
    // The first list always exists, so that a verifier can be set up before anything is issued.
    if (shard > 0 && Number(numbers) <= from) return undefined;
    const rows = await this.session.run<{ readonly status: string; readonly places: string }>(
      entries[subject],
      [from, from + SHARD_SIZE],
    );
    const words: Readonly<Record<string, number>> = listedStatuses[subject];
    return rows.map((row) => {
      const status = words[row.status];
      if (status === undefined)
        throw new Error(`the status lists have no status for the state ${row.status} of ${subject}`);
      return { status, places: row.places.split(",").map(Number) };
    });
  }

  /** Returns the numbers of a device, its asset and its publisher, by the SHA-256 of the device's certificate in hexadecimal. */
  async numbersOf(deviceFingerprint: string): Promise<StatusNumbers | undefined> {
    return (await this.numbersOfMany([deviceFingerprint])).get(deviceFingerprint);
  }

  /** Works as `numbersOf` for several devices. Unknown fingerprints are absent. */
  async numbersOfMany(fingerprints: readonly string[]): Promise<Map<string, StatusNumbers>> {
    if (fingerprints.length === 0) return new Map();
    const rows = await this.session.run<Record<"fingerprint" | "asset" | "device" | "publisher", string>>(
      {
        name: "status_numbers",
        text: `select encode(d.fingerprint, 'hex') as fingerprint, a.status_number as asset, d.status_number as device,
            p.status_number as publisher
          from unnest(${anyLength("$1::bytea[]")}) as x (fingerprint)
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

  /** Returns the sealed seeds of the permutations. */
  async seeds(): Promise<Map<StatusSubject, Buffer>> {
    const rows = await this.session.run<Row<"status_list_seed", "subject, sealed_seed">>({
      name: "status_seeds",
      text: "select subject, sealed_seed from status_list_seed",
    });
    return new Map(rows.map((row) => [row.subject, row.sealed_seed]));
  }
}

/** Stores the seeds of the status lists; exists inside a transaction only. */
export class StatusListWriter extends StatusListReader {
  /** Stores the seed of a subject if the subject has none. A seed never changes. */
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
    // One row for each state, because a hundred thousand issued entries may wait for their first use.
    text: `select status, string_agg((status_number - $1)::text, ',') as places from ${table}
      where status <> 'active' and status_number >= $1 and status_number < $2 group by status`,
  };
}

/** Returns the statement that counts the numbers given so far. */
function lastStatement(table: "asset" | "device" | "publisher"): Statement {
  return {
    name: `status_numbers_${table}`,
    text: `select last_value + is_called::int as numbers from ${table}_status_number`,
  };
}
