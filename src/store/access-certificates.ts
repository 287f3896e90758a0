import type {
  AccessAuthority,
  AccessCertificate,
  AccessKeyStanding,
  AccessRevocationReason,
  CertificateHolder,
  PresentedCertificate,
} from "../domain/access/certificate.ts";
import type { RequestSigning } from "../domain/access/request-signing.ts";
import { idOf, uuidOf } from "../domain/identifier/identifier.ts";
import type { MerchantDevice } from "../domain/merchant/device.ts";
import { insertLimits, type LimitsRow, limitsColumn, limitsIn } from "./credential-limits.ts";
import { insertRole, rightsOf } from "./credential-roles.ts";
import { Repository, type Row, sql } from "./database.ts";
import type { Page, PageRequest } from "./page.ts";
import { registeredOf } from "./registered-certificate.ts";

const columns = `c.merchant_id, c.device_id, c.publisher_id, c.certificate_id, c.scopes, c.certificate, c.status, c.not_before, c.not_after,
  c.created_at, c.revoked_at, c.revocation_reason,
  (select r.role from credential_role r where r.credential_id = c.certificate_id) as role,
  (select a.certificate from access_authority a where a.certificate_id = c.issuer_certificate_id) as issuer,
  ${limitsColumn("c.certificate_id")}`;

/** Of the holder, to judge whether the certificate is accepted. */
const standing = `(select d.status from merchant_device d where d.merchant_id = c.merchant_id and d.device_id = c.device_id) as device_status,
  (select m.request_signing from merchant m where m.merchant_id = c.merchant_id) as owner_signing`;

/** Where the certificates of each kind of tenant are written. They are read from views of all kinds. */
const written = {
  merchant: {
    owner: "merchant_id",
    authority: "merchant_authority",
    key: "merchant_key",
    certificate: "merchant_certificate",
  },
  publisher: {
    owner: "publisher_id",
    authority: "publisher_access_authority",
    key: "publisher_access_key",
    certificate: "publisher_access_certificate",
  },
} as const;

/** Reads the certificates with which TLS clients prove who they are. */
export class AccessCertificateReader extends Repository {
  /** Returns a certificate of the tenant. */
  async get(owner: CertificateHolder, certificateId: string): Promise<AccessCertificate | undefined> {
    return this.findOne(
      {
        name: `access_certificate_get_${owner.kind}`,
        text: `select ${columns} from access_certificate c where ${written[owner.kind].owner} = $1 and certificate_id = $2`,
      },
      [ownerIdOf(owner), uuidOf("certificate", certificateId)],
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
        name: "access_certificate_presented",
        text: `select ${columns}, ${standing} from access_certificate c where key_identifier = $1 and certificate = $2`,
      },
      [Buffer.from(keyIdentifier), Buffer.from(certificate)],
      presentedOf,
    );
  }

  /** Returns the certificate of any tenant, with the status of the terminal that has its key. */
  async find(certificateId: string): Promise<PresentedCertificate | undefined> {
    return this.findOne(
      {
        name: "access_certificate_find",
        text: `select ${columns}, ${standing} from access_certificate c where certificate_id = $1`,
      },
      [uuidOf("certificate", certificateId)],
      presentedOf,
    );
  }

  /** Lists the certificates of the tenant, newest first; with a terminal as the holder, only those of the terminal. */
  async list(holder: CertificateHolder, page: PageRequest): Promise<Page<AccessCertificate>> {
    const query = sql("access_certificate as c")
      .select(sql.raw(columns))
      .where(written[holder.kind].owner, ownerIdOf(holder));
    if (holder.kind === "merchant" && holder.deviceId)
      query.where("device_id", uuidOf("device", holder.deviceId));
    return this.newestFirst(query, ["certificate_id", "certificate"], page, certificateOf);
  }

  /** Lists the certificates of all tenants that are in force, also those of suspended terminals, newest first. */
  async listInForce(): Promise<AccessCertificate[]> {
    const query = sql("access_certificate as c")
      .select(sql.raw(columns))
      .where("status", "active")
      .whereRaw("not_after > now()");
    return this.allNewestFirst(query, ["certificate_id", "certificate"], certificateOf);
  }
}

