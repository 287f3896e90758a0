import { isCompromise, type RevocationReason } from "../../domain/certificate/revocation.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Custody, HostedCertificate, PublisherCertificate } from "../../domain/publisher/certificate.ts";
import { type Present, Repository, type Row, sql } from "../database.ts";
import type { Page, PageRequest } from "../page.ts";
import { registeredOf } from "../registered-certificate.ts";

/** Columns of a certificate without the sealed key, which is read only when it is used. */
const certificateColumns = `publisher_id, certificate_id, custody, certificate, status, not_before, not_after, created_at,
  revoked_at, revocation_reason`;

/** Columns of a certificate with custody `hosted`, including the sealed key. */
export const hostedColumns = `${certificateColumns}, sealed_key` as const;

/** Values of a certificate that the store indexes. */
export interface CertificateIndex {
  /** Hexadecimal. */
  readonly serialNumber: string;
  /** subjectKeyIdentifier. */
  readonly keyIdentifier: Uint8Array;
  /** SHA-256 of the DER. */
  readonly fingerprint: Uint8Array;
}

/** The registry's records of a publisher CA key. */
export interface KeyStanding {
  /** Number of active certificates with the key. */
  readonly active: number;
  /** True when a certificate with the key was revoked because of a compromise. */
  readonly compromised: boolean;
  /** True when another publisher has or had a certificate with the key. */
  readonly foreign: boolean;
  /** True when a TLS client of a merchant or a publisher has or had the key. */
  readonly access: boolean;
  /** The publisher's first certificate with the key, DER. Null when the publisher has none. */
  readonly first: Buffer | null;
}

/** Reads the CA certificates of publishers. */
export class PublisherCertificateReader extends Repository {
  /** Returns a certificate of the publisher. */
  async get(publisherId: string, certificateId: string): Promise<PublisherCertificate | undefined> {
    return this.findOne(
      {
        name: "publisher_certificate_get",
        text: `select ${certificateColumns} from publisher_certificate where publisher_id = $1 and certificate_id = $2`,
      },
      [uuidOf("publisher", publisherId), uuidOf("certificate", certificateId)],
      publisherCertificateOf,
    );
  }

  /** Lists the publisher's certificates, newest first. */
  async list(publisherId: string, page: PageRequest): Promise<Page<PublisherCertificate>> {
    const query = sql("publisher_certificate")
      .select(sql.raw(certificateColumns))
      .where("publisher_id", uuidOf("publisher", publisherId));
    return this.newestFirst(query, ["certificate_id", "certificate"], page, publisherCertificateOf);
  }
}

/** Stores CA certificates; exists inside a transaction only. */
export class PublisherCertificateWriter extends PublisherCertificateReader {
  /** Returns the publisher's newest active CA certificate whose key the service keeps. */
  async hosted(publisherId: string): Promise<HostedCertificate | undefined> {
    return this.findOne(
      {
        name: "publisher_certificate_hosted",
        text: `select ${hostedColumns} from publisher_certificate
          where publisher_id = $1 and custody = 'hosted' and status = 'active' order by certificate_id desc limit 1`,
      },
      [uuidOf("publisher", publisherId)],
      hostedCertificateOf,
    );
  }

  /** Returns at most three of the publisher's certificates with a key identifier: active certificates first, then the newest. */
  async byKeyIdentifier(publisherId: string, keyIdentifier: Uint8Array): Promise<PublisherCertificate[]> {
    const rows = await this.session.run<PublisherCertificateRow>(
      {
        name: "publisher_certificate_by_key",
        text: `select ${certificateColumns} from publisher_certificate where publisher_id = $1 and key_identifier = $2
          order by status, certificate_id desc limit 3`,
      },
      [uuidOf("publisher", publisherId), Buffer.from(keyIdentifier)],
    );
    return rows.map(publisherCertificateOf);
  }

