import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Row, Session } from "../database.ts";

/** Everything that the registry knows about what was presented. */
export interface Evidence {
  readonly asset?: {
    readonly assetId: string;
    readonly publisherId: string;
    readonly status: LifecycleStatus;
  };
  /** The device of the presented certificate, whatever asset it belongs to. */
  readonly device?: { readonly assetId: string; readonly revokedAt: Date | null };
  /** Publisher CA certificates for the key that is named as the issuer's; those in force first, then the newest. */
  readonly publisherCertificates: readonly EvidenceCertificate[];
}

/** A publisher CA certificate with its publisher as it is now. */
export interface EvidenceCertificate {
  readonly publisherId: string;
  readonly publisherActive: boolean;
  /** DER. */
  readonly certificate: Buffer;
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly fingerprint: string;
  readonly revokedAt: Date | null;
}

/** Looks up what an authenticity evaluation needs. */
export class EvidenceReader {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * One statement, one snapshot, whatever is found of it: neither the answer's time nor the queries tell which part was unknown.
   * At most three certificates of one key, so that the presented ones still fit beside them into a path.
   *
   * @param keyIdentifier the leaf's authorityKeyIdentifier; empty when it has none
   * @param fingerprint SHA-256 of the leaf's DER, hexadecimal
   */
  async find(assetId: string, keyIdentifier: Uint8Array, fingerprint: string): Promise<Evidence> {
    const rows = await this.#session.run(
      {
        name: "evidence_find",
        text: `select a.asset_id, a.publisher_id, a.status, d.asset_id as device_asset_id, d.revoked_at as device_revoked_at,
            c.publisher_id as issuer_id, c.publisher_status, c.certificate, c.fingerprint, c.revoked_at
          from (values ($1::uuid, $2::bytea, $3::bytea)) as asked (asset_id, key_identifier, fingerprint)
          left join asset a on a.asset_id = asked.asset_id
          left join device d on d.fingerprint = asked.fingerprint
          left join lateral (
            select k.*, p.status as publisher_status
            from publisher_certificate k join publisher p using (publisher_id)
            where k.key_identifier = asked.key_identifier
            order by k.status, k.certificate_id desc limit 3) c on true`,
      },
      [uuidOf("asset", assetId), Buffer.from(keyIdentifier), Buffer.from(fingerprint, "hex")],
    );
    const [row = {}] = rows;
    return {
      ...(row.asset_id
        ? {
            asset: {
              assetId: idOf("asset", row.asset_id),
              publisherId: idOf("publisher", row.publisher_id),
              status: row.status as LifecycleStatus,
            },
          }
        : {}),
      ...(row.device_asset_id
        ? {
            device: {
              assetId: idOf("asset", row.device_asset_id),
              revokedAt: row.device_revoked_at as Date | null,
            },
          }
        : {}),
      publisherCertificates: rows.filter((found) => found.issuer_id).map(certificateOf),
    };
  }
}

function certificateOf(row: Row): EvidenceCertificate {
  return {
    publisherId: idOf("publisher", row.issuer_id),
    publisherActive: row.publisher_status === "active",
    certificate: row.certificate as Buffer,
    fingerprint: (row.fingerprint as Buffer).toString("hex"),
    revokedAt: row.revoked_at as Date | null,
  };
}
