import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { IdentityIssuer } from "../../domain/publisher/identity-issuer.ts";
import { Repository, type Row, sql } from "../database.ts";
import type { Page, PageRequest } from "../page.ts";

const columns = `publisher_id, certificate_id, certificate, fingerprint, issuer_certificate_id, status, not_after, created_at,
  revoked_at, certificate_number, holds_number`;

/** Reads the certificates of the keys with which publishers sign digital identities. */
export class IdentityIssuerReader extends Repository {
  /** Returns an identity issuer certificate of the publisher. */
  async get(publisherId: string, certificateId: string): Promise<IdentityIssuer | undefined> {
    return this.findOne(
      {
        name: "identity_issuer_get",
        text: `select ${columns} from identity_issuer where publisher_id = $1 and certificate_id = $2`,
      },
      [uuidOf("publisher", publisherId), uuidOf("certificate", certificateId)],
      identityIssuerOf,
    );
  }

  /**
   * Tells whether the publisher has revoked a certificate with this key.
   * @param spki SubjectPublicKeyInfo of the key in DER, as in certificates
   */
  async isKeyRevoked(publisherId: string, spki: Uint8Array): Promise<boolean> {
    const { revoked } = await this.session.one<{ readonly revoked: boolean }>(
      {
        name: "identity_issuer_key_revoked",
        text: `select exists (select from identity_issuer
          where publisher_id = $1 and status = 'revoked' and position($2::bytea in certificate) > 0) as revoked`,
      },
      [uuidOf("publisher", publisherId), Buffer.from(spki)],
    );
    return revoked;
  }

  /** Lists the publisher's identity issuer certificates, newest first. */
  async list(publisherId: string, page: PageRequest): Promise<Page<IdentityIssuer>> {
    const query = sql("identity_issuer").where("publisher_id", uuidOf("publisher", publisherId));
    return this.newestFirst(query, ["certificate_id", "certificate"], page, identityIssuerOf);
  }
}

/** Registers and revokes identity issuer certificates; exists inside a transaction only. */
export class IdentityIssuerWriter extends IdentityIssuerReader {
  /** Registers a certificate. @throws Taken when it, or a certificate with the same authority and serial number, is registered already */
  async insert(
    issuer: Omit<IdentityIssuer, "status" | "createdAt" | "revokedAt"> & {
      readonly fingerprint: string;
      readonly number: string;
    },
  ): Promise<IdentityIssuer> {
    const row = await this.session.one<IdentityIssuerRow>(
      {
        name: "identity_issuer_insert",
        text: `insert into identity_issuer (publisher_id, certificate_id, certificate, fingerprint, certificate_number,
            issuer_certificate_id, not_after, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, business_now()) returning ${columns}`,
      },
      [
        uuidOf("publisher", issuer.publisherId),
        uuidOf("certificate", issuer.certificateId),
        Buffer.from(issuer.certificate),
        Buffer.from(issuer.fingerprint, "hex"),
        Buffer.from(issuer.number, "hex"),
        uuidOf("certificate", issuer.issuerCertificateId),
        issuer.notAfter,
      ],
    );
    return identityIssuerOf(row);
  }

  /**
   * Revokes all certificates with a key, in real time. A revoked certificate keeps its time of revocation.
   * @param spki SubjectPublicKeyInfo of the key in DER, as in certificates
   */
  async revokeKey(publisherId: string, spki: Uint8Array): Promise<void> {
    await this.session.run(
      {
        name: "identity_issuer_revoke_key",
        text: `update identity_issuer set status = 'revoked', revoked_at = date_trunc('milliseconds', now())
          where publisher_id = $1 and status = 'active' and position($2::bytea in certificate) > 0`,
      },
      [uuidOf("publisher", publisherId), Buffer.from(spki)],
    );
  }
}

type IdentityIssuerRow = Row<"identity_issuer", typeof columns>;

function identityIssuerOf(row: IdentityIssuerRow): IdentityIssuer {
  return {
    certificateId: idOf("certificate", row.certificate_id),
    publisherId: idOf("publisher", row.publisher_id),
    certificate: row.certificate,
    issuerCertificateId: idOf("certificate", row.issuer_certificate_id),
    status: row.status,
    notAfter: row.not_after,
    createdAt: row.created_at,
    ...(row.revoked_at ? { revokedAt: row.revoked_at } : {}),
  };
}
