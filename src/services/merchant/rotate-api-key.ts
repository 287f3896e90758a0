import type {
  RotateApiKeyRequest,
  RotateApiKeyResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { rotateKey } from "../api-keys/rotate.ts";
import { apiKeyToProto } from "./convert.ts";

/** Replaces an API key by a new one that can do the same. */
export const rotateApiKey: Handler<RotateApiKeyRequest, RotateApiKeyResponse> = async ({
  request,
  principal,
  transact,
}) =>
  transact(async (tx) => {
    const owner = { kind: "merchant", merchantId: request.merchantId } as const;
    const { apiKey, secret } = await rotateKey(tx, owner, request, principal);
    return { createdApiKey: { apiKey: apiKeyToProto(apiKey), secret } };
  });
