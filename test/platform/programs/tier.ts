// A program that behaves as a tier does under a supervisor: ready, then until it is stopped.
import { untilStopped } from "../../../src/cli/signals.ts";
import { READY } from "../../../src/platform/child.ts";

const keepRunning = setInterval(() => undefined, 1000);
const stopped = untilStopped("test tier");
process.stdout.write(`pid ${process.pid}\n`);
process.send?.(READY);
await stopped;
clearInterval(keepRunning);
process.exit(0);
