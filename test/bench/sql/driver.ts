// Raw SQL of the same rows, by the pg driver with prepared statements, from a process of its own.
import { Client } from "pg";
import { endWithParent, report, settings } from "../child.ts";
import type { LoadResult } from "../load/plan.ts";
import { quantile } from "../statistics.ts";
import { insertSql } from "./rows.ts";

/** What the driver does. */
export interface SqlPlan {
  readonly databaseUrl: string;
  /** Parameters of the statement; bytea as base64. */
  readonly parameters: readonly (string | { readonly base64: string })[];
  /** Connections, each with one transaction under way at any time. */
  readonly clients: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

async function run(plan: SqlPlan): Promise<LoadResult> {
  const statement = {
    name: "insert",
    text: insertSql((index) => `$${index + 1}`),
    values: plan.parameters.map((value) =>
      typeof value === "string" ? value : Buffer.from(value.base64, "base64"),
    ),
  };
  const clients = Array.from(
    { length: plan.clients },
    () => new Client({ connectionString: plan.databaseUrl }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const from = performance.now() + plan.warmUpSeconds * 1000;
  const to = from + plan.seconds * 1000;
  const usedBefore = process.cpuUsage();
  const latencies: number[] = [];
  let answered = 0;
  const loop = async (client: Client) => {
    for (;;) {
      const sentAt = performance.now();
      if (sentAt >= to) return;
      await client.query(statement);
      const now = performance.now();
      answered++;
      if (now >= from && now < to) latencies.push(now - sentAt);
    }
  };
  await Promise.all(clients.map(loop));
  await Promise.all(clients.map((client) => client.end()));
  const sorted = Float64Array.from(latencies).sort();
  const { user, system } = process.cpuUsage(usedBefore);
  return {
    calls: latencies.length,
    seconds: plan.seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    answered,
    cpuSeconds: (user + system) / 1e6,
  };
}

endWithParent();
const plan = await settings<SqlPlan>();
report(await run(plan).catch((error: Error) => ({ failed: error.message })));
process.disconnect();
