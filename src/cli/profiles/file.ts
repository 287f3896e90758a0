// The profiles of a person: services with the API keys to call them. Only their owner may read the file.
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { readIfThere } from "../../files/read.ts";
import { shellWord } from "../../files/shell.ts";
import { privateDirectory, writeAtomically } from "../../pki/files.ts";
import { CommandError } from "../failure.ts";

const profile = z.strictObject({
  /** Address of the service. */
  url: z.url({ protocol: /^https$/ }),
  /** API key. */
  key: z.string().min(1),
  /** Root certificate of the service, PEM; absent when the roots of the system have issued the service's certificate. */
  ca: z.string().optional(),
});
const profiles = z.record(z.string(), profile);

/** A service with an API key to call it. */
export type Profile = z.output<typeof profile>;

/** Name of the profile that is used when no other is chosen. */
export const DEFAULT_PROFILE = "default";

/** Returns the path of the file of profiles, as the XDG base directories have it. */
export function profilesPath(): string {
  const base = process.env.XDG_CONFIG_HOME || join(homedir(), ".config");
  return join(base, "pda", "profiles.yaml");
}

/**
 * Returns the profiles by their names; none when the file does not exist.
 * @throws CommandError when other users may read or change the file, or when it holds no profiles. No message repeats its content.
 */
export function readProfiles(): ReadonlyMap<string, Profile> {
  const file = profilesPath();
  const text = readIfThere(file);
  if (text === undefined) return new Map();
  if ((statSync(file).mode & 0o077) !== 0)
    throw new CommandError(
      `other users of this machine may read the profiles: ${file}`,
      `run: chmod 600 ${shellWord(file)}; then replace the keys that others may have read`,
    );
  const { data } = profiles.safeParse(parsed(text) ?? {});
  if (data) return new Map(Object.entries(data));
  throw new CommandError(`${file} does not hold profiles`, "correct it, or move it away and run: pda login");
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return "";
  }
}

/** Writes the profiles. Only the owner may read the file and enter its folder. */
export function writeProfiles(all: ReadonlyMap<string, Profile>): void {
  const file = profilesPath();
  privateDirectory(dirname(file));
  const head = "# Services and API keys of the pda command. Written by pda login and pda logout.\n";
  writeAtomically(file, head + (all.size === 0 ? "" : stringify(Object.fromEntries(all))));
}
