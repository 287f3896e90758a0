import type { ApiKey } from "../domain/access/api-key.ts";
import type { NewCredential } from "../domain/access/credential.ts";
import { idOf, uuidOf } from "../domain/identifier/identifier.ts";
import { insertLimits, limitsColumn } from "./credential-limits.ts";
import {
  CredentialReader,
  type CredentialRow,
  type CredentialTable,
  type CredentialMoved,
  type CredentialUsed,
  CredentialWriter,
  credentialOf,
  ownerValues,
} from "./credentials.ts";
import { insertRole } from "./credential-roles.ts";
import type { Row, Session } from "./database.ts";
import { anyLength } from "./arrays.ts";

/** Columns of an API key, and what stands in other tables about it. */
const columns = `k.api_key_id, k.merchant_id, k.publisher_id, k.name, k.scopes, k.secret_hash, k.status, k.created_at, k.revoked_at, k.device_id, k.expires_at, k.last_used_at, k.replaces_api_key_id,
  (select o.allowed_networks from api_key_origin o where o.api_key_id = k.api_key_id) as allowed_networks,
  (select o.last_use_address from api_key_origin o where o.api_key_id = k.api_key_id) as last_use_address,
  (select r.role from credential_role r where r.credential_id = k.api_key_id) as role,
  (select o.request_signing from api_key_origin o where o.api_key_id = k.api_key_id) as request_signing,
  (select m.request_signing from merchant m where m.merchant_id = k.merchant_id) as owner_signing,
  k.expires_at <= business_now() as expired,
  (select d.status from merchant_device d where d.merchant_id = k.merchant_id and d.device_id = k.device_id) as device_status,
  (select r.api_key_id from api_key r where r.replaces_api_key_id = k.api_key_id) as replaced_by,
  ${limitsColumn("k.api_key_id")}`;

type ApiKeyRow = Row<"api_key", typeof columns> & CredentialRow;

const stored: CredentialTable<ApiKey, ApiKeyRow> = {
  table: "api_key",
  id: "apiKey",
  columns,
  credentialOf: (row) =>
    credentialOf(row, "apiKey", { uuid: row.api_key_id, replaces: row.replaces_api_key_id }),
};

/** Reads API keys. */
export class ApiKeyReader extends CredentialReader<ApiKey, ApiKeyRow> {
  constructor(session: Session) {
    super(session, stored);
  }

  /** Returns a key with the hash of its secret, to verify the secret that a caller presents. */
  async withHash(apiKeyId: string): Promise<{ apiKey: ApiKey; secretHash: Buffer } | undefined> {
    const row = await this.row(apiKeyId);
    return row && { apiKey: stored.credentialOf(row), secretHash: row.secret_hash };
  }
}

/** Stores and revokes API keys; exists inside a transaction only. */
export class ApiKeyWriter extends CredentialWriter<ApiKey, ApiKeyRow> {
  constructor(session: Session) {
    super(session, stored);
  }

  /** Stores a key by the hash of its secret. */
  async insert(apiKey: NewCredential, secretHash: Buffer): Promise<ApiKey> {
    const [merchant, publisher, device] = ownerValues(apiKey.owner, apiKey.deviceId);
    await insertRole(this.session, uuidOf("apiKey", apiKey.credentialId), apiKey.role);
    const row = await this.session.one<ApiKeyRow>(
      {
        name: "api_key_insert",
        text: `insert into api_key as k (api_key_id, merchant_id, publisher_id, name, scopes, secret_hash, device_id, expires_at,
            replaces_api_key_id, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, business_now()) returning ${columns}`,
      },
      [
        uuidOf("apiKey", apiKey.credentialId),
        merchant,
        publisher,
        apiKey.name,
        apiKey.scopes,
        secretHash,
        device,
        apiKey.expiresAt ?? null,
        apiKey.replaces ? uuidOf("apiKey", apiKey.replaces) : null,
      ],
    );
    const { allowedNetworks = [], requestSigning = "optional" } = apiKey;
    if (allowedNetworks.length > 0 || requestSigning !== "optional")
      await this.session.run(
        {
          name: "api_key_origin_insert",
          text: "insert into api_key_origin (api_key_id, allowed_networks, request_signing) values ($1, $2::text[]::cidr[], $3)",
        },
        [row.api_key_id, allowedNetworks, requestSigning],
      );
    await insertLimits(this.session, row.api_key_id, apiKey.limits);
    const { limits } = apiKey;
    return { ...stored.credentialOf(row), allowedNetworks, requestSigning, ...(limits ? { limits } : {}) };
  }

  /**
   * Records the use of keys. Each key is recorded at most once a minute, even when several cores report uses, unless the address of the use
   * has changed. A locked row is skipped, because a later use will be recorded.
   * @returns the keys whose address has changed
   */
  async touch(uses: readonly CredentialUsed[]): Promise<CredentialMoved[]> {
    const rows = await this.session.run<{ readonly id: string; readonly from: string; readonly to: string }>(
      {
        name: "api_key_touch",
        text: `with due as (
            select k.api_key_id, u.address::inet, o.last_use_address as former from api_key k
              join unnest(${anyLength("$1::uuid[]")}, $2::text[]) as u (api_key_id, address) on u.api_key_id = k.api_key_id
              left join api_key_origin o on o.api_key_id = k.api_key_id
            where k.last_used_at is null or k.last_used_at <= business_now() - interval '1 minute'
              or o.last_use_address is distinct from u.address::inet
            order by k.api_key_id for no key update of k skip locked
          ), used as (
            update api_key k set last_used_at = business_now() from due where k.api_key_id = due.api_key_id
          ), seen as (
            insert into api_key_origin (api_key_id, last_use_address) select api_key_id, address from due
              on conflict (api_key_id) do update set last_use_address = excluded.last_use_address
          )
          select api_key_id as id, host(former) as "from", host(address) as "to" from due where former <> address`,
      },
      [
        uses.map(({ credentialId }) => uuidOf("apiKey", credentialId)),
        uses.map(({ address }) => address ?? null),
      ],
    );
    return rows.map(({ id, ...moved }) => ({ credentialId: idOf("apiKey", id), ...moved }));
  }
}
