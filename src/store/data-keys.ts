import { Repository, type Row } from "./database.ts";

/** Use of a data key. Only `seal` has versions above 0. */
export type DataKeyPurpose = Row<"data_key", "purpose">["purpose"];

/** A data key as stored. */
export interface StoredDataKey {
  readonly purpose: DataKeyPurpose;
  readonly version: number;
  /** The key, encrypted with the key outside of the database; absent for a removed version. */
  readonly wrappedKey?: Buffer;
  readonly active: boolean;
}

/** Time for which removed keys are still listed, in seconds. Calls that read a value before it was sealed anew can open it meanwhile. */
const LISTED_AFTER_REMOVAL_SECONDS = 120;

const columns = "purpose, version, wrapped_key, active_at";

/** Reads the wrapped data keys. */
export class DataKeyReader extends Repository {
  /** Returns the keys in use, and those that were removed a moment ago; nothing before the first rotation. */
  async list(): Promise<StoredDataKey[]> {
    const rows = await this.session.run<Row<"data_key", typeof columns>>(
      {
        name: "data_key_list",
        text: `select ${columns} from data_key
          where removed_at is null or removed_at > now() - make_interval(secs => $1) order by purpose, version`,
      },
      [LISTED_AFTER_REMOVAL_SECONDS],
    );
    return rows.map((row) => ({
      purpose: row.purpose,
      version: row.version,
      active: row.active_at !== null,
      ...(row.wrapped_key ? { wrappedKey: row.wrapped_key } : {}),
    }));
  }

  /** Tells whether a process reported within the last `seconds` that it cannot unwrap a sealing key. */
  async isRefused(version: number, seconds: number): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "data_key_is_refused",
        text: `select 1 from data_key where purpose = 'seal' and version = $1
          and refused_at > now() - make_interval(secs => $2)`,
      },
      [version, seconds],
    );
    return rows.length > 0;
  }
}

/** Changes the data keys; exists inside a transaction only. */
export class DataKeyWriter extends DataKeyReader {
  /** Waits until no other transaction changes data keys, and keeps others out until this transaction ends. Readers go on. */
  async lock(): Promise<void> {
    await this.session.run({
      name: "data_key_lock",
      text: "lock table data_key in share row exclusive mode",
    });
  }

  /** Stores a key. A key of version 0 is active at once. */
  async insert(purpose: DataKeyPurpose, version: number, wrappedKey: Uint8Array): Promise<void> {
    await this.session.run(
      {
        name: "data_key_insert",
        text: `insert into data_key (purpose, version, wrapped_key, active_at)
          values ($1, $2, $3, case when $2::int = 0 then now() end)`,
      },
      [purpose, version, Buffer.from(wrappedKey)],
    );
  }

  /** Replaces the wrapped form of a key. */
  async rewrap(purpose: DataKeyPurpose, version: number, wrappedKey: Uint8Array): Promise<void> {
    await this.session.run(
      {
        name: "data_key_rewrap",
        text: "update data_key set wrapped_key = $3, refused_at = null where purpose = $1 and version = $2",
      },
      [purpose, version, Buffer.from(wrappedKey)],
    );
  }

  /** Makes a sealing key the one that seals. */
  async activate(version: number): Promise<void> {
    await this.session.run(
      {
        name: "data_key_activate",
        text: "update data_key set active_at = now() where purpose = 'seal' and version = $1 and active_at is null",
      },
      [version],
    );
  }

  /** Erases the sealing keys of older versions. */
  async removeBelow(version: number): Promise<void> {
    await this.session.run(
      {
        name: "data_key_remove_below",
        text: `update data_key set wrapped_key = null, removed_at = now()
          where purpose = 'seal' and version < $1 and removed_at is null`,
      },
      [version],
    );
  }

  /** Records that this process cannot unwrap a sealing key. */
  async refuse(version: number): Promise<void> {
    await this.session.run(
      {
        name: "data_key_refuse",
        text: "update data_key set refused_at = now() where purpose = 'seal' and version = $1",
      },
      [version],
    );
  }
}
