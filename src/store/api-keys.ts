import type { ApiKey, TenantOwner } from "../domain/access/api-key.ts";
import { idOf, uuidOf } from "../domain/identifier/identifier.ts";
import type { MerchantDevice } from "../domain/merchant/device.ts";
import { Repository, type Row, sql } from "./database.ts";
import type { Page, PageRequest } from "./page.ts";

/** Columns of a credential, and where it may be and was used from, whether it has expired, its terminal's status, and its successor. */
const keyColumns = `k.api_key_id, k.merchant_id, k.publisher_id, k.name, k.scopes, k.secret_hash, k.status, k.created_at, k.revoked_at, k.device_id, k.expires_at, k.last_used_at, k.replaces_api_key_id,
  (select o.allowed_networks from api_key_origin o where o.api_key_id = k.api_key_id) as allowed_networks,
  (select o.last_use_address from api_key_origin o where o.api_key_id = k.api_key_id) as last_use_address,
  k.expires_at <= business_now() as expired,
  (select d.status from merchant_device d where d.merchant_id = k.merchant_id and d.device_id = k.device_id) as device_status,
  (select r.api_key_id from api_key r where r.replaces_api_key_id = k.api_key_id) as replaced_by`;

/** Most credentials in a list that has no pages. */
export const API_KEYS_LISTED_MAX = 1000;

/** A credential to store. */
export type NewApiKey = Pick<ApiKey, "apiKeyId" | "owner" | "name" | "scopes" | "expiresAt" | "replaces"> & {
  readonly deviceId?: string;
  /** Omit for a credential that may be used from everywhere. */
  readonly allowedNetworks?: readonly string[];
};

/** A use of a credential. The address is absent when it is unknown. */
export interface KeyUsed {
  readonly apiKeyId: string;
  readonly address: string | undefined;
}

/** Reads credentials. */
export class ApiKeyReader extends Repository {
  /** Returns a credential with the hash of its secret, to verify the secret that a caller presents. */
  async withHash(apiKeyId: string): Promise<{ apiKey: ApiKey; secretHash: Buffer } | undefined> {
    const [row] = await this.session.run<ApiKeyRow>(
      { name: "api_key_get", text: `select ${keyColumns} from api_key k where api_key_id = $1` },
      [uuidOf("apiKey", apiKeyId)],
    );
    return row && { apiKey: apiKeyOf(row), secretHash: row.secret_hash };
  }

  /** Returns a credential if it belongs to this owner. */
  async get(owner: TenantOwner, apiKeyId: string): Promise<ApiKey | undefined> {
    const found = await this.withHash(apiKeyId);
    return found && ownerIdOf(found.apiKey.owner) === ownerIdOf(owner) ? found.apiKey : undefined;
  }

  /** Lists the credentials of an owner, newest first. */
  async list(owner: TenantOwner, page: PageRequest): Promise<Page<ApiKey>> {
    const query = sql("api_key as k")
      .select(sql.raw(keyColumns))
      .where(`${owner.kind}_id`, uuidOf(owner.kind, ownerIdOf(owner) as string));
    return this.newestFirst(query, ["api_key_id", "apiKey"], page, apiKeyOf);
  }

  /** Lists the credentials of the operator and of publishers, newest first, at most 1000. */
  async listOperatorKeys(): Promise<ApiKey[]> {
    return this.#newest(sql("api_key as k").whereNull("merchant_id"));
  }

  /** Lists the credentials of all owners that were created at or after a time, newest first, at most 1000. */
  async listCreatedSince(time: Date): Promise<ApiKey[]> {
    return this.#newest(sql("api_key as k").where("created_at", ">=", time));
  }

  async #newest(query: ReturnType<typeof sql>): Promise<ApiKey[]> {
    const newest = query.select(sql.raw(keyColumns)).orderBy("api_key_id", "desc").limit(API_KEYS_LISTED_MAX);
    return (await this.session.query<ApiKeyRow>(newest)).map(apiKeyOf);
  }
}

/** Stores and revokes credentials; exists inside a transaction only. */
export class ApiKeyWriter extends ApiKeyReader {
  /** Stores a credential by the hash of its secret. */
  async insert(apiKey: NewApiKey, secretHash: Buffer): Promise<ApiKey> {
    const { owner } = apiKey;
    const row = await this.session.one<ApiKeyRow>(
      {
        name: "api_key_insert",
        text: `insert into api_key as k (api_key_id, merchant_id, publisher_id, name, scopes, secret_hash, device_id, expires_at,
            replaces_api_key_id, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, business_now()) returning ${keyColumns}`,
      },
      [
        uuidOf("apiKey", apiKey.apiKeyId),
        owner.kind === "merchant" ? uuidOf("merchant", owner.merchantId) : null,
        owner.kind === "publisher" ? uuidOf("publisher", owner.publisherId) : null,
        apiKey.name,
        apiKey.scopes,
        secretHash,
        apiKey.deviceId ? uuidOf("device", apiKey.deviceId) : null,
        apiKey.expiresAt ?? null,
        apiKey.replaces ? uuidOf("apiKey", apiKey.replaces) : null,
      ],
    );
    const { allowedNetworks = [] } = apiKey;
    if (allowedNetworks.length > 0)
      await this.session.run(
        {
          name: "api_key_origin_insert",
          text: "insert into api_key_origin (api_key_id, allowed_networks) values ($1, $2::text[]::cidr[])",
        },
        [row.api_key_id, allowedNetworks],
      );
    return { ...apiKeyOf(row), allowedNetworks };
  }

