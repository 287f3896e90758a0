import type { RegisteredCredential, CredentialOwner } from "../domain/access/credential.ts";
import type { RequestSigning } from "../domain/access/request-signing.ts";
import { type IdKind, idOf, uuidOf } from "../domain/identifier/identifier.ts";
import type { MerchantDevice } from "../domain/merchant/device.ts";
import { type LimitsRow, limitsIn } from "./credential-limits.ts";
import { type RightsRow, rightsOf } from "./credential-roles.ts";
import { Repository, type Session, sql } from "./database.ts";
import type { Page, PageRequest } from "./page.ts";

/** A use of a credential. The address is absent when it is unknown. */
export interface CredentialUsed {
  readonly credentialId: string;
  readonly address: string | undefined;
}

/** A credential whose use was recorded from another address than the use before. */
export interface CredentialMoved {
  readonly credentialId: string;
  readonly from: string;
  readonly to: string;
}

/** Where one kind of credential is stored. */
export interface CredentialTable<C, R> {
  readonly table: "api_key" | "public_key";
  readonly id: IdKind;
  /** Columns of the table as `k`, with those of `CredentialRow`. */
  readonly columns: string;
  readonly credentialOf: (row: R) => C;
}

/** What is stored of every kind of credential, beside its identifiers. */
export interface CredentialRow extends RightsRow {
  readonly merchant_id: string | null;
  readonly publisher_id: string | null;
  readonly name: string;
  readonly status: "active" | "revoked";
  readonly created_at: Date;
  readonly revoked_at: Date | null;
  readonly device_id: string | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly allowed_networks: string[] | null;
  readonly last_use_address: string | null;
  readonly request_signing: RequestSigning | null;
  readonly owner_signing: RequestSigning | null;
  readonly expired: boolean | null;
  readonly device_status: MerchantDevice["status"] | null;
  readonly replaced_by: string | null;
  readonly limits: LimitsRow | null;
}

/** Reads credentials of one kind. */
export abstract class CredentialReader<C extends RegisteredCredential, R extends object> extends Repository {
  protected readonly stored: CredentialTable<C, R>;

  constructor(session: Session, stored: CredentialTable<C, R>) {
    super(session);
    this.stored = stored;
  }

  /** Returns a credential, whoever owns it. */
  async find(credentialId: string): Promise<C | undefined> {
    const row = await this.row(credentialId);
    return row && this.stored.credentialOf(row);
  }

  /** Returns a credential if it belongs to this owner. */
  async get(owner: CredentialOwner, credentialId: string): Promise<C | undefined> {
    const found = await this.find(credentialId);
    return found && ownerIdOf(found.owner) === ownerIdOf(owner) ? found : undefined;
  }

  /** Lists the credentials of an owner, newest first. */
  async list(owner: CredentialOwner, page: PageRequest): Promise<Page<C>> {
    const { table, id, columns, credentialOf } = this.stored;
    const query = sql(`${table} as k`).select(sql.raw(columns));
    if (owner.kind === "operator") query.whereNull("merchant_id").whereNull("publisher_id");
    else query.where(`${owner.kind}_id`, uuidOf(owner.kind, ownerIdOf(owner) as string));
    return this.newestFirst<string, R & Record<string, string>, C>(
      query,
      [`${table}_id`, id],
      page,
      credentialOf,
    );
  }

  /** Tells whether the operator has a credential or has had one, active or revoked. */
  async existsOfOperator(): Promise<boolean> {
    const { table } = this.stored;
    const rows = await this.session.run({
      name: `${table}_exists_of_operator`,
      text: `select 1 from ${table} where merchant_id is null and publisher_id is null limit 1`,
    });
    return rows.length > 0;
  }

  /** Lists all credentials of the operator and of publishers, newest first. */
  async listOperatorKeys(): Promise<C[]> {
    return this.#all(sql(`${this.stored.table} as k`).whereNull("merchant_id"));
  }

  /** Returns all credentials of the operator that are not revoked, newest first. */
  async unrevokedOfOperator(): Promise<C[]> {
    const { table } = this.stored;
    const ofOperator = sql(`${table} as k`).whereNull("merchant_id").whereNull("publisher_id");
    return this.#all(ofOperator.where("status", "active"));
  }

  /** Lists the credentials of all owners that were created at or after a time, newest first: each one, because one of them may be a thief's. */
  async listCreatedSince(time: Date): Promise<C[]> {
    return this.#all(sql(`${this.stored.table} as k`).where("created_at", ">=", time));
  }

  #all(query: ReturnType<typeof sql>): Promise<C[]> {
    const { table, id, columns, credentialOf } = this.stored;
    return this.allNewestFirst<string, R & Record<string, string>, C>(
      query.select(sql.raw(columns)),
      [`${table}_id`, id],
      credentialOf,
    );
  }

  protected async row(credentialId: string): Promise<R | undefined> {
    const { table, id, columns } = this.stored;
    const [row] = await this.session.run<R>(
      { name: `${table}_get`, text: `select ${columns} from ${table} k where ${table}_id = $1` },
      [uuidOf(id, credentialId)],
    );
    return row;
  }
}

