import { byteas, texts } from "./arrays.ts";
import { Repository } from "./database.ts";

/** A column that holds sealed values. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that a value's context is made of. */
  readonly place: readonly string[];
  /** The condition for the values that are sealed; absent when all are. */
  readonly when?: string;
}

/** Every column with sealed values. A test compares this list with the schema. */
const SEALED_COLUMNS = {
  "audit_key.sealed_key": { table: "audit_key", column: "sealed_key", place: ["purpose"] },
  "device_tag.sealed_keys": {
    table: "device_tag",
    column: "sealed_keys",
    place: ["publisher_id", "device_id"],
  },
  "idempotency.response": {
    table: "idempotency",
    column: "response",
    place: ["caller", "operation", "key"],
    when: "sealed",
  },
  "merchant_authority.sealed_key": {
    table: "merchant_authority",
    column: "sealed_key",
    place: ["certificate_id"],
  },
  "ownership_shelf.sealed_reference": {
    table: "ownership_shelf",
    column: "sealed_reference",
    place: ["shelf"],
  },
  "ownership_transfer.sealed_acceptance": {
    table: "ownership_transfer",
    column: "sealed_acceptance",
    place: ["transfer_id"],
  },
  "ownership_transfer.sealed_offer": {
    table: "ownership_transfer",
    column: "sealed_offer",
    place: ["transfer_id"],
  },
  "publisher_access_authority.sealed_key": {
    table: "publisher_access_authority",
    column: "sealed_key",
    place: ["certificate_id"],
  },
  "publisher_certificate.sealed_key": {
    table: "publisher_certificate",
    column: "sealed_key",
    place: ["publisher_id", "certificate_id"],
  },
  "signing_key.sealed_key": { table: "signing_key", column: "sealed_key", place: ["purpose", "key_id"] },
  "status_list_seed.sealed_seed": { table: "status_list_seed", column: "sealed_seed", place: ["subject"] },
  "webhook.sealed_credential": { table: "webhook", column: "sealed_credential", place: ["webhook_id"] },
  "webhook_signing_key.sealed_key": {
    table: "webhook_signing_key",
    column: "sealed_key",
    place: ["purpose", "key_id"],
  },
  "webhook_secret.sealed_secret": {
    table: "webhook_secret",
    column: "sealed_secret",
    place: ["webhook_id", "secret_id"],
  },
} as const satisfies Record<string, SealedColumn>;

/** Name of a column with sealed values. */
export type SealedColumnName = keyof typeof SEALED_COLUMNS;

/** The names of all columns with sealed values. */
export const sealedColumnNames = Object.keys(SEALED_COLUMNS) as SealedColumnName[];

/** The columns that a value's context is made of, as the driver returns them. */
export type SealedPlace<Name extends SealedColumnName> = {
  readonly [Column in (typeof SEALED_COLUMNS)[Name]["place"][number]]: Column extends "shelf"
    ? Buffer
    : string;
};

/** A sealed value with its place. */
export interface SealedValue<Name extends SealedColumnName> {
  /** Physical place of the row, valid inside the transaction only. */
  readonly row: string;
  readonly sealed: Buffer;
  readonly place: SealedPlace<Name>;
}

/** A range of blocks of a table; the end is not included. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

const definition = (name: SealedColumnName): SealedColumn => SEALED_COLUMNS[name];

/** Returns the SQL condition for values whose header is not `$1`. */
function otherwiseSealed(name: SealedColumnName): string {
  const { column, when } = definition(name);
  const other = `${column} is not null and substring(${column} from 1 for octet_length($1::bytea)) <> $1::bytea`;
  return when === undefined ? other : `${when} and ${other}`;
}

/** Finds values that another key than the active one has sealed. */
export class SealedValueReader extends Repository {
  /** Returns the number of blocks of the table now. */
  async blocks(name: SealedColumnName): Promise<number> {
    const { blocks } = await this.session.one<{ readonly blocks: number }>(
      {
        name: "sealed_blocks",
        text: "select ceil(pg_relation_size($1::regclass) / current_setting('block_size')::numeric)::int as blocks",
      },
      [definition(name).table],
    );
    return blocks;
  }

  /** Tells whether a value exists that does not begin with this header. The statement reads the whole table. */
  async exists(name: SealedColumnName, header: Buffer): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: `sealed_exists_${name}`,
        text: `select 1 from ${definition(name).table} where ${otherwiseSealed(name)} limit 1`,
      },
      [header],
    );
    return rows.length > 0;
  }

  /** Returns the transactions that run in this database now, as a list for `areRunning`. */
  async running(): Promise<string[]> {
    const rows = await this.session.run<{ readonly transaction: string }>({
      name: "sealed_running",
      text: `select l.virtualtransaction as transaction from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'virtualxid' and l.granted and l.mode = 'ExclusiveLock'
          and a.datname = current_database() and a.backend_type = 'client backend' and l.pid <> pg_backend_pid()
          and a.application_name not in ('pda-reading', 'pg_dump', 'pg_dumpall')`,
    });
    return rows.map(({ transaction }) => transaction);
  }

  /** Tells whether one of these transactions is still running. */
  async areRunning(transactions: readonly string[]): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "sealed_are_running",
        text: `select 1 from pg_locks
          where locktype = 'virtualxid' and granted and mode = 'ExclusiveLock' and virtualtransaction = any($1::text[]) limit 1`,
      },
      [texts(transactions)],
    );
    return rows.length > 0;
  }
}

/** Replaces sealed values; exists inside a transaction only. */
export class SealedValueWriter extends SealedValueReader {
  /**
   * Locks the values in a range of blocks that do not begin with this header, and returns them. Rows that another transaction has locked
   * are left out, so that this method never waits.
   */
  async lock<Name extends SealedColumnName>(
    name: Name,
    header: Buffer,
    { from, to }: BlockRange,
  ): Promise<SealedValue<Name>[]> {
    const { table, column, place } = definition(name);
    const rows = await this.session.run<
      { readonly row: string; readonly sealed: Buffer } & SealedPlace<Name>
    >(
      {
        name: `sealed_lock_${name}`,
        text: `select ctid::text as row, ${column} as sealed, ${place.join(", ")} from ${table}
          where ctid >= $2::tid and ctid < $3::tid and ${otherwiseSealed(name)} for update skip locked`,
      },
      [header, `(${from},0)`, `(${to},0)`],
    );
    return rows.map((found) => ({ row: found.row, sealed: found.sealed, place: found }));
  }

  /** Replaces locked values. @returns the number of replaced values */
  async replace(
    name: SealedColumnName,
    values: readonly { readonly row: string; readonly before: Buffer; readonly after: Buffer }[],
  ): Promise<number> {
    const { table, column } = definition(name);
    const rows = await this.session.run(
      {
        name: `sealed_replace_${name}`,
        text: `update ${table} t set ${column} = x.after
          from unnest($1::text[]::tid[], $2::bytea[], $3::bytea[]) as x (row, before, after)
          where t.ctid = x.row and t.${column} = x.before returning 1`,
      },
      [
        texts(values.map(({ row }) => row)),
        byteas(values.map(({ before }) => before)),
        byteas(values.map(({ after }) => after)),
      ],
    );
    return rows.length;
  }
}
