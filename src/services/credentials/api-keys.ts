import { ApiKeyStatus } from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import { type ApiKey, hashApiKey, newApiKeySecret } from "../../domain/access/api-key.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import type { CredentialKind } from "./kind.ts";
import { type CredentialOwners, credentialOperations, shownOf } from "./operations.ts";

/** A new key. Only the answer that creates it contains the secret. */
export interface NewApiKey {
  readonly apiKey: ApiKey;
  readonly secret: string;
}

/** API keys. The store keeps only the hash of a key, and an encrypted answer under the idempotency key. */
export const apiKeys: CredentialKind<ApiKey, unknown, undefined, NewApiKey> = {
  list: "api-keys",
  id: "apiKey",
  reader: (read) => read.apiKeys,
  writer: (tx) => tx.apiKeys,
  materialOf: async () => undefined,
  async make(tx, terms) {
    const credentialId = newId("apiKey");
    const secret = newApiKeySecret(credentialId);
    return { apiKey: await tx.apiKeys.insert({ ...terms, credentialId }, hashApiKey(secret)), secret };
  },
  notActive: "API_KEY_NOT_ACTIVE",
  rotated: "API_KEY_ROTATED",
};

interface KeyAnswer<Message> {
  apiKey?: Message | undefined;
}

interface CreatedAnswer<Message> {
  createdApiKey?: (KeyAnswer<Message> & { secret: string }) | undefined;
}

/** Returns the operations on the API keys of this kind of owner. */
export function apiKeyOperations<Owned, Message>(
  owners: CredentialOwners<Owned>,
  toProto: (apiKey: ApiKey) => Message,
) {
  return credentialOperations(apiKeys, owners, {
    idOf: ({ apiKeyId }: { readonly apiKeyId: string }) => apiKeyId,
    toProto,
    answerOf: (apiKey): KeyAnswer<Message> => ({ apiKey }),
    createdOf: ({ apiKey, secret }): CreatedAnswer<Message> => ({
      createdApiKey: { apiKey: toProto(apiKey), secret },
    }),
  });
}

const statuses: Record<ApiKey["status"], ApiKeyStatus> = {
  active: ApiKeyStatus.API_KEY_STATUS_ACTIVE,
  expired: ApiKeyStatus.API_KEY_STATUS_EXPIRED,
  revoked: ApiKeyStatus.API_KEY_STATUS_REVOKED,
};

/** Returns the members of an API key that the contract shows for every kind of owner. The secret is never among them. */
export const shownApiKey = (apiKey: ApiKey) => ({
  ...shownOf(apiKey),
  apiKeyId: apiKey.credentialId,
  status: statuses[apiKey.status],
  replacesApiKeyId: apiKey.replaces,
  replacedByApiKeyId: apiKey.replacedBy,
});
