import type { ApiKey } from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import { apiKeyOperations, shownApiKey } from "../credentials/api-keys.ts";
import { merchantOwners } from "../credentials/operations.ts";

/** The API keys of a merchant and its terminals. */
export const {
  create: createApiKey,
  get: getApiKey,
  list: listApiKeys,
  revoke: revokeApiKey,
  rotate: rotateApiKey,
} = apiKeyOperations<{ readonly merchantId: string }, ApiKey>(merchantOwners, (apiKey) => ({
  ...shownApiKey(apiKey),
  merchantId: apiKey.owner.kind === "merchant" ? apiKey.owner.merchantId : "",
  deviceId: apiKey.device?.deviceId,
}));
