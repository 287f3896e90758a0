import { randomInt } from "node:crypto";
import { settingsOf } from "../../src/config/names.ts";
import { configSchema } from "../../src/config/schema.ts";
import { portState } from "../../src/platform/ports.ts";

/** Names of the port settings of what `pda up` starts, as environment variables. Versions from before the relay refuse its settings. */
const portNames = settingsOf(configSchema)
  .filter(({ path }) => /(^p|P)ort$/.test(path.at(-1) ?? "") && path[0] !== "relay")
  .map(({ env }) => env);

/**
 * The port range lies below the ports that systems lend to outgoing connections (Linux 32768, RFC 6335 49152), which come and go at any
 * moment.
 */
const lowest = 15_000;
const beyond = 32_000;
const tries = 50;
/**
 * A port stays free until its program listens. So each parallel test process (the number of jobs in .mocharc.yaml) uses its own share of
 * ports and gives no port out twice.
 */
const shares = 2;
const share = Number(process.env.MOCHA_WORKER_ID ?? 0) % shares;
const width = Math.floor((beyond - lowest) / shares);
const given = new Set<number>();

/** Returns a port that was free a moment ago and that no outgoing connection will get. */
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

/** Returns a free port for each port setting, so that installations on one machine do not collide. */
export async function freePorts(): Promise<Record<string, string>> {
  const ports = new Set<number>();
  while (ports.size < portNames.length) ports.add(await freePort());
  return Object.fromEntries(portNames.map((name, index) => [name, String([...ports][index])]));
}
