import tls from "node:tls";
import { describeFailure, exitCodeOf } from "./failure.ts";
import { program } from "./program.ts";

// Before anything opens a socket: no connection of this process goes below TLS 1.3.
tls.DEFAULT_MIN_VERSION = "TLSv1.3";

try {
  await program().parseAsync();
} catch (error) {
  process.stderr.write(describeFailure(error));
  process.exit(exitCodeOf(error));
}
