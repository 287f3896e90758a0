import {
  REPLACED_KEY_PUBLISHED_DAYS,
  ROTATION_LEAD_SECONDS,
  type SigningKey,
  type SigningPublicKey,
  type SigningPurpose,
} from "../domain/signing/signing-key.ts";
import { Repository, type Row } from "./database.ts";

const columns =
  "purpose, key_id, public_key, sealed_key, signs_from, signs_until, published_until, created_at";

/** A key as stored. */
export interface StoredSigningKey extends SigningKey {
  /** The sealed private key; absent once the key no longer signs. */
  readonly sealedKey?: Buffer;
}

/** A new key to store. */
export interface NewSigningKey extends Pick<SigningKey, "purpose" | "keyId" | "publicKey"> {
  readonly sealedKey: Uint8Array;
}

/** The manner of replacing a key: with overlap, or at once because the key may be known to others. */
export type Replacement = "overlap" | "compromised";

/** Each table has the same columns. Keys for webhooks are apart, because version 0.1.0 publishes all others as keys of P-256. */
const tableOf = (purpose: SigningPurpose): string =>
  purpose === "webhook" ? "webhook_signing_key" : "signing_key";
const tables = ["signing_key", "webhook_signing_key"];

/** Reads the signing keys of the service. */
export class SigningKeyReader extends Repository {
  /** Returns all published keys, grouped by purpose, the newest first. */
  async published(): Promise<StoredSigningKey[]> {
    const rows = await this.session.run<SigningKeyRow>({
      name: "signing_key_published",
      text: `${tables
        .map(
          (table) =>
            `select ${columns} from ${table} where published_until is null or published_until > now()`,
        )
        .join(" union all ")} order by purpose, signs_from desc, key_id`,
    });
    return rows.map(signingKeyOf);
  }
}

/** Stores the signing keys of the service; exists inside a transaction only. Times are real time from the database clock. */
export class SigningKeyWriter extends SigningKeyReader {
  /** Stores the first key of a purpose, which signs at once. When several processes do this at once, only the first call has an effect. */
  async insertFirst(key: NewSigningKey): Promise<void> {
    const table = tableOf(key.purpose);
    await this.session.run(
      {
        name: `${table}_insert_first`,
        text: `insert into ${table} (purpose, key_id, public_key, sealed_key, signs_from) values ($1, $2, $3, $4, now())
          on conflict do nothing`,
      },
      [key.purpose, key.keyId, JSON.stringify(key.publicKey), Buffer.from(key.sealedKey)],
    );
  }

  /**
   * Ends the open key of a purpose and stores its successor. With overlap, the new key is published at once and signs after the lead
   * time. A compromised key stops signing and is withdrawn at once, together with all keys before it.
   *
   * @returns the new key, or undefined when the purpose has no open key to replace or its open key does not sign yet
   */
  async replace(key: NewSigningKey, how: Replacement): Promise<StoredSigningKey | undefined> {
    const lead = how === "overlap" ? ROTATION_LEAD_SECONDS : 0;
    const kept = how === "overlap" ? REPLACED_KEY_PUBLISHED_DAYS : 0;
    const table = tableOf(key.purpose);
    const ended = await this.session.run(
      {
        name: `${table}_end`,
        text: `update ${table}
          set signs_until = now() + make_interval(secs => $2),
              published_until = now() + make_interval(secs => $2, days => $3),
              sealed_key = case when $4 then null else sealed_key end
          where purpose = $1 and signs_until is null and ($4 or signs_from <= now()) returning key_id`,
      },
      [key.purpose, lead, kept, how === "compromised"],
    );
    if (ended.length === 0) return undefined;
    if (how === "compromised") await this.#endThoseBefore(key.purpose);
    return this.findOne(
      {
        name: `${table}_insert_next`,
        text: `insert into ${table} (purpose, key_id, public_key, sealed_key, signs_from)
          values ($1, $2, $3, $4, now() + make_interval(secs => $5)) returning ${columns}`,
      },
      [key.purpose, key.keyId, JSON.stringify(key.publicKey), Buffer.from(key.sealedKey), lead],
      signingKeyOf,
    );
  }

  /** Erases the private part of keys that no longer sign. */
  async eraseEnded(): Promise<void> {
    for (const table of tables)
      await this.session.run({
        name: `${table}_erase`,
        text: `update ${table} set sealed_key = null where signs_until <= now() and sealed_key is not null`,
      });
  }

  /**
   * Withdraws the older keys of the purpose, also those that no longer sign: such a key counts as compromised too. Somebody who has a key
   * from a copy of the database and its data key has the keys of the day of the copy, and nobody knows of which day.
   */
  async #endThoseBefore(purpose: SigningPurpose): Promise<void> {
    const table = tableOf(purpose);
    await this.session.run(
      {
        name: `${table}_end_before`,
        text: `update ${table} set signs_until = least(signs_until, now()), published_until = now(), sealed_key = null
          where purpose = $1 and published_until > now()`,
      },
      [purpose],
    );
  }
}

type SigningKeyRow = Row<"signing_key", typeof columns>;

function signingKeyOf(row: SigningKeyRow): StoredSigningKey {
  return {
    purpose: row.purpose,
    keyId: row.key_id,
    publicKey: row.public_key as SigningPublicKey,
    signsFrom: row.signs_from,
    ...(row.signs_until && row.published_until
      ? { signsUntil: row.signs_until, publishedUntil: row.published_until }
      : {}),
    ...(row.sealed_key ? { sealedKey: row.sealed_key } : {}),
  };
}
