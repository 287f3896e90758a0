import type { ApiKey as ApiKeyMessage } from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import { apiKeyOperations, shownOf } from "../api-keys/operations.ts";
import { requireFound } from "../contract/require-found.ts";

/** The API keys of a merchant and its terminals. */
export const {
  create: createApiKey,
  get: getApiKey,
  list: listApiKeys,
  revoke: revokeApiKey,
  rotate: rotateApiKey,
} = apiKeyOperations<{ readonly merchantId: string }, ApiKeyMessage>({
  ownerOf: ({ merchantId }) => ({ kind: "merchant", merchantId }),
  requireOwner: (read, { merchantId }) => read.merchants.get(merchantId).then(requireFound),
  toProto: (apiKey) => ({
    ...shownOf(apiKey),
    merchantId: apiKey.owner.kind === "merchant" ? apiKey.owner.merchantId : "",
    deviceId: apiKey.device?.deviceId,
  }),
});
