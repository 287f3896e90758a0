import type { LoadResult } from "../load/plan.ts";
import type { Processes } from "../processes.ts";
import type { NumberKind, SqlTurn, Statement } from "./statement.ts";

/** What the driver does. */
export interface DriverPlan extends SqlTurn {
  readonly text: string;
  /** The first parameters of the text; bytea as base64. */
  readonly constants: readonly (string | { readonly base64: string })[];
  /** The other ones. */
  readonly numbers: readonly NumberKind[];
  /** Number of the first item of each client. */
  readonly first: number;
}

const driver = new URL("driver.ts", import.meta.url);

/** The statement with numbered parameters: constants first, in the order of their names, then the numbers. */
export function parametersOf(statement: Statement): Pick<DriverPlan, "text" | "constants" | "numbers"> {
  const names = Object.keys(statement.constants);
  const order = [...names, ...statement.numbers];
  return {
    text: statement.text((name) => `$${order.indexOf(name) + 1}`),
    constants: Object.values(statement.constants).map((value) =>
      typeof value === "string" ? value : { base64: value.toString("base64") },
    ),
    numbers: statement.numbers,
  };
}

/** Runs a statement by the pg driver, from a process of its own, and waits for what came of it. */
export async function runDriver(
  processes: Processes,
  statement: Statement,
  turn: SqlTurn & { readonly first: number },
): Promise<LoadResult> {
  const { databaseUrl, clients, warmUpSeconds, seconds, first } = turn;
  const plan: DriverPlan = {
    ...parametersOf(statement),
    databaseUrl,
    clients,
    warmUpSeconds,
    seconds,
    first,
  };
  const { ready } = await processes.startModule("SQL driver", driver, plan);
  return ready as LoadResult;
}
