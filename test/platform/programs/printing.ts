// A program that prints a numbered line every 20 ms, as `pda up` prints. Its standard output fails at first: SIGUSR2 gives it a file instead.
import { closeSync, openSync } from "node:fs";
import { endWhenOutputIsLost, goOnWithoutOutput } from "../../../src/cli/output/lost.ts";
import { progress } from "../../../src/cli/up/progress.ts";

const [file = ""] = process.argv.slice(2);
endWhenOutputIsLost();
goOnWithoutOutput();
const out = progress(false);
let number = 0;
setInterval(() => {
  // Two lines of one moment.
  for (let count = 0; count < 2; count += 1) out.say(String((number += 1)));
}, 20);
process.on("SIGUSR2", () => {
  closeSync(1);
  // The lowest free descriptor is the standard output.
  if (openSync(file, "a") !== 1) throw new Error("another descriptor was free");
});
process.once("SIGTERM", () => process.exit(0));
process.stderr.write("runs\n");
