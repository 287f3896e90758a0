// A program that starts the server of a database that exists, as on a system that does not end a child with its parent. It ends with code 3
// on SIGTERM, and leaves the server to the handlers of its end.
import { logger } from "../../../src/logger.ts";
import { serverAccount } from "../../../src/platform/postgres/account.ts";
import { findBinaries } from "../../../src/platform/postgres/binaries.ts";
import { clusterDirectory } from "../../../src/platform/postgres/cluster.ts";
import { runServer } from "../../../src/platform/postgres/server.ts";

const [folder, port] = process.argv.slice(2) as [string, string];
const dir = clusterDirectory(folder);
const binaries = findBinaries(folder);
const account = serverAccount([dir, binaries.postgres]);
const prefix = account.prefix.filter((word) => word !== "--pdeathsig" && word !== "INT");
const server = await runServer({
  dir,
  port: Number(port),
  socketDir: undefined,
  binaries,
  account: { ...account, prefix },
  log: logger("test", { level: "silent" }),
});
process.once("SIGTERM", () => process.exit(3));
process.stdout.write(`${JSON.stringify({ pid: server.child.pid, url: "" })}\n`);
