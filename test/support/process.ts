// Makes every test process speak TLS 1.3 only, like the product, and ends a test process that blocks for ever.
import tls from "node:tls";
import { Worker } from "node:worker_threads";

tls.DEFAULT_MIN_VERSION = "TLSv1.3";

/** Checks that run after the tests of a file. The modules that need a check add it. */
export const endings: (() => Promise<void>)[] = [];

/** Longest time that a test may block its process, e.g. by a call of spawnSync. */
const blockedMsMax = 300_000;

/**
 * Ends this process and names the test when the event loop stands still for too long. Mocha's own time limits are timers, which never fire
 * in that case, so the whole run would wait.
 */
function guard(): { test: (title: string) => void } {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const watch = `
    const { parentPort, workerData: { beats, blockedMsMax } } = require("node:worker_threads");
    let test = "a test file that is being loaded";
    parentPort.on("message", (title) => { test = title; });
    let seen = -1, since = Date.now();
    setInterval(() => {
      const now = Atomics.load(beats, 0);
      if (now !== seen) { seen = now; since = Date.now(); return; }
      if (Date.now() - since < blockedMsMax) return;
      require("node:fs").appendFileSync(process.env.TEST_BLOCKED ?? "/dev/stderr", test + "\\n");
      process.kill(process.pid, "SIGKILL");
    }, 1_000);`;
  const worker = new Worker(watch, { eval: true, execArgv: [], workerData: { beats, blockedMsMax } });
  worker.unref();
  setInterval(() => Atomics.add(beats, 0, 1), 1_000).unref();
  return { test: (title) => worker.postMessage(title, []) };
}

const guarded = guard();

export const mochaHooks = {
  beforeEach(this: Mocha.Context): void {
    guarded.test(this.currentTest?.fullTitle() ?? "");
  },

  async afterAll(this: Mocha.Context): Promise<void> {
    if (endings.length === 0) return;
    this.timeout(120_000);
    for (const look of endings) await look();
  },
};
