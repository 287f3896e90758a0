import type { AccessAuthority } from "../domain/access/certificate.ts";
import type { RevocationReason } from "../domain/certificate/revocation.ts";
import { uuidOf } from "../domain/identifier/identifier.ts";
import type { HostedCertificate } from "../domain/publisher/certificate.ts";
import { CRL_LIFETIME_SECONDS } from "../domain/status/revocation-list.ts";
import { authorityOf } from "./access-certificates.ts";
import { Repository, type Row } from "./database.ts";
import { hostedCertificateOf, hostedColumns } from "./publisher/certificates.ts";

const columns = "revocation_list_id, number, entries_digest, list, this_update, next_update";

/** A stored CRL. */
export interface StoredRevocationList {
  readonly revocationListId: string;
  readonly number: bigint;
  /** SHA-256 that identifies the entries of the CRL; absent when the CRL was imported. */
  readonly entriesDigest?: Buffer;
  /** DER. */
  readonly der: Buffer;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
}

/** A revoked certificate. */
export interface RevokedCertificate {
  /** DER. */
  readonly certificate: Buffer;
  readonly revokedAt: Date;
  readonly reason: RevocationReason;
}

/**
 * A revoked certificate of a device or of a key that signs digital identities. Its list can be long, so the database gives only what an
 * entry of the list needs.
 */
export interface RevokedSerial extends Omit<RevokedCertificate, "certificate"> {
  /** Contents of the serial number's DER. */
  readonly serial: Buffer;
}

/** A list names a revoked certificate until a list was made after the certificate's end (RFC 5280 section 3.3). */
const isListed = `status = 'revoked' and not_after > now() - make_interval(secs => ${CRL_LIFETIME_SECONDS})`;

/** The SQL of a text that changes with the set of these texts. */
const revisionOf = (text: string): string =>
  `concat_ws(' ', count(*), bit_xor(hashtextextended(${text}, 0))) as revision`;

/** The revoked certificates of a CA, $1 and $2. A complete CRL has all of them: of devices and of keys that sign identities. */
const revokedOfHostedCa = ["device", "identity_issuer"]
  .map(
    (table) => `select certificate_number, revoked_at from ${table}
      where publisher_id = $1 and issuer_certificate_id = $2 and ${isListed}`,
  )
  .join(" union all ");

/** Reads CRLs and the records from which CRLs are made. */
export class RevocationListReader extends Repository {
  /** Returns the latest CRL of an issuer. */
  async get(revocationListId: string): Promise<StoredRevocationList | undefined> {
    return this.findOne(
      {
        name: "revocation_list_get",
        text: `select ${columns} from revocation_list where revocation_list_id = $1`,
      },
      [revocationListId],
      revocationListOf,
    );
  }

  /** Returns a CA certificate whose key the service keeps, whether or not the certificate is in force. */
  async hostedCa(certificateId: string): Promise<HostedCertificate | undefined> {
    return this.findOne(
      {
        name: "revocation_hosted_ca",
        text: `select ${hostedColumns} from publisher_certificate where certificate_id = $1 and custody = 'hosted'`,
      },
      [uuidOf("certificate", certificateId)],
      hostedCertificateOf,
    );
  }

  /** Returns a CA that certifies the TLS clients of merchants or publishers. */
  async accessAuthority(certificateId: string): Promise<AccessAuthority | undefined> {
    return this.findOne(
      {
        name: "revocation_access_authority",
        text: "select holder, certificate_id, certificate, sealed_key from access_authority where certificate_id = $1",
      },
      [uuidOf("certificate", certificateId)],
      authorityOf,
    );
  }

  /**
   * Returns a text that changes whenever the list of this CA changes: an access certificate is revoked, one is listed no longer, or the
   * reason of one changes.
   */
  async accessRevision({ certificateId }: AccessAuthority): Promise<string> {
    const row = await this.session.one<{ readonly revision: string }>(
      {
        name: "revoked_access_certificates_revision",
        text: `select ${revisionOf("concat_ws(' ', certificate_id, revocation_reason)")}
          from access_certificate where issuer_certificate_id = $1 and ${isListed}`,
      },
      [uuidOf("certificate", certificateId)],
    );
    return row.revision;
  }

