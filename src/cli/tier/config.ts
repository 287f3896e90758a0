import { type Config, loadConfig } from "../../config.ts";
import type { Tier } from "../../pki/names.ts";
import { assertProduction } from "../production.ts";

/** Options of a tier's command. */
export interface TierOptions {
  /** Number of processes; 0 is `auto`. */
  processes?: number;
}

/** Loads the settings of a tier; the command line overrides the environment. @throws ConfigError */
export function tierConfig(tier: Tier, { processes }: TierOptions): Config {
  const given = processes === undefined ? {} : { [`PDA_${tier.toUpperCase()}_PROCESSES`]: String(processes) };
  const config = loadConfig({ env: { ...process.env, ...given } });
  assertProduction(config, tier);
  return config;
}