/** Stores the certificates of TLS clients; exists inside a transaction only. */
export class AccessCertificateWriter extends AccessCertificateReader {
  /** Assigns a key to a holder unless the key has a holder of this kind already, and locks the key until the transaction ends. */
  async takeKey(keyIdentifier: Uint8Array, holder: CertificateHolder): Promise<AccessKeyStanding> {
    const key = Buffer.from(keyIdentifier);
    const { names, values, places } = holderColumns(holder, 2);
    // Requests for one key take turns, also when one is for a CA certificate of a publisher.
    await this.session.run(
      {
        name: "access_key_lock",
        text: "select pg_advisory_xact_lock(hashtextextended('publisher_key|' || encode($1, 'hex'), 0))",
      },
      [key],
    );
    await this.session.run(
      {
        name: `access_key_take_${holder.kind}`,
        // The update changes nothing. It locks the row, so that a revocation of the key's certificates waits.
        text: `insert into ${written[holder.kind].key} (key_identifier, ${names}) values ($1, ${places})
          on conflict (key_identifier) do update set key_identifier = excluded.key_identifier`,
      },
      [key, ...values],
    );
    const keys = await this.session.run<KeyRow>(
      {
        name: "access_key_standing",
        text: `select merchant_id, device_id, publisher_id, compromised_at,
            exists(select from publisher_certificate p where p.key_identifier = k.key_identifier) as of_ca,
            (select count(*)::int from access_certificate c
              where c.key_identifier = k.key_identifier and c.status = 'active' and c.not_after > now()) as active
          from access_key k where key_identifier = $1`,
      },
      [key],
    );
    return {
      holders: keys.map(holderOf),
      ofCa: keys.some(({ of_ca }) => of_ca),
      compromised: keys.some(({ compromised_at }) => compromised_at !== null),
      active: keys[0]?.active ?? 0,
    };
  }

  /** Stores a new certificate with a key that this transaction locked by `takeKey`. */
  async insert(
    certificate: Pick<
      AccessCertificate,
      "certificateId" | "holder" | "scopes" | "role" | "limits" | "certificate" | "notBefore" | "notAfter"
    > & { readonly keyIdentifier: Uint8Array; readonly issuerCertificateId: string },
  ): Promise<AccessCertificate> {
    const { holder, certificateId } = certificate;
    const { names, values, places } = holderColumns(holder, 8);
    await this.session.run(
      {
        name: `access_certificate_insert_${holder.kind}`,
        text: `insert into ${written[holder.kind].certificate} (certificate_id, key_identifier, issuer_certificate_id, certificate,
            not_before, not_after, scopes, created_at, ${names})
          values ($1, $2, $3, $4, $5, $6, $7, business_now(), ${places})`,
      },
      [
        uuidOf("certificate", certificateId),
        Buffer.from(certificate.keyIdentifier),
        uuidOf("certificate", certificate.issuerCertificateId),
        Buffer.from(certificate.certificate),
        certificate.notBefore,
        certificate.notAfter,
        certificate.scopes,
        ...values,
      ],
    );
    await insertRole(this.session, uuidOf("certificate", certificateId), certificate.role);
    await insertLimits(this.session, uuidOf("certificate", certificateId), certificate.limits);
    return (await this.get(holder, certificateId)) as AccessCertificate;
  }

