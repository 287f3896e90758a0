import type {
  RotatePublisherApiKeyRequest,
  RotatePublisherApiKeyResponse,
} from "../../../gen/ts/pda/publisher/v1/api_key_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { rotateKey } from "../api-keys/rotate.ts";
import { apiKeyToProto } from "./convert.ts";

/** Replaces an API key by a new one that can do the same. */
export const rotatePublisherApiKey: Handler<
  RotatePublisherApiKeyRequest,
  RotatePublisherApiKeyResponse
> = async ({ request, principal, transact }) =>
  transact(async (tx) => {
    const owner = { kind: "publisher", publisherId: request.publisherId } as const;
    const { apiKey, secret } = await rotateKey(tx, owner, request, principal);
    return { createdApiKey: { apiKey: apiKeyToProto(apiKey), secret } };
  });
