import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type {
  MerchantAuthority,
  MerchantCertificate,
  MerchantRevocationReason,
  PresentedCertificate,
} from "../../domain/merchant/certificate.ts";
import type { MerchantDevice } from "../../domain/merchant/device.ts";
import { Repository, type Row, sql } from "../database.ts";
import type { Page, PageRequest } from "../page.ts";
import { registeredOf } from "../registered-certificate.ts";

const columns = `c.merchant_id, c.certificate_id, c.device_id, c.scopes, c.certificate, c.status, c.not_before, c.not_after, c.created_at,
  c.revoked_at, c.revocation_reason,
  (select a.certificate from merchant_authority a where a.certificate_id = c.issuer_certificate_id) as issuer`;

/** Reads the certificates of merchants and their terminals. */
export class MerchantCertificateReader extends Repository {
  /** Returns a certificate of the merchant. */
  async get(merchantId: string, certificateId: string): Promise<MerchantCertificate | undefined> {
    return this.findOne(
      {
        name: "merchant_certificate_get",
        text: `select ${columns} from merchant_certificate c where merchant_id = $1 and certificate_id = $2`,
      },
      [uuidOf("merchant", merchantId), uuidOf("certificate", certificateId)],
      certificateOf,
    );
  }

  /** Returns the certificate with these bytes (DER), with the status of the terminal that has its key. */
  async presented(
    keyIdentifier: Uint8Array,
    certificate: Uint8Array,
  ): Promise<PresentedCertificate | undefined> {
    return this.findOne(
      {
        name: "merchant_certificate_presented",
        text: `select ${columns},
            (select d.status from merchant_device d where d.merchant_id = c.merchant_id and d.device_id = c.device_id) as device_status
          from merchant_certificate c where key_identifier = $1 and certificate = $2`,
      },
      [Buffer.from(keyIdentifier), Buffer.from(certificate)],
      (row: PresentedRow) => ({
        ...certificateOf(row),
        ...(row.device_status ? { deviceStatus: row.device_status } : {}),
      }),
    );
  }

  /** Lists the merchant's certificates, newest first. With `deviceId`, lists only the certificates of that terminal. */
  async list(
    merchantId: string,
    { deviceId }: { readonly deviceId?: string },
    page: PageRequest,
  ): Promise<Page<MerchantCertificate>> {
    const query = sql("merchant_certificate as c")
      .select(sql.raw(columns))
      .where("merchant_id", uuidOf("merchant", merchantId));
    if (deviceId) query.where("device_id", uuidOf("device", deviceId));
    return this.newestFirst(query, ["certificate_id", "certificate"], page, certificateOf);
  }
}

/** Stores the certificates of merchants; exists inside a transaction only. */
export class MerchantCertificateWriter extends MerchantCertificateReader {
  /**
   * Assigns a key to an owner unless the key has an owner already, and locks the key until the transaction ends.
   *
   * @returns the owner of the key, whether the key is compromised, and how many certificates with the key are in force
   */
  async takeKey(
    keyIdentifier: Uint8Array,
    owner: { readonly merchantId: string; readonly deviceId?: string },
  ): Promise<{ merchantId: string; deviceId?: string; compromised: boolean; active: number }> {
    const key = await this.session.one<Row<"merchant_key", "merchant_id, device_id, compromised_at">>(
      {
        name: "merchant_key_take",
        // The update changes nothing. It locks the row, so that requests for one key take turns.
        text: `insert into merchant_key (key_identifier, merchant_id, device_id) values ($1, $2, $3)
          on conflict (key_identifier) do update set key_identifier = excluded.key_identifier returning merchant_id, device_id, compromised_at`,
      },
      [
        Buffer.from(keyIdentifier),
        uuidOf("merchant", owner.merchantId),
        owner.deviceId ? uuidOf("device", owner.deviceId) : null,
      ],
    );
    const { active } = await this.session.one<{ readonly active: number }>(
      {
        name: "merchant_key_in_force",
        text: `select count(*)::int as active from merchant_certificate
          where key_identifier = $1 and status = 'active' and not_after > now()`,
      },
      [Buffer.from(keyIdentifier)],
    );
    const { merchant_id, device_id, compromised_at } = key;
    return {
      merchantId: idOf("merchant", merchant_id),
      ...(device_id ? { deviceId: idOf("device", device_id) } : {}),
      compromised: compromised_at !== null,
      active,
    };
  }

  /** Stores a new certificate with a key that this transaction locked by `takeKey`. */
  async insert(
    certificate: Pick<
      MerchantCertificate,
      "certificateId" | "merchantId" | "deviceId" | "scopes" | "certificate" | "notBefore" | "notAfter"
    > & { readonly keyIdentifier: Uint8Array; readonly issuerCertificateId: string },
  ): Promise<MerchantCertificate> {
    const row = await this.session.one<CertificateRow>(
      {
        name: "merchant_certificate_insert",
        text: `insert into merchant_certificate as c (merchant_id, certificate_id, key_identifier, device_id, issuer_certificate_id,
            certificate, not_before, not_after, scopes, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, business_now()) returning ${columns}`,
      },
      [
        uuidOf("merchant", certificate.merchantId),
        uuidOf("certificate", certificate.certificateId),
        Buffer.from(certificate.keyIdentifier),
        certificate.deviceId ? uuidOf("device", certificate.deviceId) : null,
        uuidOf("certificate", certificate.issuerCertificateId),
        Buffer.from(certificate.certificate),
        certificate.notBefore,
        certificate.notAfter,
        certificate.scopes,
      ],
    );
    return certificateOf(row);
  }