  /**
   * Revokes a certificate, in real time. A compromise also revokes all access certificates with the same key, and marks the key as
   * compromised. A revoked certificate keeps its time of revocation. It keeps its reason too, unless a compromise is reported later.
   *
   * @returns the revoked certificate; undefined when the tenant has no certificate with this identifier
   */
  async revoke(
    owner: CertificateHolder,
    certificateId: string,
    reason: AccessRevocationReason,
  ): Promise<AccessCertificate | undefined> {
    const { certificate, key, owner: ownerId } = written[owner.kind];
    const compromised = reason === "key_compromise";
    const ids = [ownerIdOf(owner), uuidOf("certificate", certificateId)];
    const ofKey = `key_identifier = (select key_identifier from ${certificate} where ${ownerId} = $1 and certificate_id = $2)`;
    // The key is locked first. This waits for a transaction that is issuing a certificate with the key, and revokes that certificate too.
    await this.session.run(
      {
        name: `access_key_give_up_${owner.kind}`,
        text: `update ${key} set compromised_at = case when $3::boolean then coalesce(compromised_at, now()) else compromised_at end
          where ${ofKey}`,
      },
      [...ids, compromised],
    );
    await this.session.run(
      {
        name: `access_certificate_revoke_${owner.kind}`,
        text: `update ${certificate} set status = 'revoked',
            revoked_at = coalesce(revoked_at, date_trunc('milliseconds', now())),
            revocation_reason = case when revocation_reason is null or $4::boolean then $3 else revocation_reason end
          where ${ownerId} = $1 and (certificate_id = $2 or $4::boolean and ${ofKey})`,
      },
      [...ids, reason, compromised],
    );
    return this.get(owner, certificateId);
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

  /** Returns the newest CA for this kind of tenant that is valid until `until`; undefined when none is. */
  async authority(holder: AccessAuthority["holder"], until: Date): Promise<AccessAuthority | undefined> {
    return this.findOne(
      {
        name: `access_authority_present_${holder}`,
        text: `select certificate_id, certificate, sealed_key from ${written[holder].authority} where not_after >= $1
          order by certificate_id desc limit 1`,
      },
      [until],
      (row: Omit<AuthorityRow, "holder">) => authorityOf({ ...row, holder }),
    );
  }

  /** Locks the table of CAs, so that transactions that create a CA take turns. */
  async lockAuthorities(holder: AccessAuthority["holder"]): Promise<void> {
    await this.session.run({
      name: `access_authority_lock_${holder}`,
      text: `lock table ${written[holder].authority} in share row exclusive mode`,
    });
  }

  /** Stores a new CA. */
  async insertAuthority(
    authority: AccessAuthority & { readonly notBefore: Date; readonly notAfter: Date },
  ): Promise<void> {
    await this.session.run(
      {
        name: `access_authority_insert_${authority.holder}`,
        text: `insert into ${written[authority.holder].authority} (certificate_id, certificate, sealed_key, not_before, not_after, created_at)
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

/** A row of `access_authority`. */
export type AuthorityRow = Row<"merchant_authority", "certificate_id, certificate, sealed_key"> &
  Pick<AccessAuthority, "holder">;

/** Converts a row of `access_authority`. */
export function authorityOf(row: AuthorityRow): AccessAuthority {
  return {
    holder: row.holder,
    certificateId: idOf("certificate", row.certificate_id),
    certificate: row.certificate,
    sealedKey: row.sealed_key,
  };
}

/** The holder in a row of a view: a merchant, perhaps with a terminal, or a publisher. */
interface HolderRow {
  readonly merchant_id: string | null;
  readonly device_id: string | null;
  readonly publisher_id: string | null;
}

type KeyRow = HolderRow & {
  readonly compromised_at: Date | null;
  readonly of_ca: boolean;
  readonly active: number;
};

type CertificateRow = HolderRow &
  Row<
    "merchant_certificate",
    "certificate_id, scopes, certificate, status, not_before, not_after, created_at, revoked_at, revocation_reason"
  > & { readonly issuer: Buffer; readonly role: string | null; readonly limits: LimitsRow | null };

type PresentedRow = CertificateRow & {
  readonly device_status: MerchantDevice["status"] | null;
  readonly owner_signing: RequestSigning | null;
};

function certificateOf(row: CertificateRow): AccessCertificate {
  const holder = holderOf(row);
  const isTerminal = holder.kind === "merchant" && holder.deviceId !== undefined;
  const rights = rightsOf(isTerminal ? "terminal" : holder.kind, row);
  return { ...registeredOf(row), holder, ...rights, issuer: row.issuer, ...limitsIn(row.limits) };
}

function presentedOf(row: PresentedRow): PresentedCertificate {
  const deviceStatus = row.device_status ?? undefined;
  return {
    ...certificateOf(row),
    requestSigningOfOwner: row.owner_signing ?? "optional",
    ...(deviceStatus ? { deviceStatus } : {}),
  };
}

function holderOf({ merchant_id, device_id, publisher_id }: HolderRow): CertificateHolder {
  if (publisher_id !== null) return { kind: "publisher", publisherId: idOf("publisher", publisher_id) };
  const terminal = device_id === null ? {} : { deviceId: idOf("device", device_id) };
  return { kind: "merchant", merchantId: idOf("merchant", merchant_id as string), ...terminal };
}

/** Returns the columns that name a holder, their values, and their placeholders from number `first` on. */
function holderColumns(holder: CertificateHolder, first: number) {
  const values = [ownerIdOf(holder)];
  if (holder.kind === "publisher") return { names: "publisher_id", values, places: `$${first}` };
  const device = holder.deviceId ? uuidOf("device", holder.deviceId) : null;
  return { names: "merchant_id, device_id", values: [...values, device], places: `$${first}, $${first + 1}` };
}

const ownerIdOf = (owner: CertificateHolder): string =>
  owner.kind === "merchant" ? uuidOf("merchant", owner.merchantId) : uuidOf("publisher", owner.publisherId);
