// A program that starts the embedded database of a folder, says where it is, and waits to be killed.
import { logger } from "../../../src/logger.ts";
import { startPostgres } from "../../../src/platform/postgres.ts";

const [dir, port] = process.argv.slice(2) as [string, string];
const postgres = await startPostgres({ dir, port: Number(port), log: logger("test", { level: "error" }) });
process.stdout.write(`${JSON.stringify({ pid: postgres.pid, url: postgres.url })}\n`);
