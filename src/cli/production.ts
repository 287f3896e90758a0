import { type Config, ConfigError } from "../config.ts";
import type { Tier } from "../pki/names.ts";

/** Settings that production mode requires, by tier; development defaults must not reach production. */
const DEMANDS: Record<Tier, readonly { setting: string; given: (config: Config) => boolean }[]> = {
  gateway: [
    {
      setting: "gateway.tls.certFile and gateway.tls.keyFile",
      given: ({ gateway }) => gateway.tls.certFile !== undefined,
    },
  ],
  core: [{ setting: "database.url (DATABASE_URL)", given: ({ database }) => database.url !== undefined }],
  worker: [{ setting: "database.url (DATABASE_URL)", given: ({ database }) => database.url !== undefined }],
  "chain-adapter": [
    {
      setting: "chainAdapter.network.rpcUrl",
      given: ({ chainAdapter }) => !chainAdapter.network.development,
    },
    {
      setting: "chainAdapter.network.signerKeyFile",
      given: ({ chainAdapter }) => chainAdapter.network.signerKeyFile !== undefined,
    },
    {
      setting: "chainAdapter.secondNetwork.signerKeyFile",
      given: ({ chainAdapter: { secondNetwork } }) =>
        !secondNetwork.served || secondNetwork.signerKeyFile !== undefined,
    },
  ],
};

/** @throws ConfigError naming every setting that production mode requires of these tiers and that is missing. */
export function assertProduction(config: Config, ...tiers: readonly Tier[]): void {
  if (config.mode !== "production") return;
  const missing = tiers.flatMap((tier) => DEMANDS[tier].filter(({ given }) => !given(config)));
  const settings = [...new Set(missing.map(({ setting }) => setting))];
  if (settings.length > 0)
    throw new ConfigError(settings.map((setting) => `production mode needs ${setting}`));
}
