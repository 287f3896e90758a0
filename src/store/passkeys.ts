import { isPublicKeyId } from "../domain/access/public-key.ts";
import { idOf, uuidOf } from "../domain/identifier/identifier.ts";
import { texts } from "./arrays.ts";
import { Repository } from "./database.ts";

/** Most passkeys of a key and of those that it has replaced. The store has a place for each. */
export const PASSKEYS_MAX = 10;

const columns =
  "passkey_id, first_credential_id, webauthn_id, public_key, sign_count::float8 as sign_count, transports, name, created_at, last_used_at";

interface PasskeyRow {
  readonly passkey_id: string;
  readonly first_credential_id: string;
  readonly webauthn_id: Buffer;
  readonly public_key: Buffer;
  readonly sign_count: number;
  readonly transports: string[];
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** A passkey: a WebAuthn credential that signs a person in. */
export interface Passkey {
  readonly passkeyId: string;
  /** The first key of the line of rotated keys that the passkey belongs to. */
  readonly firstCredentialId: string;
  /** Identifier that the authenticator has chosen. */
  readonly webauthnId: Buffer;
  /** COSE_Key. */
  readonly publicKey: Buffer;
  /** Signature counter of the last use; 0 while the authenticator does not count. */
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt?: Date;
}

/** A passkey that is to be stored. */
export interface NewPasskey extends Omit<Passkey, "createdAt" | "lastUsedAt"> {
  readonly aaguid: string;
}

/** The two kinds of keys that people sign in as, with the table of each. */
const kindOf = (credentialId: string) =>
  isPublicKeyId(credentialId)
    ? ({ kind: "publicKey", table: "public_key" } as const)
    : ({ kind: "apiKey", table: "api_key" } as const);

/** Reads passkeys, and the lines of rotated keys that they belong to. */
export class PasskeyReader extends Repository {
  /** Lists the passkeys of a line of keys, oldest first. */
  async listOf(firstCredentialId: string): Promise<Passkey[]> {
    const rows = await this.session.run<PasskeyRow>(
      {
        name: "sign_in_passkey_list",
        text: `select ${columns} from sign_in_passkey where first_credential_id = $1 order by passkey_id`,
      },
      [firstCredentialId],
    );
    return rows.map(passkeyOf);
  }

  /** Returns the passkey with the identifier that its authenticator has chosen. */
  async withWebauthnId(webauthnId: Uint8Array): Promise<Passkey | undefined> {
    const [row] = await this.session.run<PasskeyRow>(
      {
        name: "sign_in_passkey_find",
        text: `select ${columns} from sign_in_passkey where webauthn_id = $1`,
      },
      [webauthnId],
    );
    return row && passkeyOf(row);
  }

  /** Returns the first key of the line that a key belongs to; the key itself when it has replaced none. */
  async firstOf(credentialId: string): Promise<string> {
    const { kind, table } = kindOf(credentialId);
    const [row] = await this.session.run<{ readonly id: string }>(
      {
        name: `${table}_line_first`,
        text: `with recursive line (id, replaces) as (
            select ${table}_id, replaces_${table}_id from ${table} where ${table}_id = $1
            union select k.${table}_id, k.replaces_${table}_id from ${table} k join line on k.${table}_id = line.replaces)
          select id from line where replaces is null`,
      },
      [uuidOf(kind, credentialId)],
    );
    return row ? idOf(kind, row.id) : credentialId;
  }

  /** Returns the last key of the line that begins with a key: the one that nothing has replaced. */
  async lastOf(firstCredentialId: string): Promise<string> {
    const { kind, table } = kindOf(firstCredentialId);
    const { id } = await this.session.one<{ readonly id: string }>(
      {
        name: `${table}_line_last`,
        text: `with recursive line (id) as (
            select $1::uuid union select k.${table}_id from ${table} k join line on k.replaces_${table}_id = line.id)
          select id from line where not exists (select from ${table} n where n.replaces_${table}_id = line.id)`,
      },
      [uuidOf(kind, firstCredentialId)],
    );
    return idOf(kind, id);
  }
}

/** Stores passkeys; exists inside a transaction only. */
export class PasskeyWriter extends PasskeyReader {
  /**
   * Stores a passkey in a free place of its line.
   * @returns false when another passkey has its identifier or its place: a repeat finds whether places are left
   */
  async insert(passkey: NewPasskey): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "sign_in_passkey_insert",
        text: `insert into sign_in_passkey (passkey_id, first_credential_id, place, webauthn_id, public_key, sign_count, transports, aaguid, name)
          select $1, $2, free.place, $3, $4, $5, $6::text[], $7, $8 from (
            select place from generate_series(1, ${PASSKEYS_MAX}) place
            where not exists (select from sign_in_passkey p where p.first_credential_id = $2 and p.place = place.place)
            order by place limit 1) free
          on conflict do nothing returning 1 as inserted`,
      },
      [
        uuidOf("passkey", passkey.passkeyId),
        passkey.firstCredentialId,
        passkey.webauthnId,
        passkey.publicKey,
        passkey.signCount,
        texts(passkey.transports),
        passkey.aaguid,
        passkey.name,
      ],
    );
    return rows.length === 1;
  }

  /**
   * Records a use with the counter of the authenticator (WebAuthn Level 3 section 7.2, step 22).
   * @returns false when the counter has not grown, although one of the two counts: a copy of the authenticator may exist
   */
  async use(passkeyId: string, signCount: number): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "sign_in_passkey_use",
        text: `update sign_in_passkey set sign_count = $2::bigint, last_used_at = now()
          where passkey_id = $1 and ($2::bigint > sign_count or ($2::bigint = 0 and sign_count = 0)) returning 1 as used`,
      },
      [uuidOf("passkey", passkeyId), signCount],
    );
    return rows.length === 1;
  }

  /** Removes a passkey of a line of keys. @returns false when the line has no such passkey */
  async remove(firstCredentialId: string, passkeyId: string): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "sign_in_passkey_remove",
        text: "delete from sign_in_passkey where first_credential_id = $1 and passkey_id = $2 returning 1 as removed",
      },
      [firstCredentialId, uuidOf("passkey", passkeyId)],
    );
    return rows.length === 1;
  }
}

const passkeyOf = (row: PasskeyRow): Passkey => ({
  passkeyId: idOf("passkey", row.passkey_id),
  firstCredentialId: row.first_credential_id,
  webauthnId: row.webauthn_id,
  publicKey: row.public_key,
  signCount: row.sign_count,
  transports: row.transports,
  name: row.name,
  createdAt: row.created_at,
  ...(row.last_used_at ? { lastUsedAt: row.last_used_at } : {}),
});
