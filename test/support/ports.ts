import { randomInt } from "node:crypto";
import { settingsOf } from "../../src/config/names.ts";
import { configSchema } from "../../src/config/schema.ts";
import { portState } from "../../src/platform/ports.ts";

/** Names of all settings that are ports, as variables of the environment. */
const portNames = settingsOf(configSchema)
  .filter(({ path }) => /(^p|P)ort$/.test(path.at(-1) ?? ""))
  .map(({ env }) => env);

/** Below the ports that systems lend to outgoing connections (Linux 32768, RFC 6335 49152), which come and go at any moment. */
const lowest = 15_000;
const beyond = 32_000;
const tries = 50;
/**
 * A port is free for a while before its program listens. So each of the processes in which tests run side by side has a share of its own
 * (the number of jobs in .mocharc.yaml), and gives no port out twice.
 */
const shares = 2;
const share = Number(process.env.MOCHA_WORKER_ID ?? 0) % shares;
const width = Math.floor((beyond - lowest) / shares);
const given = new Set<number>();

/** A port that was free a moment ago, and that no outgoing connection will get. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  let state = "";
  for (let tried = 0; tried < tries; tried++) {
    const port = lowest + share * width + randomInt(width);
    if (given.has(port)) continue;
    given.add(port);
    state = await portState(host, port);
    if (state === "free") return port;
  }
  throw new Error(`no port could be had on ${host} (${state})`);
}

/** A free port for each setting that is one, so that installations on one machine stay out of each other's way. */
export async function freePorts(): Promise<Record<string, string>> {
  const ports = new Set<number>();
  while (ports.size < portNames.length) ports.add(await freePort());
  return Object.fromEntries(portNames.map((name, index) => [name, String([...ports][index])]));
}