/** Replaces and revokes credentials of one kind; exists inside a transaction only. */
export abstract class CredentialWriter<
  C extends RegisteredCredential,
  R extends object,
> extends CredentialReader<C, R> {
  /** Returns an owner's credential and locks its row, so that a credential is replaced only once. */
  async lock(owner: CredentialOwner, credentialId: string): Promise<C | undefined> {
    const { table, id } = this.stored;
    // A second statement reads the credential: its columns from other tables must be newer than the lock.
    await this.session.run(
      { name: `${table}_lock`, text: `select 1 from ${table} where ${table}_id = $1 for no key update` },
      [uuidOf(id, credentialId)],
    );
    return this.get(owner, credentialId);
  }

  /** Makes transactions take turns that look which credentials of the operator remain. */
  async lockOperatorKeys(): Promise<void> {
    await this.session.run({
      name: "operator_keys_lock",
      text: "select pg_advisory_xact_lock(hashtextextended('operator_keys', 0))",
    });
  }

  /** Sets the expiry of a credential to `at`, unless the credential expires sooner. */
  async endBy(credentialId: string, at: Date): Promise<void> {
    const { table, id } = this.stored;
    await this.session.run(
      {
        name: `${table}_end_by`,
        text: `update ${table} set expires_at = least(expires_at, $2::timestamptz) where ${table}_id = $1`,
      },
      [uuidOf(id, credentialId), at],
    );
  }

  /** Revokes the credentials of a terminal. */
  async revokeOfDevice(merchantId: string, deviceId: string): Promise<void> {
    const { table } = this.stored;
    await this.session.run(
      {
        name: `${table}_revoke_of_device`,
        text: `update ${table} set status = 'revoked', revoked_at = business_now()
          where merchant_id = $1 and device_id = $2 and status = 'active'`,
      },
      [uuidOf("merchant", merchantId), uuidOf("device", deviceId)],
    );
  }

  /** Revokes a credential. A revoked credential keeps its time of revocation. */
  async revoke(credentialId: string): Promise<C> {
    const { table, id, columns, credentialOf } = this.stored;
    const row = await this.session.one<R>(
      {
        name: `${table}_revoke`,
        text: `update ${table} k set status = 'revoked', revoked_at = coalesce(revoked_at, business_now())
          where ${table}_id = $1 returning ${columns}`,
      },
      [uuidOf(id, credentialId)],
    );
    return credentialOf(row);
  }
}

/** Returns the values of the columns of the owner and the terminal. */
export function ownerValues(
  owner: RegisteredCredential["owner"],
  deviceId: string | undefined,
): [merchant: string | null, publisher: string | null, device: string | null] {
  return [
    owner.kind === "merchant" ? uuidOf("merchant", owner.merchantId) : null,
    owner.kind === "publisher" ? uuidOf("publisher", owner.publisherId) : null,
    deviceId === undefined ? null : uuidOf("device", deviceId),
  ];
}

/** Returns the identifier of the merchant or publisher; undefined for the operator. */
export function ownerIdOf(owner: RegisteredCredential["owner"]): string | undefined {
  switch (owner.kind) {
    case "operator":
      return undefined;
    case "merchant":
      return owner.merchantId;
    case "publisher":
      return owner.publisherId;
  }
}

const ownerKindOf = (row: CredentialRow) =>
  row.merchant_id ? "merchant" : row.publisher_id ? "publisher" : "operator";

/**
 * Returns the credential of a row.
 * @param own the UUID of the credential, and of the one that it replaces
 */
export function credentialOf(
  row: CredentialRow,
  kind: IdKind,
  own: { readonly uuid: string; readonly replaces: string | null },
): RegisteredCredential {
  return {
    credentialId: idOf(kind, own.uuid),
    owner: row.merchant_id
      ? { kind: "merchant", merchantId: idOf("merchant", row.merchant_id) }
      : row.publisher_id
        ? { kind: "publisher", publisherId: idOf("publisher", row.publisher_id) }
        : { kind: "operator" },
    name: row.name,
    ...rightsOf(row.device_id ? "terminal" : ownerKindOf(row), row),
    status: row.status === "active" && row.expired ? "expired" : row.status,
    createdAt: row.created_at,
    allowedNetworks: row.allowed_networks ?? [],
    requestSigning: row.request_signing ?? "optional",
    requestSigningOfOwner: row.owner_signing ?? "optional",
    ...(row.revoked_at ? { revokedAt: row.revoked_at } : {}),
    ...(row.expires_at ? { expiresAt: row.expires_at } : {}),
    ...(row.last_used_at ? { lastUsedAt: row.last_used_at } : {}),
    ...(row.last_use_address ? { lastUseAddress: row.last_use_address } : {}),
    ...(row.device_id && row.device_status
      ? { device: { deviceId: idOf("device", row.device_id), status: row.device_status } }
      : {}),
    ...(own.replaces ? { replaces: idOf(kind, own.replaces) } : {}),
    ...(row.replaced_by ? { replacedBy: idOf(kind, row.replaced_by) } : {}),
    ...limitsIn(row.limits),
  };
}
