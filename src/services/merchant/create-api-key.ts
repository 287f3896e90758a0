import type {
  CreateApiKeyRequest,
  CreateApiKeyResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { createKey, expiryOf, requireGrantable } from "../api-keys/create.ts";
import { apiKeyToProto } from "./convert.ts";
import { requireMerchant } from "./get-merchant.ts";
import { lockNamedDevice } from "./own-device.ts";

/** A credential of a merchant. Only its hash is stored; the answer under an idempotency key is kept encrypted. */
export const createApiKey: Handler<CreateApiKeyRequest, CreateApiKeyResponse> = async ({
  request,
  principal,
  transact,
}) => {
  const { merchantId, name, scopes, deviceId } = request;
  requireGrantable(deviceId === undefined ? "merchant" : "terminal", scopes, principal);
  return transact(async (tx) => {
    await requireMerchant(tx.merchants, merchantId);
    const owner = { kind: "merchant", merchantId } as const;
    if (deviceId !== undefined) await lockNamedDevice(tx.merchantDevices, merchantId, deviceId);
    const terminal = deviceId === undefined ? {} : { deviceId };
    const expiry = expiryOf(request.expireTime, await tx.clock.now());
    const { apiKey, secret } = await createKey(tx.apiKeys, { owner, name, scopes, ...terminal, ...expiry });
    return { createdApiKey: { apiKey: apiKeyToProto(apiKey), secret } };
  });
};
