import { settingsOf } from "../../src/config/names.ts";
import { configSchema } from "../../src/config/schema.ts";
import { freePort } from "../../src/platform/ports.ts";

/** Names of all settings that are ports, as variables of the environment. */
const portNames = settingsOf(configSchema)
  .filter(({ path }) => /(^p|P)ort$/.test(path.at(-1) ?? ""))
  .map(({ env }) => env);

/** A free port for each setting that is one, so that installations on one machine stay out of each other's way. */
export async function freePorts(): Promise<Record<string, string>> {
  const ports = new Set<number>();
  while (ports.size < portNames.length) ports.add(await freePort());
  return Object.fromEntries(portNames.map((name, index) => [name, String([...ports][index])]));
}
