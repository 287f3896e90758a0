// The load generator: a process of its own, so that it shares no event loop with anything that is measured.
import { endWithParent, report, settings } from "../child.ts";
import { GaveUp } from "./gave-up.ts";
import type { LoadPlan } from "./plan.ts";
import { runLoad } from "./run.ts";

endWithParent();
const plan = await settings<LoadPlan>();
report(
  await runLoad(plan).catch((error: Error) => ({ failed: error.message, gaveUp: error instanceof GaveUp })),
);
process.disconnect();
