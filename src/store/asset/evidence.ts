import { LRUCache } from "lru-cache";
import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import { defaultPolicy, type MinimumAssurance } from "../../domain/asset/policy.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import { Repository, type Row, type Statement } from "../database.ts";

/** What a device certificate is looked up by. */
export interface CertificateNames {
  /** The leaf's authorityKeyIdentifier, lower-case hexadecimal; empty when it has none. */
  readonly keyIdentifier: string;
  /** SHA-256 of the leaf's DER, lower-case hexadecimal. */
  readonly fingerprint: string;
  /** What identifies the leaf, `keyIdentifier` and its serial number, lower-case hexadecimal. */
  readonly number: string;
}

/** What was presented for an asset. */
export interface EvidenceAsked {
  readonly assetId: string;
  readonly certificate: CertificateNames | null;
}

/** Everything that the registry knows about what was presented. */
export interface Evidence {
  readonly asset?: {
    readonly assetId: string;
    readonly publisherId: string;
    readonly status: LifecycleStatus;
    /** What the policy of its type asks now. */
    readonly minimumAssurance: MinimumAssurance;
  };
  /** The device of the presented certificate; there too where only a certificate that had its number was revoked. */
  readonly device?: {
    /** Whatever asset it belongs to; null where the presented one was never bound. */
    readonly assetId: string | null;
    /** When the first certificate with its number was revoked. */
    readonly revokedAt: Date | null;
  };
  /**
   * Publisher CA certificates for the key that is named as the issuer's; those in force first, then the newest. The same array
   * for all that were asked for together with this key.
   */
  readonly publisherCertificates: readonly EvidenceCertificate[];
}

/** A publisher CA certificate with its publisher as it is now. */
interface EvidenceCertificate {
  readonly publisherId: string;
  readonly publisherActive: boolean;
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly fingerprint: string;
  readonly revokedAt: Date | null;
}

/** Identifiers of publishers in their two forms; a few thousand at most are met again and again. */
const publisherIds = new LRUCache<string, string>({
  max: 10_000,
  memoMethod: (uuid) => idOf("publisher", uuid),
});

/**
 * The statement of evidence. Its first part has one row for each that is asked for, the second one the publisher certificates.
 *
 * @param more a column of type jsonb of the first part and the joins that it needs; parameters begin with $5
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
      from unnest($1::uuid[], $2::bytea[], $3::bytea[]) with ordinality as x (asset_id, fingerprint, number, place)
      left join asset a on a.asset_id = x.asset_id
      left join asset_type t on t.publisher_id = a.publisher_id and t.asset_type_id = a.asset_type_id
      left join device d on d.fingerprint = x.fingerprint
      ${more?.joins ?? ""}
      union all
      select null, c.publisher_id, c.publisher_status, null, null, c.revoked_at, encode(y.key_identifier, 'hex'),
        encode(c.fingerprint, 'hex')${more ? ", null" : ""}
      from unnest($4::bytea[]) as y (key_identifier)
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

/** Looks up what an authenticity evaluation needs. */
export class EvidenceReader extends Repository {
  /**
   * One statement, one snapshot, whatever is found of it: neither the answer's time nor the queries tell which part was unknown.
   * At most three certificates of one key, so that the presented ones still fit beside them into a path.
   *
   * @returns what there is for each, in their order
   */
  async findMany(asked: readonly EvidenceAsked[]): Promise<Evidence[]> {
    return this.find(evidenceFind, asked);
  }

  /**
   * As `findMany`, with a statement that has more columns.
   *
   * @param values of its parameters beyond those of evidence
   * @param seen gets the row of each that is asked for
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

  /** Publisher CA certificates in DER, by their fingerprints in lower-case hexadecimal. */
  async publisherCertificates(fingerprints: readonly string[]): Promise<Map<string, Buffer>> {
    const rows = await this.session.run<{ readonly fingerprint: string; readonly certificate: Buffer }>(
      {
        name: "evidence_publisher_certificates",
        text: "select encode(fingerprint, 'hex') as fingerprint, certificate from publisher_certificate where fingerprint = any($1::bytea[])",
      },
      [byteaArrayOf(fingerprints)],
    );
    return new Map(rows.map((row) => [row.fingerprint, row.certificate]));
  }
}

const keyOf = ({ certificate }: EvidenceAsked): string => certificate?.keyIdentifier ?? "";

/** @param uuid that of `assetId` */
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

/** A PostgreSQL array of values that need no quotes; the driver would look at every character of each. */
const arrayOf = (values: readonly string[]): string => `{${values.join(",")}}`;

/** An array of bytea from hexadecimal. */
const byteaArrayOf = (values: readonly string[]): string =>
  values.length === 0 ? "{}" : `{"\\\\x${values.join('","\\\\x')}"}`;
