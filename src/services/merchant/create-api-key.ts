import type {
  CreateApiKeyRequest,
  CreateApiKeyResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { createKey, requireGrantable } from "../api-keys/create.ts";
import { apiKeyToProto } from "./convert.ts";
import { requireMerchant } from "./get-merchant.ts";

/** A credential of a merchant. Only its hash is stored; the answer under an idempotency key is kept encrypted. */
export const createApiKey: Handler<CreateApiKeyRequest, CreateApiKeyResponse> = async ({
  request,
  principal,
  transact,
}) => {
  const { merchantId, name, scopes } = request;
  requireGrantable("merchant", scopes, principal);
  return transact(async (tx) => {
    await requireMerchant(tx.merchants, merchantId);
    const owner = { kind: "merchant", merchantId } as const;
    const { apiKey, secret } = await createKey(tx.apiKeys, { owner, name, scopes });
    return { createdApiKey: { apiKey: apiKeyToProto(apiKey), secret } };
  });
};
