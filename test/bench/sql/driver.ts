// Raw SQL of the same rows, by the pg driver with a prepared statement, from a process of its own: where there is no pgbench.
import { Client } from "pg";
import { endWithParent, report, settings } from "../child.ts";
import type { LoadResult } from "../load/plan.ts";
import { quantile } from "../statistics.ts";
import type { DriverPlan } from "./driver-plan.ts";
import { itemsPerClient, walletCount } from "./statement.ts";

async function run(plan: DriverPlan): Promise<LoadResult> {
  const constants = plan.constants.map((value) =>
    typeof value === "string" ? value : Buffer.from(value.base64, "base64"),
  );
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
  const loop = async (client: Client, place: number) => {
    for (let n = plan.first; ; n++) {
      const sentAt = performance.now();
      if (sentAt >= to) return;
      const values = {
        item: place * itemsPerClient + n,
        wallet: 1 + Math.floor(Math.random() * walletCount),
      };
      const numbers = plan.numbers.map((kind) => values[kind]);
      await client.query({ name: "rows", text: plan.text, values: [...constants, ...numbers] });
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
const plan = await settings<DriverPlan>();
report(await run(plan).catch((error: Error) => ({ failed: error.message })));
process.disconnect();
