import { LRUCache } from "lru-cache";
import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import { defaultPolicy, type MinimumAssurance } from "../../domain/asset/policy.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import { Repository, type Row, type Statement } from "../database.ts";
import { anyLength } from "../arrays.ts";

/** The search keys of a device certificate. */
export interface CertificateNames {
  /** The authorityKeyIdentifier of the leaf, lower-case hexadecimal; empty when the leaf has none. */
  readonly keyIdentifier: string;
  /** SHA-256 of the leaf's DER, lower-case hexadecimal. */
  readonly fingerprint: string;
  /** The identity of the leaf: `keyIdentifier` and the serial number, lower-case hexadecimal. */
  readonly number: string;
}

/** An asset and the certificate that was presented for it. */
export interface EvidenceAsked {
  readonly assetId: string;
  readonly certificate: CertificateNames | null;
}

/** The registry's records of a presented asset and certificate. */
export interface Evidence {
  readonly asset?: {
    readonly assetId: string;
    readonly publisherId: string;
    readonly status: LifecycleStatus;
    /** The assurance that the current policy of the asset's type requires. */
    readonly minimumAssurance: MinimumAssurance;
  };
  /** The device of the presented certificate. Also present when only another certificate with the same number was revoked. */
  readonly device?: {
    /** The asset of the device, which may differ from the presented asset. Null when the presented certificate was never bound. */
    readonly assetId: string | null;
    /** When the first certificate with the same number was revoked; null when none was revoked. */
    readonly revokedAt: Date | null;
  };
  /**
   * Publisher CA certificates with the issuer key that the leaf names: active certificates first, then the newest. All results of one
   * call with the same issuer key share one array.
   */
  readonly publisherCertificates: readonly EvidenceCertificate[];
}

/** A publisher CA certificate with the current state of its publisher. */
interface EvidenceCertificate {
  readonly publisherId: string;
  readonly publisherActive: boolean;
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly fingerprint: string;
  readonly revokedAt: Date | null;
}

/** Cache from a publisher's UUID to its identifier. The same few thousand publishers occur again and again. */
const publisherIds = new LRUCache<string, string>({
  max: 10_000,
  memoMethod: (uuid) => idOf("publisher", uuid),
});

/**
 * Returns the statement that reads evidence. The first part gives one row for each requested asset, the second part the publisher
 * certificates.
 *
 * @param more a jsonb column to add to the first part, and the joins that the column needs; its parameters begin with $5
 */
export function evidenceStatement(
  name: string,
  more?: { readonly column: string; readonly joins: string },
): Statement {
  return {
    name,
    text: `select x.place::int, a.publisher_id, a.status, t.minimum_assurance, d.asset_id as device_asset_id,
        (select min(r.revoked_at) from device r where r.status = 'revoked' and r.certificate_number = x.number) as revoked_at,
        null as key_identifier, null as fingerprint${more ? `, ${more.column} as more` : ""}
      from unnest(${anyLength("$1::uuid[]")}, $2::bytea[], $3::bytea[]) with ordinality as x (asset_id, fingerprint, number, place)
      left join asset a on a.asset_id = x.asset_id
      left join asset_type t on t.publisher_id = a.publisher_id and t.asset_type_id = a.asset_type_id
      left join device d on d.fingerprint = x.fingerprint
      ${more?.joins ?? ""}
      union all
      select null, c.publisher_id, c.publisher_status, null, null, c.revoked_at, encode(y.key_identifier, 'hex'),
        encode(c.fingerprint, 'hex')${more ? ", null" : ""}
      from unnest(${anyLength("$4::bytea[]")}) as y (key_identifier)
      cross join lateral (
        select k.publisher_id, k.revoked_at, k.fingerprint, p.status as publisher_status
        from publisher_certificate k join publisher p using (publisher_id)
        where k.key_identifier = y.key_identifier
        order by k.status, k.certificate_id desc limit 3) c`,
  };
}

/** A row of the first part. */
interface AskedRow {
  readonly place: number;
  readonly publisher_id: string | null;
  readonly status: LifecycleStatus | null;
  readonly minimum_assurance: MinimumAssurance | null;
  readonly device_asset_id: string | null;
  readonly revoked_at: Date | null;
  readonly more?: unknown;
}

/** A row of the second part. */
interface CertificateRow extends Row<"publisher_certificate", "publisher_id, revoked_at"> {
  readonly place: null;
  readonly status: Publisher["status"];
  readonly key_identifier: string;
  readonly fingerprint: string;
}

