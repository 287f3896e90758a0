import { scopes as knownScopes } from "../../../gen/rest/operations.ts";
import type { Timestamp } from "../../../gen/ts/google/protobuf/timestamp.ts";
import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { type ApiKey, hashApiKey, newApiKeySecret, type TenantOwner } from "../../domain/access/api-key.ts";
import { type HolderKind, mayHold, scopesOf } from "../../domain/access/scope.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { Failure } from "../../rpc/failure.ts";
import type { ApiKeyWriter, NewApiKey } from "../../store/api-keys.ts";
import { requireDate } from "../contract/timestamp.ts";

/** What is asked for a new key of any kind of owner. */
export interface NewKeyRequest {
  readonly name: string;
  readonly scopes: readonly string[];
  /** The terminal of a merchant that it is for. */
  readonly deviceId?: string | undefined;
  readonly expireTime?: Timestamp | undefined;
}

/**
 * A key can do no more than its kind of owner may and its creator does.
 *
 * @throws Failure UNKNOWN_REFERENCE about the field, PERMISSION_DENIED
 */
export function requireGrantable(
  owner: Exclude<HolderKind, "operator">,
  scopes: readonly string[],
  principal: Principal,
): void {
  for (const scope of scopes) {
    if (!mayHold(owner, scope, knownScopes))
      throw Failure.ofField(
        "UNKNOWN_REFERENCE",
        "scopes",
        "UNKNOWN_SCOPE",
        `A ${owner} cannot hold the scope ${scope}; it may hold ${scopesOf(owner, knownScopes).join(", ")}.`,
      );
    if (!principal.scopes.includes(scope))
      throw new Failure("PERMISSION_DENIED", {
        message: `The credential does not hold ${scope} itself.`,
        reason: "SCOPE_MISSING",
      });
  }
}

/** Makes a key and stores it; the secret is in the answer only. */
export async function createKey(
  apiKeys: ApiKeyWriter,
  key: Omit<NewApiKey, "apiKeyId"> & { readonly owner: TenantOwner },
): Promise<{ apiKey: ApiKey; secret: string }> {
  const apiKeyId = newId("apiKey");
  const secret = newApiKeySecret(apiKeyId);
  return { apiKey: await apiKeys.insert({ ...key, apiKeyId }, hashApiKey(secret)), secret };
}

/** When a key is to end, if the request says so. @throws Failure INVALID_ARGUMENT about the field unless that is ahead */
export function expiryOf(expireTime: Timestamp | undefined, now: Date): { expiresAt?: Date } {
  if (expireTime === undefined) return {};
  const expiresAt = requireDate("expire_time", expireTime);
  if (expiresAt.getTime() <= now.getTime())
    throw Failure.ofField("INVALID_ARGUMENT", "expire_time", "NOT_AHEAD", "It must be in the future.");
  return { expiresAt };
}
