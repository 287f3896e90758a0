import type { NewCredential } from "../domain/access/credential.ts";
import type { KeyMaterial, PublicKey } from "../domain/access/public-key.ts";
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

/** Columns of a public key, and what stands in other tables about it. */
const columns = `k.public_key_id, k.merchant_id, k.publisher_id, k.name, k.scopes, k.algorithm, k.spki, k.status, k.created_at, k.revoked_at, k.device_id, k.expires_at, k.last_used_at, k.last_use_address, k.allowed_networks, k.request_signing, k.replaces_public_key_id,
  (select m.request_signing from merchant m where m.merchant_id = k.merchant_id) as owner_signing,
  (select r.role from credential_role r where r.credential_id = k.public_key_id) as role,
  k.expires_at <= business_now() as expired,
  (select d.status from merchant_device d where d.merchant_id = k.merchant_id and d.device_id = k.device_id) as device_status,
  (select r.public_key_id from public_key r where r.replaces_public_key_id = k.public_key_id) as replaced_by,
  ${limitsColumn("k.public_key_id")}`;

type PublicKeyRow = Row<"public_key", typeof columns> & CredentialRow;

const stored: CredentialTable<PublicKey, PublicKeyRow> = {
  table: "public_key",
  id: "publicKey",
  columns,
  credentialOf: (row) => ({
    ...credentialOf(row, "publicKey", { uuid: row.public_key_id, replaces: row.replaces_public_key_id }),
    algorithm: row.algorithm,
    spki: row.spki,
  }),
};

/** Reads public keys. */
export class PublicKeyReader extends CredentialReader<PublicKey, PublicKeyRow> {
  constructor(session: Session) {
    super(session, stored);
  }
}

/** Stores and revokes public keys; exists inside a transaction only. */
export class PublicKeyWriter extends CredentialWriter<PublicKey, PublicKeyRow> {
  constructor(session: Session) {
    super(session, stored);
  }

  /** Stores a key. @throws Taken when the key is registered already, also when it is revoked or expired */
  async insert(key: NewCredential, { algorithm, spki }: KeyMaterial): Promise<PublicKey> {
    await insertRole(this.session, uuidOf("publicKey", key.credentialId), key.role);
    const row = await this.session.one<PublicKeyRow>(
      {
        name: "public_key_insert",
        text: `insert into public_key as k (public_key_id, merchant_id, publisher_id, device_id, name, scopes, algorithm, spki,
            expires_at, allowed_networks, request_signing, replaces_public_key_id, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text[]::cidr[], $11, $12, business_now()) returning ${columns}`,
      },
      [
        uuidOf("publicKey", key.credentialId),
        ...ownerValues(key.owner, key.deviceId),
        key.name,
        key.scopes,
        algorithm,
        spki,
        key.expiresAt ?? null,
        key.allowedNetworks ?? [],
        key.requestSigning ?? null,
        key.replaces ? uuidOf("publicKey", key.replaces) : null,
      ],
    );
    const { limits } = key;
    await insertLimits(this.session, row.public_key_id, limits);
    return { ...stored.credentialOf(row), ...(limits ? { limits } : {}) };
  }

  /**
   * Records the use of keys, each at most once a minute unless the address has changed. A locked row is skipped.
   * @returns the keys whose address has changed
   */
  async touch(uses: readonly CredentialUsed[]): Promise<CredentialMoved[]> {
    const rows = await this.session.run<{ readonly id: string; readonly from: string; readonly to: string }>(
      {
        name: "public_key_touch",
        text: `with due as (
            select k.public_key_id, u.address::inet, k.last_use_address as former from public_key k
              join unnest(${anyLength("$1::uuid[]")}, $2::text[]) as u (public_key_id, address) on u.public_key_id = k.public_key_id
            where k.last_used_at is null or k.last_used_at <= business_now() - interval '1 minute'
              or k.last_use_address is distinct from u.address::inet
            order by k.public_key_id for no key update of k skip locked
          ), used as (
            update public_key k set last_used_at = business_now(), last_use_address = due.address
              from due where k.public_key_id = due.public_key_id
          )
          select public_key_id as id, host(former) as "from", host(address) as "to" from due where former <> address`,
      },
      [
        uses.map(({ credentialId }) => uuidOf("publicKey", credentialId)),
        uses.map(({ address }) => address ?? null),
      ],
    );
    return rows.map(({ id, ...moved }) => ({ credentialId: idOf("publicKey", id), ...moved }));
  }
}
