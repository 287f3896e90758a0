// `pda login` and `pda logout`: the profiles that this machine keeps.
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { createPdaClient, PdaError } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { CommandError } from "../failure.ts";
import { callFailure } from "../lists/problem.ts";
import { printRows } from "../output/table.ts";
import { contentOf, installationRoot, systemRoots } from "../service.ts";
import { namedProfile } from "./choose.ts";
import { DEFAULT_PROFILE, type Profile, profilesPath, readProfiles, writeProfiles } from "./file.ts";

/** Options of `pda login`. */
export interface LoginOptions {
  readonly profile?: string;
  readonly url?: string;
  readonly ca?: string;
  readonly apiKeyFile?: string;
}

/** `pda login`: stores a profile after the service has accepted its key. @throws CommandError */
export async function login(config: Config, options: LoginOptions): Promise<void> {
  const name = namedProfile(options) ?? DEFAULT_PROFILE;
  const url = options.url ?? config.publicUrl;
  const isOwn = options.url === undefined && config.gateway.tls.certFile === undefined;
  const own = isOwn ? installationRoot(config) : "";
  const ca = options.ca === undefined ? own : contentOf(options.ca);
  // A file that cannot be used is refused before a person types the key.
  readProfiles();
  const key = (options.apiKeyFile === undefined ? await readKey() : contentOf(options.apiKeyFile)).trim();
  if (!/^[!-~]+$/.test(key))
    throw new CommandError("no API key is given", "name a file with --api-key-file, or pipe the key in");
  const profile = { url, key, ...(ca === "" ? {} : { ca }) };
  await requireAccepted(
    profile,
    options.apiKeyFile === undefined ? "standard input" : `--api-key-file ${options.apiKeyFile}`,
  );
  // Reads the file again, because another command may have changed it while a person typed the key.
  writeProfiles(new Map(readProfiles()).set(name, profile));
  printRows({ profile: name, service: url, "kept in": profilesPath() });
}

/** Calls the service once. A key that may not list payments is a valid key. @throws CommandError */
async function requireAccepted(
  { url: baseUrl, key: apiKey, ca = systemRoots() }: Profile,
  keyOrigin: string,
): Promise<void> {
  const others = { clientCertificate: null, publicKey: null, signature: null };
  await using api = createPdaClient({ baseUrl, apiKey, ca, ...others });
  try {
    await api.GET("/api/v1/payments", { params: { query: { pageSize: 1 } } });
  } catch (error) {
    if (error instanceof PdaError && error.status === 403) return;
    throw callFailure(error, baseUrl, { scope: "", keyOrigin });
  }
}

/** Reads the key from standard input; from a terminal without an echo. */
async function readKey(): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  // Only now, because the terminal shows what is typed before.
  process.stderr.write("API key (it is not shown): ");
  try {
    return await new Promise<string>((resolve) => {
      lines.once("line", resolve).once("close", () => resolve(""));
      lines.once("SIGINT", () => {
        lines.close();
        process.kill(process.pid, "SIGINT");
      });
    });
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

/** `pda logout`: forgets a profile, or all. The keys stay valid. @throws CommandError when the profile does not exist */
export function logout(options: { readonly profile?: string; readonly all?: boolean }): void {
  const profiles = new Map(readProfiles());
  if (options.all && profiles.size === 0) return console.log("no profiles exist");
  const names = options.all ? [...profiles.keys()] : [namedProfile(options) ?? DEFAULT_PROFILE];
  for (const name of names)
    if (!profiles.delete(name))
      throw new CommandError(`no profile has the name "${name}": ${profilesPath()}`, "see: pda profiles");
  writeProfiles(profiles);
  for (const name of names) console.log(`forgot ${name}; its key stays valid until it is revoked`);
}
