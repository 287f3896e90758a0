import { scopes as knownScopes } from "../../../gen/rest/operations.ts";
import type {
  CreateApiKeyRequest,
  CreateApiKeyResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import { hashApiKey, newApiKeySecret } from "../../domain/access/api-key.ts";
import { mayHold } from "../../domain/access/scope.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { apiKeyToProto } from "./convert.ts";
import { requireMerchant } from "./get-merchant.ts";

/** A credential of a merchant. Only its hash is stored; the answer under an idempotency key is kept encrypted. */
export const createApiKey: Handler<CreateApiKeyRequest, CreateApiKeyResponse> = async ({
  request,
  principal,
  transact,
}) => {
  const { merchantId, name, scopes } = request;
  for (const scope of scopes) {
    if (!mayHold("merchant", scope, knownScopes))
      throw Failure.ofField(
        "UNKNOWN_REFERENCE",
        "scopes",
        "UNKNOWN_SCOPE",
        `A merchant cannot hold the scope ${scope}.`,
      );
    if (!principal.scopes.includes(scope))
      throw new Failure("PERMISSION_DENIED", {
        message: `The credential does not hold ${scope} itself.`,
        reason: "SCOPE_MISSING",
      });
  }
  return transact(async (tx) => {
    await requireMerchant(tx.merchants, merchantId);
    const apiKeyId = newId("apiKey");
    const secret = newApiKeySecret(apiKeyId);
    const owner = { kind: "merchant", merchantId } as const;
    const apiKey = await tx.apiKeys.insert({ apiKeyId, owner, name, scopes }, hashApiKey(secret));
    return { createdApiKey: { apiKey: apiKeyToProto(apiKey), secret } };
  });
};
