// A program that logs a numbered line every 20 ms. Its standard output fails at first: SIGUSR2 gives it a file instead.
import { closeSync, openSync } from "node:fs";
import { logger } from "../../../src/logger.ts";

const [file = ""] = process.argv.slice(2);
const log = logger("test");
let number = 0;
setInterval(() => log.info({ number: (number += 1) }, "line"), 20);
process.on("SIGUSR2", () => {
  closeSync(1);
  // The lowest free descriptor is the standard output.
  if (openSync(file, "a") !== 1) throw new Error("another descriptor was free");
});
process.once("SIGTERM", () => process.exit(0));
process.stderr.write("runs\n");
