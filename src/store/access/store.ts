import type { ApiKey, TenantOwner } from "../../domain/access/api-key.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { type Row, type Session, sql } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";

/** Reads credentials. */
export class ApiKeyReader {
  protected readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** A credential with the hash of its secret, for checking what a caller presents. */
  async withHash(apiKeyId: string): Promise<{ apiKey: ApiKey; secretHash: Buffer } | undefined> {
    const [row] = await this.session.run(
      { name: "api_key_get", text: "select * from api_key where api_key_id = $1" },
      [uuidOf("apiKey", apiKeyId)],
    );
    return row && { apiKey: apiKeyOf(row), secretHash: row.secret_hash as Buffer };
  }

  /** An owner's credential. */
  async get(owner: TenantOwner, apiKeyId: string): Promise<ApiKey | undefined> {
    const found = await this.withHash(apiKeyId);
    return found && ownerIdOf(found.apiKey.owner) === ownerIdOf(owner) ? found.apiKey : undefined;
  }

  /** Credentials of an owner, newest first. */
  async list(owner: TenantOwner, page: PageRequest): Promise<Page<ApiKey>> {
    const query = sql("api_key")
      .select("*")
      .where(`${owner.kind}_id`, uuidOf(owner.kind, ownerIdOf(owner) as string))
      .orderBy("api_key_id", "desc")
      .limit(page.size + 1);
    if (page.after) query.where("api_key_id", "<", uuidOf("apiKey", page.after));
    return toPage((await this.session.query(query)).map(apiKeyOf), page.size, (key) => key.apiKeyId);
  }

  /** Credentials that belong to no merchant: those of the operator and of publishers, newest first. */
  async listOperatorKeys(): Promise<ApiKey[]> {
    const query = sql("api_key")
      .select("*")
      .whereNull("merchant_id")
      .orderBy("api_key_id", "desc")
      .limit(1000);
    return (await this.session.query(query)).map(apiKeyOf);
  }
}

/** Stores and revokes credentials; exists inside a transaction only. */
export class ApiKeyWriter extends ApiKeyReader {
  /** Stores a credential by the hash of its secret. */
  async insert(
    apiKey: Pick<ApiKey, "apiKeyId" | "owner" | "name" | "scopes">,
    secretHash: Buffer,
  ): Promise<ApiKey> {
    const { owner } = apiKey;
    const [row] = await this.session.run(
      {
        name: "api_key_insert",
        text: `insert into api_key (api_key_id, merchant_id, publisher_id, name, scopes, secret_hash, created_at)
          values ($1, $2, $3, $4, $5, $6, business_now()) returning *`,
      },
      [
        uuidOf("apiKey", apiKey.apiKeyId),
        owner.kind === "merchant" ? uuidOf("merchant", owner.merchantId) : null,
        owner.kind === "publisher" ? uuidOf("publisher", owner.publisherId) : null,
        apiKey.name,
        apiKey.scopes,
        secretHash,
      ],
    );
    return apiKeyOf(row as Row);
  }

  /** Revokes a credential; one that is revoked already stays as it is. */
  async revoke(apiKeyId: string): Promise<ApiKey> {
    const [row] = await this.session.run(
      {
        name: "api_key_revoke",
        text: `update api_key set status = 'revoked', revoked_at = coalesce(revoked_at, business_now())
          where api_key_id = $1 returning *`,
      },
      [uuidOf("apiKey", apiKeyId)],
    );
    return apiKeyOf(row as Row);
  }
}

/** The merchant or publisher, undefined for the operator. */
function ownerIdOf(owner: ApiKey["owner"]): string | undefined {
  switch (owner.kind) {
    case "operator":
      return undefined;
    case "merchant":
      return owner.merchantId;
    case "publisher":
      return owner.publisherId;
  }
}

function apiKeyOf(row: Row): ApiKey {
  return {
    apiKeyId: idOf("apiKey", row.api_key_id),
    owner: row.merchant_id
      ? { kind: "merchant", merchantId: idOf("merchant", row.merchant_id) }
      : row.publisher_id
        ? { kind: "publisher", publisherId: idOf("publisher", row.publisher_id) }
        : { kind: "operator" },
    name: row.name,
    scopes: row.scopes as string[],
    status: row.status as ApiKey["status"],
    createdAt: row.created_at,
    ...(row.revoked_at ? { revokedAt: row.revoked_at } : {}),
  };
}
