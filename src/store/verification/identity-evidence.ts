import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { Repository, type Row } from "../database.ts";

/** The asset and the certificates that a presented credential names. */
export interface IdentityNamed {
  /** Undefined when the credential names no asset. */
  readonly assetId: string | undefined;
  /** SHA-256 of the certificate that signed the credential, in hexadecimal. */
  readonly fingerprint: string;
  /** The authorityKeyIdentifier of the signing certificate, in hexadecimal; empty when the certificate has none. */
  readonly keyIdentifier: string;
}

/** The registry's records of what a credential names. */
export interface IdentityEvidence {
  readonly asset?: {
    readonly publisherId: string;
    readonly kind: string;
    readonly status: LifecycleStatus;
    /** Index of the asset in the status lists, in the order of issuance. */
    readonly statusNumber: number;
  };
  readonly issuer?: { readonly publisherId: string; readonly revoked: boolean };
  /** CA certificates with the issuer key that the credential names, at most three. */
  readonly authorities: readonly {
    readonly publisherId: string;
    readonly publisherActive: boolean;
    readonly revoked: boolean;
    readonly certificate: Buffer;
  }[];
}

type EvidenceRow = {
  readonly issuer_publisher: string | null;
  readonly issuer_status: string | null;
} & (
  | (Row<"asset", "kind, status, status_number"> & { readonly asset_publisher: string })
  | { readonly asset_publisher: null }
) &
  (
    | (Row<"publisher_certificate", "certificate"> &
        Record<"ca_publisher" | "ca_status" | "publisher_status", string>)
    | { readonly ca_publisher: null }
  );

/** Reads the records that the validation of a digital identity needs. */
export class IdentityEvidenceReader extends Repository {
  /** Reads everything in one statement, so that the records come from one snapshot. */
  async find({ assetId, fingerprint, keyIdentifier }: IdentityNamed): Promise<IdentityEvidence> {
    const rows = await this.session.run<EvidenceRow>(
      {
        name: "identity_evidence",
        text: `select a.publisher_id as asset_publisher, a.kind, a.status, a.status_number,
            i.publisher_id as issuer_publisher, i.status as issuer_status,
            c.publisher_id as ca_publisher, c.status as ca_status, c.publisher_status, c.certificate
          from (values (true)) as one (row)
          left join asset a on a.asset_id = $1
          left join identity_issuer i on i.fingerprint = $2
          left join lateral (
            select k.publisher_id, k.status, k.certificate, p.status as publisher_status
            from publisher_certificate k join publisher p using (publisher_id)
            where k.key_identifier = $3 order by k.status, k.certificate_id desc limit 3) c on true`,
      },
      [
        assetId === undefined ? null : uuidOf("asset", assetId),
        Buffer.from(fingerprint, "hex"),
        Buffer.from(keyIdentifier, "hex"),
      ],
    );
    const [first] = rows;
    return {
      ...(first?.asset_publisher
        ? {
            asset: {
              publisherId: idOf("publisher", first.asset_publisher),
              kind: first.kind,
              status: first.status,
              statusNumber: Number(first.status_number),
            },
          }
        : {}),
      ...(first?.issuer_publisher
        ? {
            issuer: {
              publisherId: idOf("publisher", first.issuer_publisher),
              revoked: first.issuer_status !== "active",
            },
          }
        : {}),
      authorities: rows
        .filter((row) => row.ca_publisher !== null)
        .map((row) => ({
          publisherId: idOf("publisher", row.ca_publisher),
          publisherActive: row.publisher_status === "active",
          revoked: row.ca_status !== "active",
          certificate: row.certificate,
        })),
    };
  }
}
