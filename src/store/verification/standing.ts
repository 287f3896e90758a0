import type { AssetKind } from "../../domain/asset/asset.ts";
import { defaultPolicy } from "../../domain/asset/policy.ts";
import { idOf } from "../../domain/identifier/identifier.ts";
import { anyLength, byteas, optionalIdentifiers } from "../arrays.ts";
import {
  type CertificateNames,
  type Evidence,
  EvidenceReader,
  evidenceStatement,
} from "../asset/evidence.ts";

/** The asset, device or publisher that a caller asks about. Every part is optional. */
export interface StandingAsked {
  readonly assetId?: string | undefined;
  /** The certificate of a device. */
  readonly certificate?: CertificateNames | null | undefined;
  /** Defaults to the publisher of the asset. */
  readonly publisherId?: string | undefined;
  /** SHA-256 of a publisher's certificate, lower-case hexadecimal. */
  readonly publisherFingerprint?: string | undefined;
}

/** The registry's records of what was asked about, from one snapshot. */
export interface Standing<Asked extends StandingAsked = StandingAsked> extends Evidence {
  readonly asked: Asked;
  readonly asset?: NonNullable<Evidence["asset"]> & {
    readonly kind: AssetKind;
    readonly transferable: boolean;
    readonly capabilities: readonly string[];
    readonly publisherActive: boolean;
  };
  /** The publisher that the caller named; otherwise the publisher of the asset; otherwise that of the publisher certificate. */
  readonly publisher: {
    readonly publisherId: string;
    readonly name: string;
    readonly active: boolean;
    /** SHA-256 of the publisher's newest certificates in force, at most three. */
    readonly inForce: readonly string[];
  } | null;
  /** The record of the presented publisher certificate. */
  readonly publisherCertificate: { readonly publisherId: string; readonly revoked: boolean } | null;
}

/** No asset has this identifier. */
const noAsset = idOf("asset", "00000000-0000-0000-0000-000000000000");

const standingFind = evidenceStatement("standing_find", {
  column: `jsonb_build_object(
      'kind', a.kind, 'transferable', t.transferable, 'capabilities', t.capabilities, 'asset_publisher_status', ap.status,
      'publisher_id', p.publisher_id, 'name', p.name, 'status', p.status,
      'in_force', (select coalesce(jsonb_agg(encode(f.fingerprint, 'hex')), '[]') from (
        select i.fingerprint from publisher_certificate i
        where i.publisher_id = p.publisher_id and i.status = 'active' and i.not_before <= now()
          and i.not_after >= date_trunc('second', now())
        order by i.certificate_id desc limit 3) f),
      'certificate_publisher_id', pc.publisher_id, 'certificate_status', pc.status)`,
  joins: `join unnest(${anyLength("$5::uuid[]")}, $6::bytea[]) with ordinality as y (publisher_id, fingerprint, place) on y.place = x.place
      left join publisher_certificate pc on pc.fingerprint = y.fingerprint
      left join publisher ap on ap.publisher_id = a.publisher_id
      left join publisher p on p.publisher_id = coalesce(y.publisher_id, a.publisher_id, pc.publisher_id)`,
});

/** The jsonb column of the statement. */
interface More {
  readonly kind: AssetKind | null;
  readonly transferable: boolean | null;
  readonly capabilities: string[] | null;
  readonly asset_publisher_status: string | null;
  readonly publisher_id: string | null;
  readonly name: string;
  readonly status: string;
  readonly in_force: string[];
  readonly certificate_publisher_id: string | null;
  readonly certificate_status: string | null;
}

/** Reads the records that verdicts on assets and publishers need, including the evidence of an authenticity evaluation. */
export class StandingReader extends EvidenceReader {
  /** Reads everything in one statement, so that the records come from one snapshot. @returns one standing for each `asked`, in order */
  async standings<Asked extends StandingAsked>(asked: readonly Asked[]): Promise<Standing<Asked>[]> {
    const found: More[] = [];
    const evidence = await this.find(
      standingFind,
      asked.map(({ assetId = noAsset, certificate = null }) => ({ assetId, certificate })),
      [
        optionalIdentifiers("publisher", asked, ({ publisherId }) => publisherId),
        byteas(
          asked.map(({ publisherFingerprint: hex }) => (hex === undefined ? null : Buffer.from(hex, "hex"))),
        ),
      ],
      (place, row) => {
        found[place] = row.more as More;
      },
    );
    return asked.map((one, place) => standingOf(one, evidence[place] as Evidence, found[place] as More));
  }
}

function standingOf<Asked extends StandingAsked>(
  asked: Asked,
  { asset, ...evidence }: Evidence,
  more: More,
): Standing<Asked> {
  return {
    asked,
    ...evidence,
    ...(asset && more.kind
      ? {
          asset: {
            ...asset,
            kind: more.kind,
            transferable: more.transferable ?? defaultPolicy.transferable,
            capabilities: more.capabilities ?? defaultPolicy.capabilities,
            publisherActive: more.asset_publisher_status === "active",
          },
        }
      : {}),
    publisher:
      more.publisher_id === null
        ? null
        : {
            publisherId: idOf("publisher", more.publisher_id),
            name: more.name,
            active: more.status === "active",
            inForce: more.in_force,
          },
    publisherCertificate:
      more.certificate_publisher_id === null
        ? null
        : {
            publisherId: idOf("publisher", more.certificate_publisher_id),
            revoked: more.certificate_status === "revoked",
          },
  };
}
