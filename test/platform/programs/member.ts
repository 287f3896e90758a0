// A process of a set: answers on the port with its process id, but `/held` only when the caller goes away. While the file that it is given exists, it cannot start: for the reason
// in it, which may pass by itself.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Counter } from "prom-client";
import { joinSet } from "../../../src/platform/process-set/in-member.ts";
import { metricsRegistry } from "../../../src/telemetry.ts";

const [port, bad = ""] = process.argv.slice(2);
const membership = joinSet();
if (existsSync(bad)) {
  const passing = readFileSync(bad, "utf8");
  process.stderr.write(
    passing ? `pda: ${passing}\n  next: wait\n` : "pda: the certificate is bad\n  next: renew it\n",
  );
  process.exit(passing ? 75 : 78);
}
const answers = new Counter({ name: "answers_total", help: "Answers", registers: [metricsRegistry] });
const server = createServer((request, response) => {
  answers.inc();
  if (request.url === "/held") return;
  response.setHeader("Connection", "close");
  setTimeout(() => response.end(String(process.pid)), 3);
});
await new Promise<void>((resolve) => server.listen(Number(port), "127.0.0.1", resolve));
membership.announce(async () => true);
await membership.stopped;
await new Promise((resolve) => server.close(resolve));
await membership.farewell();
process.exit(0);
