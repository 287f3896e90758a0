import type { PublisherApiKey } from "../../../gen/ts/pda/publisher/v1/api_key.ts";
import { apiKeyOperations, shownOf } from "../api-keys/operations.ts";
import { requireFound } from "../contract/require-found.ts";

export const {
  create: createPublisherApiKey,
  get: getPublisherApiKey,
  list: listPublisherApiKeys,
  revoke: revokePublisherApiKey,
  rotate: rotatePublisherApiKey,
} = apiKeyOperations<{ readonly publisherId: string }, PublisherApiKey>({
  ownerOf: ({ publisherId }) => ({ kind: "publisher", publisherId }),
  requireOwner: (read, { publisherId }) => read.publishers.get(publisherId).then(requireFound),
  toProto: (apiKey) => ({
    ...shownOf(apiKey),
    publisherId: apiKey.owner.kind === "publisher" ? apiKey.owner.publisherId : "",
  }),
});
