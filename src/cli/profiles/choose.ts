import { CommandError } from "../failure.ts";
import { DEFAULT_PROFILE, type Profile, profilesPath, readProfiles } from "./file.ts";

/** Options that choose a profile, or make it unneeded. */
export interface ProfileOptions {
  readonly url?: string;
  readonly profile?: string;
}

/** Returns the name of the profile that the options or the environment name; undefined when they name none. */
export const namedProfile = ({ profile }: ProfileOptions): string | undefined =>
  profile ?? (process.env.PDA_PROFILE || undefined);

/**
 * Returns the profile that a command uses: that of `--profile`, else of PDA_PROFILE, else the profile "default". A service that `--url` or
 * PDA_PUBLIC_URL names has no profile, so that a key is never sent to another service than its own; `--profile` comes before PDA_PUBLIC_URL.
 *
 * @returns undefined when no profile is used. @throws CommandError when the named profile does not exist, or the file cannot be used
 */
export function chosenProfile(options: ProfileOptions): Profile | undefined {
  if (options.url !== undefined) return undefined;
  const named = namedProfile(options);
  if (named === undefined && process.env.PDA_PUBLIC_URL) return undefined;
  const profile = readProfiles().get(named ?? DEFAULT_PROFILE);
  if (profile || named === undefined) return profile;
  throw new CommandError(
    `no profile has the name "${named}": ${profilesPath()}`,
    `see: pda profiles; store it: pda login --profile ${named}`,
  );
}
