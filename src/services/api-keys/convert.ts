import { ApiKeyStatus } from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import type { ApiKey } from "../../domain/access/api-key.ts";
import { timestamp } from "../timestamp.ts";

const statuses: Record<ApiKey["status"], ApiKeyStatus> = {
  active: ApiKeyStatus.API_KEY_STATUS_ACTIVE,
  expired: ApiKeyStatus.API_KEY_STATUS_EXPIRED,
  revoked: ApiKeyStatus.API_KEY_STATUS_REVOKED,
};

/** What the contract shows of an API key, whoever it belongs to; never its secret. */
export function shownOf(apiKey: ApiKey) {
  return {
    apiKeyId: apiKey.apiKeyId,
    name: apiKey.name,
    scopes: [...apiKey.scopes],
    status: statuses[apiKey.status],
    createTime: timestamp(apiKey.createdAt),
    revokeTime: apiKey.revokedAt && timestamp(apiKey.revokedAt),
    expireTime: apiKey.expiresAt && timestamp(apiKey.expiresAt),
    lastUseTime: apiKey.lastUsedAt && timestamp(apiKey.lastUsedAt),
    replacesApiKeyId: apiKey.replaces,
    replacedByApiKeyId: apiKey.replacedBy,
  };
}
