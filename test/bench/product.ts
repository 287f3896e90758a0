import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { type Layout, layout } from "../../src/pki/names.ts";
import { readCredentials } from "../../src/platform/postgres/cluster.ts";
import { embeddedUrl } from "../../src/platform/postgres.ts";
import { freePorts } from "../support/ports.ts";
import { withClient } from "./database.ts";
import type { Processes, Running } from "./processes.ts";
import type { Parts } from "./turn.ts";

const root = join(import.meta.dirname, "../..");
const startMs = 120_000;
const drainMs = 120_000;

/** The product as `pda up` runs it. */
export interface Product {
  readonly port: number;
  /** PEM of the root of its HTTPS certificate. */
  readonly ca: string;
  readonly operatorKey: string;
  readonly pki: Layout;
  /** Connection string of its database, as its own role. */
  readonly databaseUrl: string;
  /** Connection string of the superuser of the same server. */
  readonly adminUrl: string;
  /** Process ids by part: the tiers and the database. */
  readonly parts: Parts;
  /** Waits until its workers have dealt with what was written, so that one turn does not pay for another. */
  settle(): Promise<void>;
  /** Stops it. */
  close(): Promise<void>;
}

/** Settings of the product that a person may measure with; the machine's line shows them. */
const passedOn = ["PDA_GATEWAY_DISPATCH"];

/** Those of them that are set. */
export const settingsOf = (env: NodeJS.ProcessEnv): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => passedOn.includes(name)));

/** The person's other settings must not reach the product that is measured. */
function environment(dataDir: string, ports: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("PDA_") && name !== "DATABASE_URL",
  );
  return {
    ...Object.fromEntries(own),
    ...settingsOf(process.env),
    ...ports,
    PDA_DATA_DIR: dataDir,
    // One line for each request is written by neither contender.
    PDA_LOG_LEVEL: "warn",
    // All load comes from one caller, which the preset limits would refuse.
    PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000000",
    PDA_GATEWAY_RATE_BURST: "1000000",
    PDA_GATEWAY_RATE_TENANT_REQUESTS_PER_SECOND: "1000000",
    PDA_GATEWAY_RATE_TENANT_BURST: "1000000",
    PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000000",
    // Nothing expires while it is measured.
    PDA_PAYMENT_TTL_SECONDS: "604800",
  };
}

/** Reads what `pda up` says until it is ready. @returns the operator's key @throws Error with its last words */
async function untilReady(running: Running): Promise<string> {
  const said: string[] = [];
  let key: string | undefined;
  const ready = new Promise<string>((resolve) => {
    for (const stream of [running.child.stdout, running.child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (line) => {
        said.push(line);
        if (said.length > 20) said.shift();
        key ??= /\bpda_[0-9a-z]{26}_[\w-]{43}\b/.exec(line)?.[0];
        if (key !== undefined) resolve(key);
      });
    }
  });
  const ended = running.exited.then((how) => `it ended ${how}`);
  const late = sleep(startMs, `it was not ready within ${startMs / 1000} s`, { ref: false });
  const failed = Promise.race([ended, late]).then((why) => {
    throw new Error(`pda up: ${why}\n${said.join("\n")}`);
  });
  return Promise.race([ready, failed]);
}

const tiers = ["gateway", "core", "worker", "chain-adapter"] as const;

/** The tier of each child of the supervisor, by its command line; the database is the one that works in the cluster's folder. */
async function partsOf(supervisor: number): Promise<Parts> {
  const parts: Record<string, number[]> = {};
  if (process.platform !== "linux") return parts;
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const args = commandLine(entry);
    if (parentOf(entry) !== supervisor || args.length === 0) continue;
    const tier = tiers.find((name) => args.slice(1).includes(name));
    const part = args[0]?.endsWith("/postgres") ? "database" : tier;
    if (part) parts[part] = [...(parts[part] ?? []), Number(entry)];
  }
  return parts;
}

function commandLine(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean);
  } catch {
    // It has ended since the folder was read.
    return [];
  }
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    // The same.
    return undefined;
  }
}

/** Waits until all events and audit records have their positions. @throws Error when the workers do not get there in time */
function settle(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    const end = Date.now() + drainMs;
    for (;;) {
      const { rows } = await client.query(
        "select exists (select from outbox) or exists (select from audit_batch where first_position is null) as waiting",
      );
      if (!rows[0].waiting) return;
      if (Date.now() > end)
        throw new Error(`events or audit records waited for more than ${drainMs / 1000} s`);
      await sleep(50);
    }
  });
}

/** Of 16 MB; not more than the database keeps of them for use again. */
const logFiles = 60;

/**
 * Lets the database have files of its log to use again, as it has after its first hour under load: until then, all commits wait about
 * 50 ms for each new one, whoever writes.
 */
function settleLog(adminUrl: string): Promise<void> {
  return withClient(adminUrl, async (client) => {
    for (let file = 0; file < logFiles; file++)
      await client.query("select pg_logical_emit_message(true, 'bench', repeat('x', 16 << 20))");
    await client.query("checkpoint");
  });
}

/** Starts everything with `pda up`, as a person would, in a folder of its own, on free ports. @throws Error with what it said */
export async function startProduct(processes: Processes, dir: string): Promise<Product> {
  const ports = await freePorts();
  const dataDir = join(dir, "pda");
  const running = await processes.start("pda up", join(root, "bin/pda"), ["up"], {
    cwd: dir,
    env: environment(dataDir, ports),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const operatorKey = await untilReady(running);
  const pki = layout(join(dataDir, "pki"));
  const port = Number(ports.PDA_DATABASE_EMBEDDED_PORT);
  const databaseUrl = embeddedUrl({ dir: dataDir, port });
  const admin = readCredentials(dataDir)?.admin;
  if (databaseUrl === undefined || admin === undefined) throw new Error("pda up made no database");
  const adminUrl = `postgres://${admin.user}:${admin.password}@127.0.0.1:${port}/postgres`;
  await settleLog(adminUrl);
  return {
    port: Number(ports.PDA_GATEWAY_PORT),
    ca: readFileSync(pki.root.cert, "utf8"),
    operatorKey,
    pki,
    databaseUrl,
    adminUrl,
    parts: await partsOf(running.pid),
    settle: () => settle(databaseUrl),
    close: () => processes.stop(running),
  };
}