  /** Returns the registry's records of a key and locks the key. Another transaction that asks about the key waits for this one to end. */
  async standingOfKey(publisherId: string, keyIdentifier: Uint8Array): Promise<KeyStanding> {
    const key = Buffer.from(keyIdentifier);
    const [, standing] = await Promise.all([
      this.session.run(
        {
          name: "publisher_certificate_lock_key",
          text: "select pg_advisory_xact_lock(hashtextextended('publisher_key|' || encode($1, 'hex'), 0))",
        },
        [key],
      ),
      // A second statement, because its snapshot must be newer than the lock.
      this.session.one<KeyStanding>(
        {
          name: "publisher_certificate_standing_of_key",
          text: `select count(*) filter (where status = 'active')::int as active,
              coalesce(bool_or(revocation_reason in ('key_compromise', 'ca_compromise')), false) as compromised,
              coalesce(bool_or(publisher_id <> $2), false) as foreign,
              exists(select from access_key where key_identifier = $1) as access,
              (array_agg(certificate order by certificate_id) filter (where publisher_id = $2))[1] as first
            from publisher_certificate where key_identifier = $1`,
        },
        [key, uuidOf("publisher", publisherId)],
      ),
    ]);
    return standing;
  }

  /** Stores a new active certificate, with its sealed key if the service keeps the key. */
  async insert(
    certificate: Pick<
      PublisherCertificate,
      "certificateId" | "publisherId" | "certificate" | "notBefore" | "notAfter"
    > &
      CertificateIndex & { readonly sealedKey?: Uint8Array },
  ): Promise<PublisherCertificate> {
    const custody: Custody = certificate.sealedKey ? "hosted" : "external";
    const row = await this.session.one<PublisherCertificateRow>(
      {
        name: "publisher_certificate_insert",
        text: `insert into publisher_certificate (publisher_id, certificate_id, custody, serial_number, key_identifier, fingerprint,
            certificate, sealed_key, not_before, not_after, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, business_now()) returning ${certificateColumns}`,
      },
      [
        uuidOf("publisher", certificate.publisherId),
        uuidOf("certificate", certificate.certificateId),
        custody,
        certificate.serialNumber,
        Buffer.from(certificate.keyIdentifier),
        Buffer.from(certificate.fingerprint),
        Buffer.from(certificate.certificate),
        certificate.sealedKey ? Buffer.from(certificate.sealedKey) : null,
        certificate.notBefore,
        certificate.notAfter,
      ],
    );
    return publisherCertificateOf(row);
  }

  /**
   * Revokes a certificate, in real time like everything about certificates. A compromise revokes all certificates with the same key.
   * A revoked certificate keeps its time of revocation. It keeps its reason too, unless a compromise is reported later.
   *
   * @returns the revoked certificate; undefined when the publisher has no certificate with this identifier
   */
  async revoke(
    publisherId: string,
    certificateId: string,
    reason: RevocationReason = "unspecified",
  ): Promise<PublisherCertificate | undefined> {
    const rows = await this.session.run<PublisherCertificateRow>(
      {
        name: "publisher_certificate_revoke",
        text: `update publisher_certificate set status = 'revoked',
            revoked_at = coalesce(revoked_at, date_trunc('milliseconds', now())),
            revocation_reason = case when revocation_reason is null
              or $4::boolean and revocation_reason not in ('key_compromise', 'ca_compromise') then $3 else revocation_reason end
          where publisher_id = $1 and (certificate_id = $2 or $4::boolean and key_identifier = (
            select key_identifier from publisher_certificate where publisher_id = $1 and certificate_id = $2))
          returning ${certificateColumns}`,
      },
      [uuidOf("publisher", publisherId), uuidOf("certificate", certificateId), reason, isCompromise(reason)],
    );
    return rows.map(publisherCertificateOf).find((revoked) => revoked.certificateId === certificateId);
  }
}

type PublisherCertificateRow = Row<"publisher_certificate", typeof certificateColumns>;

/** Converts a row with `certificateColumns`. */
function publisherCertificateOf(row: PublisherCertificateRow): PublisherCertificate {
  return { ...registeredOf(row), publisherId: idOf("publisher", row.publisher_id), custody: row.custody };
}

type HostedCertificateRow = Present<Row<"publisher_certificate", typeof hostedColumns>, "sealed_key">;

/** Converts a row with `hostedColumns`. */
export function hostedCertificateOf(row: HostedCertificateRow): HostedCertificate {
  return { ...publisherCertificateOf(row), custody: "hosted", sealedKey: row.sealed_key };
}
