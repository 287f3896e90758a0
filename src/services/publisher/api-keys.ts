import type { PublisherApiKey } from "../../../gen/ts/pda/publisher/v1/api_key.ts";
import { apiKeyOperations, shownApiKey } from "../credentials/api-keys.ts";
import { publisherOwners } from "../credentials/operations.ts";

export const {
  create: createPublisherApiKey,
  get: getPublisherApiKey,
  list: listPublisherApiKeys,
  revoke: revokePublisherApiKey,
  rotate: rotatePublisherApiKey,
} = apiKeyOperations<{ readonly publisherId: string }, PublisherApiKey>(publisherOwners, (apiKey) => ({
  ...shownApiKey(apiKey),
  publisherId: apiKey.owner.kind === "publisher" ? apiKey.owner.publisherId : "",
}));