  /**
   * Revokes a certificate, in real time. A compromise also revokes all certificates with the same key, and marks the key as compromised.
   * A revoked certificate keeps its time of revocation. It keeps its reason too, unless a compromise is reported later.
   *
   * @returns the revoked certificate; undefined when the merchant has no certificate with this identifier
   */
  async revoke(
    merchantId: string,
    certificateId: string,
    reason: MerchantRevocationReason,
  ): Promise<MerchantCertificate | undefined> {
    const compromised = reason === "key_compromise";
    const ids = [uuidOf("merchant", merchantId), uuidOf("certificate", certificateId)];
    // The key is locked first. This waits for a transaction that is issuing a certificate with the key, and revokes that certificate too.
    await this.session.run(
      {
        name: "merchant_key_give_up",
        text: `update merchant_key set compromised_at = case when $3::boolean then coalesce(compromised_at, now()) else compromised_at end
          where key_identifier = (select key_identifier from merchant_certificate where merchant_id = $1 and certificate_id = $2)`,
      },
      [...ids, compromised],
    );
    const rows = await this.session.run<CertificateRow>(
      {
        name: "merchant_certificate_revoke",
        text: `update merchant_certificate c set status = 'revoked',
            revoked_at = coalesce(revoked_at, date_trunc('milliseconds', now())),
            revocation_reason = case when revocation_reason is null or $4::boolean then $3 else revocation_reason end
          where merchant_id = $1 and (certificate_id = $2 or $4::boolean and key_identifier = (
            select key_identifier from merchant_certificate where merchant_id = $1 and certificate_id = $2))
          returning ${columns}`,
      },
      [...ids, reason, compromised],
    );
    return rows.map(certificateOf).find((revoked) => revoked.certificateId === certificateId);
  }

  /** Revokes the active certificates of a terminal that is no longer in use. */
  async revokeOfDevice(merchantId: string, deviceId: string): Promise<void> {
    await this.session.run(
      {
        name: "merchant_certificate_revoke_of_device",
        text: `update merchant_certificate set status = 'revoked', revoked_at = date_trunc('milliseconds', now()),
            revocation_reason = 'cessation_of_operation'
          where merchant_id = $1 and device_id = $2 and status = 'active'`,
      },
      [uuidOf("merchant", merchantId), uuidOf("device", deviceId)],
    );
  }

  /** Returns the newest CA for merchants that is valid until `until`; undefined when none is. */
  async authority(until: Date): Promise<MerchantAuthority | undefined> {
    return this.findOne(
      {
        name: "merchant_authority_present",
        text: `select certificate_id, certificate, sealed_key from merchant_authority where not_after >= $1
          order by certificate_id desc limit 1`,
      },
      [until],
      authorityOf,
    );
  }

  /** Locks the table of CAs, so that transactions that create a CA take turns. */
  async lockAuthorities(): Promise<void> {
    await this.session.run({
      name: "merchant_authority_lock",
      text: "lock table merchant_authority in share row exclusive mode",
    });
  }

  /** Stores a new CA. */
  async insertAuthority(
    authority: MerchantAuthority & { readonly notBefore: Date; readonly notAfter: Date },
  ): Promise<void> {
    await this.session.run(
      {
        name: "merchant_authority_insert",
        text: `insert into merchant_authority (certificate_id, certificate, sealed_key, not_before, not_after, created_at)
          values ($1, $2, $3, $4, $5, business_now())`,
      },
      [
        uuidOf("certificate", authority.certificateId),
        Buffer.from(authority.certificate),
        Buffer.from(authority.sealedKey),
        authority.notBefore,
        authority.notAfter,
      ],
    );
  }
}

type AuthorityRow = Row<"merchant_authority", "certificate_id, certificate, sealed_key">;

/** Converts a row of `merchant_authority`. */
export function authorityOf(row: AuthorityRow): MerchantAuthority {
  return {
    certificateId: idOf("certificate", row.certificate_id),
    certificate: row.certificate,
    sealedKey: row.sealed_key,
  };
}

type CertificateRow = Row<"merchant_certificate", typeof columns> & { readonly issuer: Buffer };

type PresentedRow = CertificateRow & { readonly device_status: MerchantDevice["status"] | null };

function certificateOf(row: CertificateRow): MerchantCertificate {
  return {
    ...registeredOf(row),
    merchantId: idOf("merchant", row.merchant_id),
    ...(row.device_id ? { deviceId: idOf("device", row.device_id) } : {}),
    scopes: row.scopes,
    issuer: row.issuer,
  };
}
