// API keys of whom the reader acts for: the operator, a merchant, or a publisher.
import type { Page } from "@pda/client/browser";
import { keyed } from "../../intent.ts";
import type { Acting } from "../acting.ts";
import { api } from "./client.ts";
import { ROLES } from "./roles.ts";

/** What the three kinds of keys have in common. */
export interface ApiKey {
  readonly apiKeyId: string;
  readonly name: string;
  readonly status: string;
  readonly role?: string;
  readonly scopes: readonly string[];
  readonly createTime: string;
  readonly lastUseTime?: string;
}
interface Created {
  readonly apiKey: ApiKey;
  readonly secret: string;
}
interface NewKey {
  readonly name: string;
  readonly role: string;
}
type Asked = { readonly pageSize: number; readonly pageToken?: string };

/** The keys of one owner. */
export interface Keys {
  readonly owner: string;
  /** Roles that a key of the owner can have, the one with the most rights first. */
  readonly roles: readonly string[];
  /** Scopes of which one allows to change keys. */
  readonly writers: readonly string[];
  list(page: Asked): Promise<{ readonly data: Page<ApiKey> }>;
  create(body: NewKey, key: string): Promise<Created>;
  rotate(apiKeyId: string, key: string): Promise<Created>;
  revoke(apiKeyId: string, key: string): Promise<unknown>;
}

/** Returns the keys of whom the reader acts for; undefined for somebody without keys. */
export function keysOf({ kind, merchantId, publisherId }: Acting): Keys | undefined {
  if (merchantId !== undefined) return ofMerchant(merchantId);
  if (publisherId !== undefined) return ofPublisher(publisherId);
  return kind === "operator" ? ofOperator : undefined;
}

function ofMerchant(merchantId: string): Keys {
  const path = { merchantId };
  return {
    owner: merchantId,
    roles: ROLES.merchant,
    writers: ["merchants.write", "credentials.write"],
    list: (query) => api().GET("/api/v1/merchants/{merchantId}/api-keys", { params: { path, query } }),
    create: async (body, key) =>
      (await api().POST("/api/v1/merchants/{merchantId}/api-keys", { params: { path, ...keyed(key) }, body }))
        .data,
    rotate: async (apiKeyId, key) =>
      (
        await api().POST("/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}/rotate", {
          params: { path: { ...path, apiKeyId }, ...keyed(key) },
          body: {},
        })
      ).data,
    revoke: (apiKeyId, key) =>
      api().POST("/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}/revoke", {
        params: { path: { ...path, apiKeyId }, ...keyed(key) },
      }),
  };
}

function ofPublisher(publisherId: string): Keys {
  const path = { publisherId };
  return {
    owner: publisherId,
    roles: ROLES.publisher,
    writers: ["publishers.write", "credentials.write"],
    list: (query) => api().GET("/api/v1/publishers/{publisherId}/api-keys", { params: { path, query } }),
    create: async (body, key) =>
      (
        await api().POST("/api/v1/publishers/{publisherId}/api-keys", {
          params: { path, ...keyed(key) },
          body,
        })
      ).data,
    rotate: async (apiKeyId, key) =>
      (
        await api().POST("/api/v1/publishers/{publisherId}/api-keys/{apiKeyId}/rotate", {
          params: { path: { ...path, apiKeyId }, ...keyed(key) },
          body: {},
        })
      ).data,
    revoke: (apiKeyId, key) =>
      api().POST("/api/v1/publishers/{publisherId}/api-keys/{apiKeyId}/revoke", {
        params: { path: { ...path, apiKeyId }, ...keyed(key) },
      }),
  };
}

const ofOperator: Keys = {
  owner: "operator",
  roles: ROLES.operator,
  writers: ["operators.admin"],
  list: (query) => api().GET("/api/v1/operator/api-keys", { params: { query } }),
  create: async (body, key) =>
    (await api().POST("/api/v1/operator/api-keys", { params: keyed(key), body })).data,
  rotate: async (apiKeyId, key) =>
    (
      await api().POST("/api/v1/operator/api-keys/{apiKeyId}/rotate", {
        params: { path: { apiKeyId }, ...keyed(key) },
        body: {},
      })
    ).data,
  revoke: (apiKeyId, key) =>
    api().POST("/api/v1/operator/api-keys/{apiKeyId}/revoke", {
      params: { path: { apiKeyId }, ...keyed(key) },
    }),
};
