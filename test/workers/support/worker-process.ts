// A worker as a process of its own, which a test can kill.
import { loadConfig } from "../../../src/config.ts";
import { startWorker } from "../../../src/workers/server.ts";

const worker = await startWorker(loadConfig());
process.once("SIGTERM", () => {
  worker.close().then(
    () => process.disconnect(),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
});
process.send?.("ready");
