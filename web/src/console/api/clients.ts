// OAuth clients of whom the reader acts for: registered public keys of the operator, a merchant or a publisher.
import type { Page } from "@pda/client/browser";
import { keyed } from "../../intent.ts";
import type { Acting } from "../acting.ts";
import { api, type Schemas } from "./client.ts";
import { ROLES } from "./roles.ts";

export type Client = Schemas["PublicKey"];

interface KeyOfClient {
  readonly publicKey: string;
  readonly proof: string;
}
type Asked = { readonly pageSize: number; readonly pageToken?: string };

/** The clients of one owner. */
export interface Clients {
  /** Whom a new key has to be proved for. */
  readonly owner: string;
  readonly roles: readonly string[];
  /** Scopes of which one allows to change clients. */
  readonly writers: readonly string[];
  list(page: Asked): Promise<{ readonly data: Page<Client> }>;
  register(
    body: KeyOfClient & { readonly name: string; readonly role: string },
    key: string,
  ): Promise<Client>;
  rotate(publicKeyId: string, body: KeyOfClient, key: string): Promise<Client>;
  revoke(publicKeyId: string, key: string): Promise<unknown>;
}

/** Returns the clients of whom the reader acts for; undefined for somebody without clients. */
export function clientsOf({ kind, merchantId, publisherId }: Acting): Clients | undefined {
  if (merchantId !== undefined) return ofMerchant(merchantId);
  if (publisherId !== undefined) return ofPublisher(publisherId);
  return kind === "operator" ? ofOperator : undefined;
}

function ofMerchant(merchantId: string): Clients {
  const path = { merchantId };
  return {
    owner: merchantId,
    roles: ROLES.merchant,
    writers: ["merchants.write", "credentials.write"],
    list: (query) => api().GET("/api/v1/merchants/{merchantId}/public-keys", { params: { path, query } }),
    register: async (body, key) =>
      (
        await api().POST("/api/v1/merchants/{merchantId}/public-keys", {
          params: { path, ...keyed(key) },
          body,
        })
      ).data,
    rotate: async (publicKeyId, body, key) =>
      (
        await api().POST("/api/v1/merchants/{merchantId}/public-keys/{publicKeyId}/rotate", {
          params: { path: { ...path, publicKeyId }, ...keyed(key) },
          body,
        })
      ).data,
    revoke: (publicKeyId, key) =>
      api().POST("/api/v1/merchants/{merchantId}/public-keys/{publicKeyId}/revoke", {
        params: { path: { ...path, publicKeyId }, ...keyed(key) },
      }),
  };
}

function ofPublisher(publisherId: string): Clients {
  const path = { publisherId };
  return {
    owner: publisherId,
    roles: ROLES.publisher,
    writers: ["publishers.write", "credentials.write"],
    list: (query) => api().GET("/api/v1/publishers/{publisherId}/public-keys", { params: { path, query } }),
    register: async (body, key) =>
      (
        await api().POST("/api/v1/publishers/{publisherId}/public-keys", {
          params: { path, ...keyed(key) },
          body,
        })
      ).data,
    rotate: async (publicKeyId, body, key) =>
      (
        await api().POST("/api/v1/publishers/{publisherId}/public-keys/{publicKeyId}/rotate", {
          params: { path: { ...path, publicKeyId }, ...keyed(key) },
          body,
        })
      ).data,
    revoke: (publicKeyId, key) =>
      api().POST("/api/v1/publishers/{publisherId}/public-keys/{publicKeyId}/revoke", {
        params: { path: { ...path, publicKeyId }, ...keyed(key) },
      }),
  };
}

const ofOperator: Clients = {
  owner: "operator",
  roles: ROLES.operator,
  writers: ["operators.admin"],
  list: (query) => api().GET("/api/v1/operator/public-keys", { params: { query } }),
  register: async (body, key) =>
    (await api().POST("/api/v1/operator/public-keys", { params: keyed(key), body })).data,
  rotate: async (publicKeyId, body, key) =>
    (
      await api().POST("/api/v1/operator/public-keys/{publicKeyId}/rotate", {
        params: { path: { publicKeyId }, ...keyed(key) },
        body,
      })
    ).data,
  revoke: (publicKeyId, key) =>
    api().POST("/api/v1/operator/public-keys/{publicKeyId}/revoke", {
      params: { path: { publicKeyId }, ...keyed(key) },
    }),
};
