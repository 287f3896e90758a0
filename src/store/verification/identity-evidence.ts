import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Row, Session } from "../database.ts";

/** What a presented credential names. */
export interface IdentityNamed {
  /** Undefined where it names none. */
  readonly assetId: string | undefined;
  /** SHA-256 of the certificate that it was signed with, in hexadecimal. */
  readonly fingerprint: string;
  /** That certificate's authorityKeyIdentifier, in hexadecimal; empty when it has none. */
  readonly keyIdentifier: string;
}

/** What the registry knows of that. */
export interface IdentityEvidence {
  readonly asset?: {
    readonly publisherId: string;
    readonly kind: string;
    readonly status: LifecycleStatus;
    /** Place in the status lists, in the order of issuance. */
    readonly statusNumber: number;
  };
  readonly issuer?: { readonly publisherId: string; readonly revoked: boolean };
  /** CA certificates for the key that is named as the issuer's, at most three. */
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

/** Looks up what the validation of a digital identity needs. */
export class IdentityEvidenceReader {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** One statement, one snapshot. */
  async find({ assetId, fingerprint, keyIdentifier }: IdentityNamed): Promise<IdentityEvidence> {
    const rows = await this.#session.run<EvidenceRow>(
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
