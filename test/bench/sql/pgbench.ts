import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { endedChildrenSeconds } from "../cpu.ts";
import type { LoadResult } from "../load/plan.ts";
import type { Processes } from "../processes.ts";
import { itemsPerClient, type SqlTurn, type Statement, walletCount } from "./statement.ts";

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

/** What pgbench reports of a run. @throws Error when it reports none, or that transactions failed */
export function parsePgbench(output: string): { transactions: number; perSecond: number } {
  const tps = /^tps = ([\d.]+) \(without initial connection time\)/m.exec(output)?.[1];
  const done = /^number of transactions actually processed: (\d+)/m.exec(output)?.[1];
  if (tps === undefined || done === undefined || !/^number of failed transactions: 0 /m.test(output)) {
    throw new Error(`pgbench told no good run: ${output}`);
  }
  return { transactions: Number(done), perSecond: Number(tps) };
}

const literal = (value: string | Buffer): string =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : `'\\x${value.toString("hex")}'`;

/** The statement as a script of pgbench: numbers are its variables, which travel as parameters of the prepared statement. */
export function scriptOf({ text, constants, numbers }: Statement): string {
  const sql = text((name) => {
    const constant = constants[name];
    return constant === undefined ? `:${name}` : literal(constant);
  });
  const sets = {
    item: `\\set n :n + 1\n\\set item :client_id * ${itemsPerClient} + :n\n`,
    wallet: `\\set wallet random(1, ${walletCount})\n`,
  };
  return `${numbers.map((kind) => sets[kind]).join("")}${sql.replaceAll("\n", " ")};\n`;
}

/**
 * Runs a statement by pgbench, prepared: warm-up, then the measured time, whole seconds both, as pgbench wants it.
 * @param first number of the first item of each client; the warm-up takes from there, the measured run from `first + half`
 */
export async function runPgbench(
  processes: Processes,
  statement: Statement,
  turn: SqlTurn & { readonly dir: string; readonly first: number; readonly half: number },
): Promise<LoadResult> {
  const script = join(turn.dir, "statement.sql");
  await writeFile(script, scriptOf(statement));
  const usedBefore = endedChildrenSeconds();
  const warmUp = await runOnce(processes, script, turn, Math.ceil(turn.warmUpSeconds), turn.first);
  const seconds = Math.ceil(turn.seconds);
  const measured = await runOnce(processes, script, turn, seconds, turn.first + turn.half);
  return {
    calls: measured.perSecond * seconds,
    seconds,
    answered: warmUp.transactions + measured.transactions,
    cpuSeconds: endedChildrenSeconds() - usedBefore,
  };
}

async function runOnce(
  processes: Processes,
  script: string,
  { databaseUrl, clients }: SqlTurn,
  seconds: number,
  first: number,
): Promise<{ transactions: number; perSecond: number }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const how = ["-n", "-M", "prepared", "-c", String(clients), "-j", "1", "-T", String(seconds)];
  const server = {
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: decodeURIComponent(password),
  };
  const running = await processes.start(
    "pgbench",
    "pgbench",
    [...how, "-D", `n=${first - 1}`, "-f", script],
    {
      env: { ...process.env, ...server, PGDATABASE: pathname.slice(1) },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let said = "";
  running.child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(running.child, "close");
  return parsePgbench(said);
}
