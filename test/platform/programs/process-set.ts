// A program that looks after two of the members beside it: SIGHUP replaces them, SIGTERM ends them, SIGUSR2 shows their metrics.
import { Registry } from "prom-client";
import { fileURLToPath } from "node:url";
import { describeFailure, exitCodeOf } from "../../../src/cli/failure.ts";
import { logger } from "../../../src/logger.ts";
import { ProcessSet } from "../../../src/platform/process-set.ts";
import { metricsText } from "../../../src/telemetry/metrics-text.ts";

const script = fileURLToPath(new URL("member.ts", import.meta.url));
const log = logger("set");
const set = new ProcessSet({ script, args: process.argv.slice(2), count: () => 2, log, pauseMs: 20 });
const stopped = new Promise<void>((resolve) => {
  process.once("SIGTERM", resolve);
});
process.on("SIGHUP", () => set.reload());
process.on("SIGUSR2", () => {
  const text = set.metrics().then((metrics) => metricsText(metrics, Registry.PROMETHEUS_CONTENT_TYPE));
  void text.then((shown) => log.info({ text: shown }, "metrics"));
});
try {
  await set.start();
  log.info("started");
  await Promise.race([stopped, set.failed]);
} catch (error) {
  process.stderr.write(describeFailure(error));
  process.exit(exitCodeOf(error));
}
await set.close();
process.exit(0);
