import tls from "node:tls";
import { endWhenOutputIsLost } from "./output/lost.ts";
import { program } from "./program.ts";

// Set before any socket opens: every connection of this process uses at least TLS 1.3.
tls.DEFAULT_MIN_VERSION = "TLSv1.3";
endWhenOutputIsLost();

try {
  const args = process.argv.slice(2);
  await (await program(args)).parseAsync(args, { from: "user" });
} catch (error) {
  const { describeFailure, exitCodeOf } = await import("./failure.ts");
  process.stderr.write(describeFailure(error));
  process.exit(exitCodeOf(error));
}