  /** Returns an owner's credential and locks its row, so that a credential is replaced only once. */
  async lock(owner: TenantOwner, apiKeyId: string): Promise<ApiKey | undefined> {
    // A second statement reads the credential: its columns from other tables must be newer than the lock.
    await this.session.run(
      { name: "api_key_lock", text: "select 1 from api_key where api_key_id = $1 for no key update" },
      [uuidOf("apiKey", apiKeyId)],
    );
    return this.get(owner, apiKeyId);
  }

  /** Sets the expiry of a credential to `at`, unless the credential expires sooner. */
  async endBy(apiKeyId: string, at: Date): Promise<void> {
    await this.session.run(
      {
        name: "api_key_end_by",
        text: "update api_key set expires_at = least(expires_at, $2::timestamptz) where api_key_id = $1",
      },
      [uuidOf("apiKey", apiKeyId), at],
    );
  }

  /** Revokes the credentials of a terminal. */
  async revokeOfDevice(merchantId: string, deviceId: string): Promise<void> {
    await this.session.run(
      {
        name: "api_key_revoke_of_device",
        text: `update api_key set status = 'revoked', revoked_at = business_now()
          where merchant_id = $1 and device_id = $2 and status = 'active'`,
      },
      [uuidOf("merchant", merchantId), uuidOf("device", deviceId)],
    );
  }

  /**
   * Records the use of credentials. Each credential is recorded at most once a minute, even when several cores report uses, unless the
   * address of the use has changed. A locked row is skipped, because a later use will be recorded.
   */
  async touch(uses: readonly KeyUsed[]): Promise<void> {
    await this.session.run(
      {
        name: "api_key_touch",
        text: `with due as (
            select k.api_key_id, u.address::inet from api_key k
              join unnest($1::uuid[], $2::text[]) as u (api_key_id, address) on u.api_key_id = k.api_key_id
              left join api_key_origin o on o.api_key_id = k.api_key_id
            where k.last_used_at is null or k.last_used_at <= business_now() - interval '1 minute'
              or o.last_use_address is distinct from u.address::inet
            order by k.api_key_id for no key update of k skip locked
          ), used as (
            update api_key k set last_used_at = business_now() from due where k.api_key_id = due.api_key_id
          )
          insert into api_key_origin (api_key_id, last_use_address) select api_key_id, address from due
            on conflict (api_key_id) do update set last_use_address = excluded.last_use_address`,
      },
      [uses.map(({ apiKeyId }) => uuidOf("apiKey", apiKeyId)), uses.map(({ address }) => address ?? null)],
    );
  }

  /** Revokes a credential. A revoked credential keeps its time of revocation. */
  async revoke(apiKeyId: string): Promise<ApiKey> {
    const row = await this.session.one<ApiKeyRow>(
      {
        name: "api_key_revoke",
        text: `update api_key k set status = 'revoked', revoked_at = coalesce(revoked_at, business_now())
          where api_key_id = $1 returning ${keyColumns}`,
      },
      [uuidOf("apiKey", apiKeyId)],
    );
    return apiKeyOf(row);
  }
}

/** Returns the identifier of the merchant or publisher; undefined for the operator. */
export function ownerIdOf(owner: ApiKey["owner"]): string | undefined {
  switch (owner.kind) {
    case "operator":
      return undefined;
    case "merchant":
      return owner.merchantId;
    case "publisher":
      return owner.publisherId;
  }
}

type ApiKeyRow = Row<"api_key", typeof keyColumns> & {
  readonly allowed_networks: string[] | null;
  readonly last_use_address: string | null;
  readonly expired: boolean | null;
  readonly device_status: MerchantDevice["status"] | null;
  readonly replaced_by: string | null;
};

function apiKeyOf(row: ApiKeyRow): ApiKey {
  return {
    apiKeyId: idOf("apiKey", row.api_key_id),
    owner: row.merchant_id
      ? { kind: "merchant", merchantId: idOf("merchant", row.merchant_id) }
      : row.publisher_id
        ? { kind: "publisher", publisherId: idOf("publisher", row.publisher_id) }
        : { kind: "operator" },
    name: row.name,
    scopes: row.scopes,
    status: row.status === "active" && row.expired ? "expired" : row.status,
    createdAt: row.created_at,
    allowedNetworks: row.allowed_networks ?? [],
    ...(row.revoked_at ? { revokedAt: row.revoked_at } : {}),
    ...(row.expires_at ? { expiresAt: row.expires_at } : {}),
    ...(row.last_used_at ? { lastUsedAt: row.last_used_at } : {}),
    ...(row.last_use_address ? { lastUseAddress: row.last_use_address } : {}),
    ...(row.device_id && row.device_status
      ? {
          device: {
            deviceId: idOf("device", row.device_id),
            status: row.device_status,
          },
        }
      : {}),
    ...(row.replaces_api_key_id ? { replaces: idOf("apiKey", row.replaces_api_key_id) } : {}),
    ...(row.replaced_by ? { replacedBy: idOf("apiKey", row.replaced_by) } : {}),
  };
}
