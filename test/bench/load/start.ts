import type { Processes } from "../processes.ts";
import type { LoadPlan, LoadResult } from "./plan.ts";

/** The load of every HTTP bench: as many callers, as long. */
export const loadShape = { connections: 128, warmUpSeconds: 1 } as const;

const generator = new URL("generator.ts", import.meta.url);

/** Applies load from a process of its own and waits for what came of it. @throws GaveUp that says which answer failed it */
export async function applyLoad(processes: Processes, plan: LoadPlan): Promise<LoadResult> {
  const { ready } = await processes.startModule("load generator", generator, plan);
  return ready as LoadResult;
}
