import { type ChildProcess, spawn } from "node:child_process";
import { totalmem } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readIfThere } from "../../files/read.ts";
import type { Logger } from "../../logger.ts";
import { PlatformError } from "../problem.ts";
import { until } from "../process-table.ts";
import { type OsAccount, commandLine } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { endReasonOf } from "./full-disk.ts";

const START_MS = 60_000;
/** Longest recovery after a crash. To stop it would make the next start begin it anew. */
const RECOVERY_MS = 3_600_000;
const STOP_MS = 30_000;

/** An eighth of the machine's memory, 128 MB to 1 GB, so that the pages of millions of rows stay in memory. */
const sharedBuffersMb = Math.min(1_024, Math.max(128, Math.floor(totalmem() / 8 / 2 ** 20)));

/** Server settings: durable, and no contents of statements in the log. */
const SETTINGS: Record<string, string> = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  password_encryption: "scram-sha-256",
  max_connections: "200",
  shared_buffers: `${sharedBuffersMb}MB`,
  // After each checkpoint the server writes every changed page to the log in full, a large part of the log under load.
  max_wal_size: "4GB",
  // Keeps log files for reuse: all commits wait while a new file is filled with zeros and synchronised (50 ms for 16 MB).
  min_wal_size: "1GB",
  checkpoint_timeout: "15min",
  wal_buffers: "16MB",
  checkpoint_completion_target: "0.9",
  idle_in_transaction_session_timeout: "60s",
  timezone: "UTC",
  log_timezone: "UTC",
  log_destination: "stderr",
  logging_collector: "off",
  log_checkpoints: "off",
  log_startup_progress_interval: "10s",
  // The caller reports a refused statement. Its text and values may hold secrets, so the server does not log them.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_line_prefix: "",
};

export interface ServerOptions {
  dir: string;
  port: number;
  /** Folder for the UNIX socket; undefined for no socket. */
  socketDir: string | undefined;
  binaries: Binaries;
  account: OsAccount;
  settings?: Record<string, string>;
  log: Logger;
  /** How long a start takes at most; 60 s when absent. A recovery after a crash may take longer. */
  startMs?: number | undefined;
}

/** A running server process. */
export interface ServerProcess {
  child: ChildProcess;
  /** Resolves with how the process ended, for any reason. */
  exited: Promise<string>;
  /** Ends sessions, writes all data and stops; sends a stronger signal after each 30 s. */
  stop: () => Promise<void>;
}

function forward(line: string, isStopping: boolean, log: Logger): void {
  const [, severity = "LOG", text = line] = /^([A-Z]+):\s+(.*)$/.exec(line) ?? [];
  // FATAL ends one session, PANIC ends all sessions. A server that stops ends sessions that have not closed yet, as it was asked to.
  if (severity === "PANIC") log.error(text);
  else if (severity === "FATAL" && isStopping) log.debug(text);
  else if (severity === "WARNING" || severity === "ERROR" || severity === "FATAL") log.warn(text);
  else if (progress.test(text)) log.info(text);
  else log.debug(text);
}

/** What a server says of a recovery that takes long, such as `redo in progress, elapsed time: 10.00 s, current LSN: 0/1A2B3C4`. */
const progress = /^(redo|syncing data directory|resetting unlogged relations) .*elapsed time/;

/** Reads the server's state from the last line of the pid file (the format that pg_ctl reads). A server first removes the file of a killed one. */
function stateOf(dir: string, pid: number | undefined): string | undefined {
  const lines = readIfThere(join(dir, "postmaster.pid"))?.split("\n");
  return Number(lines?.[0]) === pid ? lines?.[7]?.trim() : undefined;
}

/** Starts the server and waits until it accepts connections. @throws PlatformError with the server's own reason. */
export async function runServer(options: ServerOptions): Promise<ServerProcess> {
  const { dir, port, socketDir, binaries, account, log } = options;
  const settings = {
    ...SETTINGS,
    ...options.settings,
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: socketDir ?? "",
    unix_socket_permissions: "0700",
  };
  const { file, args } = commandLine(account, binaries.postgres, [
    "-D",
    dir,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]);
  const child = spawn(file, args, {
    cwd: "/",
    env: { PATH: process.env.PATH, ...binaries.env, LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
    // A separate process group: Ctrl-C in a terminal must not stop the database before the tiers that use it.
    detached: true,
  });
  const said: string[] = [];
  let isStopping = false;
  createInterface({ input: child.stderr }).on("line", (line) => {
    said.push(line);
    if (said.length > 20) said.shift();
    forward(line, isStopping, log);
  });
  let ended = false;
  // Not every system ends a child with its parent, and a process may end without having stopped the server. SIGINT is its fast shutdown.
  const leave = () => void child.kill("SIGINT");
  process.once("exit", leave);
  const exited = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => {
      ended = true;
      resolve(signal ? `by ${signal}` : `with code ${code}`);
    });
    child.once("error", (error) => {
      said.push(error.message);
      ended = true;
      resolve(error.message);
    });
  });
  void exited.then(() => process.off("exit", leave));
  const stop = () => {
    isStopping = true;
    return stopServer(child, exited, () => ended);
  };

  const isReady = () => stateOf(dir, child.pid) === "ready";
  const startMs = options.startMs ?? START_MS;
  await until(() => ended || isReady(), startMs, 10);
  if (!ended && stateOf(dir, child.pid) === "starting") {
    log.info("the database is recovering");
    await until(() => ended || stateOf(dir, child.pid) !== "starting", RECOVERY_MS, 100);
    // What follows takes no longer than after a clean end.
    await until(() => ended || isReady(), startMs, 10);
  }
  if (ended) {
    throw new PlatformError(
      `the embedded database did not start: ${endReasonOf(said)}`,
      `run: pda doctor (data folder ${dir})`,
    );
  }
  if (!isReady()) {
    await stop();
    throw new PlatformError("the embedded database was not ready in time", "see its log lines above");
  }
  return { child, exited, stop };
}

async function stopServer(child: ChildProcess, exited: Promise<string>, ended: () => boolean): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (ended()) break;
    child.kill(signal);
    await until(ended, STOP_MS);
  }
  await exited;
}
