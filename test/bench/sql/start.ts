import type { LoadResult } from "../load/plan.ts";
import type { Processes } from "../processes.ts";
import type { SqlPlan } from "./driver.ts";
import { parametersOf, type SampleRows } from "./rows.ts";

const driver = new URL("driver.ts", import.meta.url);

/** Runs raw SQL of the same rows from a process of its own and waits for what came of it. */
export async function applySql(
  processes: Processes,
  sample: SampleRows,
  options: Omit<SqlPlan, "parameters">,
): Promise<LoadResult> {
  const parameters = parametersOf(sample).map((value) =>
    typeof value === "string" ? value : { base64: value.toString("base64") },
  );
  const plan: SqlPlan = { ...options, parameters };
  const { ready } = await processes.startModule("SQL driver", driver, plan);
  return ready as LoadResult;
}