  /** Returns the revoked access certificates of this CA that its list names. */
  async accessCertificates({ certificateId }: AccessAuthority): Promise<RevokedCertificate[]> {
    const rows = await this.session.run<RevokedRow>(
      {
        name: "revoked_access_certificates",
        text: `select certificate, revoked_at, revocation_reason as reason from access_certificate
          where issuer_certificate_id = $1 and ${isListed} order by certificate_id`,
      },
      [uuidOf("certificate", certificateId)],
    );
    return rows.map(revokedOf);
  }

  /**
   * Returns a text that changes whenever the list of publishers' CA certificates changes: one is revoked, one is listed no longer, or the
   * reason of one changes.
   */
  async publisherCertificatesRevision(): Promise<string> {
    const row = await this.session.one<{ readonly revision: string }>({
      name: "revoked_publisher_certificates_revision",
      text: `select ${revisionOf("concat_ws(' ', certificate_id, revocation_reason)")} from publisher_certificate where ${isListed}`,
    });
    return row.revision;
  }

  /** Returns a text that changes whenever a certificate of this CA is revoked, or is listed no longer. */
  async hostedRevision({ publisherId, certificateId }: HostedCertificate): Promise<string> {
    const row = await this.session.one<{ readonly revision: string }>(
      {
        name: "revoked_of_hosted_ca_revision",
        text: `select ${revisionOf("encode(certificate_number, 'hex')")} from (${revokedOfHostedCa}) r`,
      },
      [uuidOf("publisher", publisherId), uuidOf("certificate", certificateId)],
    );
    return row.revision;
  }

  /** Returns the revoked publisher CA certificates that the root's list names. */
  async publisherCertificates(): Promise<RevokedCertificate[]> {
    const rows = await this.session.run<RevokedRow>({
      name: "revoked_publisher_certificates",
      text: `select certificate, revoked_at, revocation_reason as reason from publisher_certificate where ${isListed}
        order by certificate_id`,
    });
    return rows.map(revokedOf);
  }

  /** Returns the revoked certificates of this CA that its list names. */
  async hosted({ publisherId, certificateId }: HostedCertificate): Promise<RevokedSerial[]> {
    const rows = await this.session.run<Omit<RevokedRow, "certificate"> & { readonly serial: Buffer }>(
      {
        name: "revoked_of_hosted_ca",
        // The number of a certificate is the issuer's key identifier, then the serial number.
        text: `select substr(r.certificate_number, octet_length(c.key_identifier) + 1) as serial, r.revoked_at, 'unspecified' as reason
          from (${revokedOfHostedCa}) r, publisher_certificate c where c.publisher_id = $1 and c.certificate_id = $2`,
      },
      [uuidOf("publisher", publisherId), uuidOf("certificate", certificateId)],
    );
    return rows.map(({ serial, ...row }) => ({ serial, revokedAt: row.revoked_at, reason: row.reason }));
  }
}

/** Stores CRLs; exists inside a transaction only. */
export class RevocationListWriter extends RevocationListReader {
  /**
   * Stores a CRL in place of a CRL with a smaller number. Of several CRLs with one number, the first is stored.
   *
   * @returns true when this CRL was stored
   */
  async keep(list: StoredRevocationList): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "revocation_list_keep",
        text: `insert into revocation_list (revocation_list_id, number, entries_digest, list, this_update, next_update)
          values ($1, $2, $3, $4, $5, $6)
          on conflict (revocation_list_id) do update set number = excluded.number, entries_digest = excluded.entries_digest,
            list = excluded.list, this_update = excluded.this_update, next_update = excluded.next_update
          where revocation_list.number < excluded.number returning revocation_list_id`,
      },
      [
        list.revocationListId,
        list.number.toString(),
        list.entriesDigest ?? null,
        list.der,
        list.thisUpdate,
        list.nextUpdate,
      ],
    );
    return rows.length > 0;
  }
}

type RevokedRow = {
  readonly certificate: Buffer;
  readonly revoked_at: Date;
  readonly reason: RevocationReason;
};

const revokedOf = (row: RevokedRow): RevokedCertificate => ({
  certificate: row.certificate,
  revokedAt: row.revoked_at,
  reason: row.reason,
});

type RevocationListRow = Row<"revocation_list", typeof columns>;

function revocationListOf(row: RevocationListRow): StoredRevocationList {
  return {
    revocationListId: row.revocation_list_id,
    number: BigInt(row.number),
    ...(row.entries_digest ? { entriesDigest: row.entries_digest } : {}),
    der: row.list,
    thisUpdate: row.this_update,
    nextUpdate: row.next_update,
  };
}
