import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Processes } from "../processes.ts";
import { insertSql } from "./rows.ts";

const run = promisify(execFile);

/** Whether this machine has pgbench; the embedded server comes without. */
export async function hasPgbench(): Promise<boolean> {
  try {
    await run("pgbench", ["--version"]);
    return true;
  } catch {
    return false;
  }
}

/** Transactions per second that pgbench reports. @throws Error when it reports none */
export function parseTps(output: string): number {
  const tps = /^tps = ([\d.]+) \(without initial connection time\)/m.exec(output)?.[1];
  if (tps === undefined) throw new Error(`pgbench told no tps: ${output}`);
  return Number(tps);
}

const literal = (value: string | Buffer): string =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : `'\\x${value.toString("hex")}'`;

/** Runs the same statement with the same number of clients by pgbench, prepared. @returns transactions per second */
export async function runPgbench(
  processes: Processes,
  options: {
    dir: string;
    databaseUrl: string;
    parameters: readonly (string | Buffer)[];
    clients: number;
    seconds: number;
  },
): Promise<number> {
  const { dir, databaseUrl, parameters, clients, seconds } = options;
  const script = join(dir, "payment.sql");
  await writeFile(
    script,
    `${insertSql((index) => literal(parameters[index] ?? "")).replaceAll("\n", " ")};\n`,
  );
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const args = [
    "-n",
    "-M",
    "prepared",
    "-c",
    String(clients),
    "-j",
    "1",
    "-T",
    String(Math.ceil(seconds)),
    "-f",
    script,
  ];
  const server = {
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: decodeURIComponent(password),
  };
  const running = await processes.start("pgbench", "pgbench", args, {
    env: { ...process.env, ...server, PGDATABASE: pathname.slice(1) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let said = "";
  running.child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(running.child, "close");
  return parseTps(said);
}
