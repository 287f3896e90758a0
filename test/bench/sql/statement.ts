/** Raw SQL that writes the rows of one call: one statement is one transaction and one round trip, which is the fastest way there is
 * without gathering several. */
export interface Statement {
  /** The SQL; `value` gives the text that stands for a value of that name. */
  text(value: (name: string) => string): string;
  /** Values that are the same each time. */
  readonly constants: Readonly<Record<string, string | Buffer>>;
  /** Values that differ each time. */
  readonly numbers: readonly NumberKind[];
}

/**
 * `item`: another one for each transaction of a turn (see `itemsPerClient`); `wallet`: one of `walletCount`, at random.
 */
export type NumberKind = "item" | "wallet";

export const walletCount = 10_000;

/** Items that each client has for itself, from `client * itemsPerClient + 1` on. */
export const itemsPerClient = 1_000_000;

/** How a turn of raw SQL is run. */
export interface SqlTurn {
  readonly databaseUrl: string;
  /** Connections, each with one transaction under way at any time. */
  readonly clients: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}
