import type { ApiKey, TenantOwner } from "../../domain/access/api-key.ts";
import { Failure } from "../../rpc/failure.ts";
import type { ApiKeyReader, ApiKeyWriter } from "../../store/api-keys.ts";

/** The owner's key. @throws Failure NOT_FOUND, the same for unknown and for others' keys */
export async function requireKey(
  apiKeys: ApiKeyReader,
  owner: TenantOwner,
  apiKeyId: string,
): Promise<ApiKey> {
  const apiKey = await apiKeys.get(owner, apiKeyId);
  if (!apiKey) throw new Failure("NOT_FOUND");
  return apiKey;
}

/** Revokes the owner's key for ever; one that is revoked stays as it is. @throws Failure NOT_FOUND */
export async function revokeKey(
  apiKeys: ApiKeyWriter,
  owner: TenantOwner,
  apiKeyId: string,
): Promise<ApiKey> {
  return apiKeys.revoke((await requireKey(apiKeys, owner, apiKeyId)).apiKeyId);
}
