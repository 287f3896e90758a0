import { ApiKeyStatus } from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import type { ApiKey, TenantOwner } from "../../domain/access/api-key.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { Readers } from "../../store/store.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { timestamp } from "../contract/timestamp.ts";
import { lockNamedDevice } from "../merchant/devices/lock-device.ts";
import { requireContained } from "./containment.ts";
import { createKey, expiryOf, type NewKeyRequest, requireGrantable, requireNetworks } from "./create.ts";
import { type RotationRequest, rotateKey } from "./rotate.ts";

/** A kind of tenant that has API keys. */
interface KeyOwners<Owned, Message> {
  /** Returns the owner that a request names. */
  readonly ownerOf: (request: Owned) => TenantOwner;
  /** @throws Failure NOT_FOUND unless the owner exists */
  readonly requireOwner: (
    read: Pick<Readers, "merchants" | "publishers">,
    request: Owned,
  ) => Promise<unknown>;
  /** Returns a key as the contract shows it to this kind of owner. */
  readonly toProto: (apiKey: ApiKey) => Message;
}

interface NamedKey {
  readonly apiKeyId: string;
}

interface KeyResponse<Message> {
  apiKey?: Message | undefined;
}

interface CreatedKeyResponse<Message> {
  createdApiKey?: { apiKey?: Message | undefined; secret: string } | undefined;
}

/** Returns the operations on API keys. Every kind of owner has the same ones. */
export function apiKeyOperations<Owned, Message>({
  ownerOf,
  requireOwner,
  toProto,
}: KeyOwners<Owned, Message>) {
  /** Creates a key. The store keeps only its hash, and an encrypted answer under the idempotency key. */
  const create: Handler<Owned & NewKeyRequest, CreatedKeyResponse<Message>> = async ({
    request,
    principal,
    transact,
  }) => {
    const { name, scopes, deviceId, expireTime, allowedNetworks } = request;
    const owner = ownerOf(request);
    requireGrantable(deviceId === undefined ? owner.kind : "terminal", scopes, principal);
    requireNetworks(allowedNetworks);
    return transact(async (tx) => {
      await requireOwner(tx, request);
      const terminal = deviceId === undefined ? {} : { deviceId };
      if (deviceId !== undefined && owner.kind === "merchant")
        await lockNamedDevice(tx.merchantDevices, owner.merchantId, deviceId);
      const expiry = expiryOf(expireTime, await tx.clock.now());
      await requireContained(tx, principal, { allowedNetworks, ...expiry });
      const { apiKey, secret } = await createKey(tx.apiKeys, {
        owner,
        name,
        scopes,
        allowedNetworks,
        ...terminal,
        ...expiry,
      });
      return { createdApiKey: { apiKey: toProto(apiKey), secret } };
    });
  };

  /** Returns one key of the owner, without its secret. */
  const get: Handler<Owned & NamedKey, KeyResponse<Message>> = async ({ request, read }) => ({
    apiKey: toProto(requireFound(await read.apiKeys.get(ownerOf(request), request.apiKeyId))),
  });

  /** Lists the owner's keys, newest first. */
  const list: Handler<
    Owned & { readonly pageSize: number; readonly pageToken: string },
    { items: Message[]; nextPageToken: string }
  > = async ({ request, read }) => {
    const { kind: _, ...named } = ownerOf(request);
    const binding = { list: "api-keys", ...named };
    const page = pageRequest(request, binding);
    await requireOwner(read, request);
    return pageToProto(await read.apiKeys.list(ownerOf(request), page), binding, toProto);
  };

  /** Revokes a key for ever. Revoking a revoked key changes nothing. */
  const revoke: Handler<Owned & NamedKey, KeyResponse<Message>> = async ({ request, transact }) =>
    transact(async ({ apiKeys }) => {
      const { apiKeyId } = requireFound(await apiKeys.get(ownerOf(request), request.apiKeyId));
      return { apiKey: toProto(await apiKeys.revoke(apiKeyId)) };
    });

  /** Replaces a key by a new key with the same scopes. */
  const rotate: Handler<Owned & RotationRequest, CreatedKeyResponse<Message>> = async ({
    request,
    principal,
    transact,
  }) =>
    transact(async (tx) => {
      const { apiKey, secret } = await rotateKey(tx, ownerOf(request), request, principal);
      return { createdApiKey: { apiKey: toProto(apiKey), secret } };
    });

  return { create, get, list, revoke, rotate };
}

const statuses: Record<ApiKey["status"], ApiKeyStatus> = {
  active: ApiKeyStatus.API_KEY_STATUS_ACTIVE,
  expired: ApiKeyStatus.API_KEY_STATUS_EXPIRED,
  revoked: ApiKeyStatus.API_KEY_STATUS_REVOKED,
};

/** Returns the members of an API key that the contract shows for every kind of owner. The secret is never among them. */
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
    lastUseAddress: apiKey.lastUseAddress,
    allowedNetworks: [...apiKey.allowedNetworks],
    replacesApiKeyId: apiKey.replaces,
    replacedByApiKeyId: apiKey.replacedBy,
  };
}
