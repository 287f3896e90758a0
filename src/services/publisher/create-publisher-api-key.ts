import type {
  CreatePublisherApiKeyRequest,
  CreatePublisherApiKeyResponse,
} from "../../../gen/ts/pda/publisher/v1/api_key_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { createKey, expiryOf, requireGrantable } from "../api-keys/create.ts";
import { apiKeyToProto } from "./convert.ts";
import { requirePublisher } from "./own-publisher.ts";

/** A credential of a publisher. Only its hash is stored; the answer under an idempotency key is kept encrypted. */
export const createPublisherApiKey: Handler<
  CreatePublisherApiKeyRequest,
  CreatePublisherApiKeyResponse
> = async ({ request, principal, transact }) => {
  const { publisherId, name, scopes } = request;
  requireGrantable("publisher", scopes, principal);
  return transact(async (tx) => {
    await requirePublisher(tx.publishers, publisherId);
    const owner = { kind: "publisher", publisherId } as const;
    const expiry = expiryOf(request.expireTime, await tx.clock.now());
    const { apiKey, secret } = await createKey(tx.apiKeys, { owner, name, scopes, ...expiry });
    return { createdApiKey: { apiKey: apiKeyToProto(apiKey), secret } };
  });
};