const evidenceFind = evidenceStatement("evidence_find");

/** Reads the records that an authenticity evaluation needs. */
export class EvidenceReader extends Repository {
  /**
   * Reads everything in one statement and one snapshot. The same statement always runs, so that neither its duration nor its text
   * reveals which part was unknown. At most three certificates of one key are returned, so that a path has room for the presented ones.
   *
   * @returns one evidence for each element of `asked`, in order
   */
  async findMany(asked: readonly EvidenceAsked[]): Promise<Evidence[]> {
    return this.find(evidenceFind, asked);
  }

  /**
   * Works as `findMany`, with a statement that has more columns.
   *
   * @param values parameters of the statement from $5 on
   * @param seen called with the row of each element of `asked` and its index
   */
  protected async find(
    statement: Statement,
    asked: readonly EvidenceAsked[],
    values: readonly unknown[] = [],
    seen?: (place: number, row: AskedRow) => void,
  ): Promise<Evidence[]> {
    const uuids = asked.map(({ assetId }) => uuidOf("asset", assetId));
    const keys = [...new Set(asked.map(keyOf))];
    const rows = await this.session.run<AskedRow | CertificateRow>(statement, [
      arrayOf(uuids),
      byteaArrayOf(asked.map(({ certificate }) => certificate?.fingerprint ?? "")),
      byteaArrayOf(asked.map(({ certificate }) => certificate?.number ?? "")),
      byteaArrayOf(keys),
      ...values,
    ]);
    const authorities = new Map<string, EvidenceCertificate[]>(keys.map((key) => [key, []]));
    const found: (AskedRow | undefined)[] = [];
    for (const row of rows) {
      if (row.place !== null) {
        found[row.place - 1] = row;
        seen?.(row.place - 1, row);
      } else authorities.get(row.key_identifier)?.push(certificateOf(row));
    }
    return asked.map((one, index) => ({
      ...whatIs(found[index], one.assetId, uuids[index] as string),
      publisherCertificates: authorities.get(keyOf(one)) ?? [],
    }));
  }

  /** Returns publisher CA certificates in DER, by fingerprint in lower-case hexadecimal. */
  async publisherCertificates(fingerprints: readonly string[]): Promise<Map<string, Buffer>> {
    const rows = await this.session.run<{ readonly fingerprint: string; readonly certificate: Buffer }>(
      {
        name: "evidence_publisher_certificates",
        text: `select encode(fingerprint, 'hex') as fingerprint, certificate from publisher_certificate where fingerprint = any(${anyLength("$1::bytea[]")})`,
      },
      [byteaArrayOf(fingerprints)],
    );
    return new Map(rows.map((row) => [row.fingerprint, row.certificate]));
  }
}

const keyOf = ({ certificate }: EvidenceAsked): string => certificate?.keyIdentifier ?? "";

/** Converts a row of the first part. @param uuid the UUID of `assetId` */
function whatIs(
  row: AskedRow | undefined,
  assetId: string,
  uuid: string,
): Omit<Evidence, "publisherCertificates"> {
  if (!row) return {};
  const asset = row.publisher_id && {
    assetId,
    publisherId: publisherIds.memo(row.publisher_id),
    status: row.status as LifecycleStatus,
    minimumAssurance: row.minimum_assurance ?? defaultPolicy.minimumAssurance,
  };
  const bound = row.device_asset_id;
  const device = (bound || row.revoked_at) && {
    assetId: bound === uuid ? assetId : bound && idOf("asset", bound),
    revokedAt: row.revoked_at,
  };
  return { ...(asset ? { asset } : {}), ...(device ? { device } : {}) };
}

function certificateOf(row: CertificateRow): EvidenceCertificate {
  return {
    publisherId: publisherIds.memo(row.publisher_id),
    publisherActive: row.status === "active",
    fingerprint: row.fingerprint,
    revokedAt: row.revoked_at,
  };
}

/** Formats a PostgreSQL array of values that need no quotes. The driver would check every character of each value. */
const arrayOf = (values: readonly string[]): string => `{${values.join(",")}}`;

/** Formats a PostgreSQL array of bytea from hexadecimal. */
const byteaArrayOf = (values: readonly string[]): string =>
  values.length === 0 ? "{}" : `{"\\\\x${values.join('","\\\\x')}"}`;
