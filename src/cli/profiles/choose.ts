import type { Config } from "../../config.ts";
import { isThere } from "../../files/read.ts";
import { CommandError } from "../failure.ts";
import { sandboxKeyFile } from "../operator-keys.ts";
import { DEFAULT_PROFILE, type Profile, profilesPath, readProfiles } from "./file.ts";

/** Options that choose a profile, or make it unneeded. */
export interface ProfileOptions {
  readonly url?: string;
  readonly profile?: string;
  readonly apiKeyFile?: string;
}

/** Returns the name of the profile that the options or the environment name; undefined when they name none. */
export const namedProfile = ({ profile }: ProfileOptions): string | undefined =>
  profile ?? (process.env.PDA_PROFILE || undefined);

/**
 * Returns the profile that a command uses: that of `--profile`, else of PDA_PROFILE, else the profile "default". A key must never reach
 * another service than its own, so no profile is used beside `--url`, and "default" is not used beside PDA_PUBLIC_URL, PDA_API_KEY or
 * `--api-key-file`, nor with the settings of production, or in the folder of a sandbox, that are another service's.
 *
 * @returns undefined when no profile is used. @throws CommandError when the named profile does not exist, or the file cannot be used
 */
export function chosenProfile(config: Config, options: ProfileOptions): Profile | undefined {
  if (options.url !== undefined) return undefined;
  const named = namedProfile(options);
  if (named === undefined && isAddressed(options)) return undefined;
  const profile = readProfiles().get(named ?? DEFAULT_PROFILE);
  if (named === undefined) return profile && belongsHere(config, profile) ? profile : undefined;
  if (profile) return profile;
  throw new CommandError(
    `no profile has the name "${named}": ${profilesPath()}`,
    `see: pda profiles; store it: pda login --profile ${named}`,
  );
}

/** Tells whether the caller says in another way which service or which key is meant. */
const isAddressed = ({ apiKeyFile }: ProfileOptions): boolean =>
  Boolean(process.env.PDA_PUBLIC_URL) || process.env.PDA_API_KEY !== undefined || apiKeyFile !== undefined;

/** A person in the folder of an installation means that one, and not the service that "default" happens to be. */
function belongsHere(config: Config, { url }: Profile): boolean {
  const isHere = config.mode === "production" || isThere(sandboxKeyFile(config));
  return !isHere || new URL(url).origin === new URL(config.publicUrl).origin;
}
