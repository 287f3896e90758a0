import * as proto from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import type { ApiKey } from "../../domain/access/api-key.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { timestamp } from "../timestamp.ts";

const merchantStatus: Record<Merchant["status"], proto.MerchantStatus> = {
  active: proto.MerchantStatus.MERCHANT_STATUS_ACTIVE,
  suspended: proto.MerchantStatus.MERCHANT_STATUS_SUSPENDED,
};

const keyStatus: Record<ApiKey["status"], proto.ApiKeyStatus> = {
  active: proto.ApiKeyStatus.API_KEY_STATUS_ACTIVE,
  revoked: proto.ApiKeyStatus.API_KEY_STATUS_REVOKED,
};

/** A merchant as the contract shows it. */
export function merchantToProto(merchant: Merchant): proto.Merchant {
  return {
    merchantId: merchant.merchantId,
    name: merchant.name,
    status: merchantStatus[merchant.status],
    settlementAccounts: [...merchant.settlementAccounts],
    createTime: timestamp(merchant.createdAt),
  };
}

/** A merchant's API key as the contract shows it, without its secret. */
export function apiKeyToProto(apiKey: ApiKey): proto.ApiKey {
  return {
    apiKeyId: apiKey.apiKeyId,
    merchantId: apiKey.owner.kind === "merchant" ? apiKey.owner.merchantId : "",
    name: apiKey.name,
    scopes: [...apiKey.scopes],
    status: keyStatus[apiKey.status],
    createTime: timestamp(apiKey.createdAt),
    revokeTime: apiKey.revokedAt && timestamp(apiKey.revokedAt),
  };
}
