import { loadShape } from "../load/start.ts";
import type { Processes } from "../processes.ts";
import type { Contender, Parts } from "../turn.ts";
import { runDriver } from "./driver-plan.ts";
import { hasPgbench, runPgbench } from "./pgbench.ts";
import type { Statement } from "./statement.ts";

/** Connections of raw SQL. */
const clients = 16;

/** Items that each client may use in a turn for each of its seconds: far above what one connection does. */
const itemsPerSecond = 1_500;

/** Raw SQL as a contender, and its name in words. */
export interface SqlContender {
  readonly contender: Contender;
  readonly against: string;
}

/**
 * A statement as a contender: by pgbench, or by the pg driver where the machine has none.
 * @param options.supply makes items for a turn, `count` for each client from number `first` on
 */
export async function sqlContender(
  processes: Processes,
  statement: Statement,
  options: {
    readonly dir: string;
    readonly databaseUrl: string;
    readonly seconds: number;
    readonly parts: Parts;
    stored(): Promise<number>;
    supply?(items: { clients: number; first: number; count: number }): Promise<void>;
  },
): Promise<SqlContender> {
  const { dir, databaseUrl, seconds, parts, stored, supply } = options;
  const pgbench = await hasPgbench();
  const { warmUpSeconds } = loadShape;
  const half = itemsPerSecond * Math.ceil(warmUpSeconds);
  const count = half + itemsPerSecond * Math.ceil(seconds);
  let first = 1 - count;
  const contender: Contender = {
    name: pgbench ? "pgbench" : "raw SQL",
    parts,
    stored,
    prepare: async () => {
      first += count;
      await supply?.({ clients, first, count });
    },
    turn: () => {
      const turn = { databaseUrl, clients, warmUpSeconds, seconds, first };
      return pgbench
        ? runPgbench(processes, statement, { ...turn, dir, half })
        : runDriver(processes, statement, turn);
    },
  };
  const how = pgbench ? "pgbench -M prepared" : "pg driver, prepared (no pgbench here)";
  return { contender, against: `raw SQL of the same rows, ${how}, ${clients} clients` };
}
