import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Custody, HostedCertificate, PublisherCertificate } from "../../domain/publisher/certificate.ts";
import { type Row, type Session, sql } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";

/** Without the sealed key: it is read only to be used. */
export const certificateColumns = `publisher_id, certificate_id, custody, certificate, status, not_before, not_after, created_at,
  revoked_at`;

/** What the store keeps of a certificate so that it can be found. */
export interface CertificateIndex {
  /** Hexadecimal. */
  readonly serialNumber: string;
  /** subjectKeyIdentifier. */
  readonly keyIdentifier: Uint8Array;
  /** SHA-256 of the DER. */
  readonly fingerprint: Uint8Array;
}

/** Reads the CA certificates of publishers. */
export class PublisherCertificateReader {
  protected readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** One of the publisher's certificates. */
  async get(publisherId: string, certificateId: string): Promise<PublisherCertificate | undefined> {
    const [row] = await this.session.run(
      {
        name: "publisher_certificate_get",
        text: `select ${certificateColumns} from publisher_certificate where publisher_id = $1 and certificate_id = $2`,
      },
      [uuidOf("publisher", publisherId), uuidOf("certificate", certificateId)],
    );
    return row && publisherCertificateOf(row);
  }

  /** The publisher's certificates, newest first. */
  async list(publisherId: string, page: PageRequest): Promise<Page<PublisherCertificate>> {
    const query = sql("publisher_certificate")
      .select(sql.raw(certificateColumns))
      .where("publisher_id", uuidOf("publisher", publisherId))
      .orderBy("certificate_id", "desc")
      .limit(page.size + 1);
    if (page.after) query.where("certificate_id", "<", uuidOf("certificate", page.after));
    const rows = await this.session.query(query);
    return toPage(rows.map(publisherCertificateOf), page.size, ({ certificateId }) => certificateId);
  }
}

/** Stores CA certificates; exists inside a transaction only. */
export class PublisherCertificateWriter extends PublisherCertificateReader {
  /** The publisher's newest active CA whose key the service keeps. */
  async hosted(publisherId: string): Promise<HostedCertificate | undefined> {
    const [row] = await this.session.run(
      {
        name: "publisher_certificate_hosted",
        text: `select ${certificateColumns}, sealed_key from publisher_certificate
          where publisher_id = $1 and custody = 'hosted' and status = 'active' order by certificate_id desc limit 1`,
      },
      [uuidOf("publisher", publisherId)],
    );
    return row && { ...publisherCertificateOf(row), custody: "hosted", sealedKey: row.sealed_key as Buffer };
  }

  /** The publisher's certificates for the key that signed something. */
  async byKeyIdentifier(publisherId: string, keyIdentifier: Uint8Array): Promise<PublisherCertificate[]> {
    const rows = await this.session.run(
      {
        name: "publisher_certificate_by_key",
        text: `select ${certificateColumns} from publisher_certificate where publisher_id = $1 and key_identifier = $2
          order by status, certificate_id desc limit 3`,
      },
      [uuidOf("publisher", publisherId), Buffer.from(keyIdentifier)],
    );
    return rows.map(publisherCertificateOf);
  }

  /** Stores a new certificate, active, with its sealed key where the service keeps it. */
  async insert(
    certificate: Pick<
      PublisherCertificate,
      "certificateId" | "publisherId" | "certificate" | "notBefore" | "notAfter"
    > &
      CertificateIndex & { readonly sealedKey?: Uint8Array },
  ): Promise<PublisherCertificate> {
    const custody: Custody = certificate.sealedKey ? "hosted" : "external";
    const [row] = await this.session.run(
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
    return publisherCertificateOf(row as Row);
  }

  /** Revokes a certificate; one that is revoked already stays as it is. */
  async revoke(publisherId: string, certificateId: string): Promise<void> {
    await this.session.run(
      {
        name: "publisher_certificate_revoke",
        text: `update publisher_certificate set status = 'revoked', revoked_at = coalesce(revoked_at, business_now())
          where publisher_id = $1 and certificate_id = $2`,
      },
      [uuidOf("publisher", publisherId), uuidOf("certificate", certificateId)],
    );
  }
}

/** A row of `certificateColumns`. */
export function publisherCertificateOf(row: Row): PublisherCertificate {
  return {
    certificateId: idOf("certificate", row.certificate_id),
    publisherId: idOf("publisher", row.publisher_id),
    custody: row.custody as Custody,
    certificate: row.certificate as Buffer,
    status: row.status as PublisherCertificate["status"],
    notBefore: row.not_before,
    notAfter: row.not_after,
    createdAt: row.created_at,
    ...(row.revoked_at ? { revokedAt: row.revoked_at } : {}),
  };
}
