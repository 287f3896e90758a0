import { type Config, loadConfig } from "../../config.ts";
import type { Tier } from "../../pki/names.ts";
import { assertProduction } from "../production.ts";

/** What may be given on the command line. */
export interface TierOptions {
  /** 0 is `auto`. */
  processes?: number;
}

/** The settings of a tier: what the command line gives counts more than the environment. @throws ConfigError */
export function tierConfig(tier: Tier, { processes }: TierOptions): Config {
  const given = processes === undefined ? {} : { [`PDA_${tier.toUpperCase()}_PROCESSES`]: String(processes) };
  const config = loadConfig({ env: { ...process.env, ...given } });
  assertProduction(config, tier);
  return config;
}
