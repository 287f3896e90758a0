import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { closedLoop } from "./closed.ts";
import { Connection } from "./connection.ts";
import { openLoop } from "./open.ts";
import { type Asked, type LoadPlan, type LoadResult, requestWriter } from "./plan.ts";
import { Recorder } from "./recorder.ts";

/** The requests of a plan. */
function requestsOf({ requests }: LoadPlan): readonly Asked[] {
  if (!("file" in requests)) return requests;
  const lines = readFileSync(requests.file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Asked);
}

/**
 * Runs a plan: warm-up, then the measured time, on connections that stay open.
 * @throws GaveUp on the first answer that is not 2xx and on a broken connection: a run with errors has no figures
 */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const connections = await Promise.all(
    Array.from({ length: plan.connections }, () => Connection.open(plan)),
  );
  // Eight characters are each request's own; with these it is as long as a UUID.
  const next = requestWriter(plan, requestsOf(plan), randomUUID().slice(9));
  const from = performance.now() + plan.warmUpSeconds * 1000;
  const clock = { from, to: from + plan.seconds * 1000 };
  const recorder = new Recorder(clock, plan.keepAnswers !== undefined);
  const usedBefore = process.cpuUsage();
  let endedAt: number | undefined;
  try {
    if (plan.rate === undefined) endedAt = await closedLoop(connections, next, clock, recorder);
    else await openLoop(connections, next, clock, recorder, plan.rate);
  } finally {
    for (const connection of connections) connection.close();
  }
  const { user, system } = process.cpuUsage(usedBefore);
  if (plan.keepAnswers !== undefined) writeFileSync(plan.keepAnswers, recorder.bodies.join("\n"));
  return {
    ...recorder.summary(endedAt),
    answered: recorder.answered,
    cpuSeconds: (user + system) / 1e6,
  };
}
