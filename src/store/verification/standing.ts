import type { AssetKind } from "../../domain/asset/asset.ts";
import { defaultPolicy } from "../../domain/asset/policy.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { byteas, uuids } from "../arrays.ts";
import { type Evidence, type EvidenceAsked, EvidenceReader, evidenceStatement } from "../asset/evidence.ts";
import type { Session } from "../database.ts";

/** What is asked about; each part as far as it is given. */
export interface StandingAsked {
  readonly assetId?: string | undefined;
  readonly device?: Omit<EvidenceAsked, "assetId"> | undefined;
  /** The asset's publisher unless given. */
  readonly publisherId?: string | undefined;
  /** SHA-256 of a publisher's certificate, lower-case hexadecimal. */
  readonly publisherFingerprint?: string | undefined;
}

/** Everything that the registry knows about it, at one moment. */
export interface Standing extends Evidence {
  readonly more: {
    readonly kind: AssetKind;
    readonly transferable: boolean;
    readonly capabilities: readonly string[];
    readonly publisherActive: boolean;
  } | null;
  /** The publisher that was named, or of the certificate, or of the asset. */
  readonly publisher: {
    readonly publisherId: string;
    readonly name: string;
    readonly active: boolean;
    /** SHA-256 of its newest certificates that are in force, at most three. */
    readonly inForce: readonly string[];
  } | null;
  /** Entry of the publisher's certificate that was presented. */
  readonly publisherCertificate: { readonly publisherId: string; readonly revoked: boolean } | null;
}

/** No asset has this identifier. */
const noAsset = idOf("asset", "00000000-0000-0000-0000-000000000000");
const nothing = { keyIdentifier: "", fingerprint: "", number: "" };

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
  joins: `join unnest($5::uuid[], $6::bytea[]) with ordinality as y (publisher_id, fingerprint, place) on y.place = x.place
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

/** Looks up what verdicts on assets and publishers need, the evidence of an authenticity evaluation included. */
export class StandingReader extends EvidenceReader {
  /** One statement, one snapshot. @returns what there is for each, in their order */
  async standings(asked: readonly StandingAsked[]): Promise<Standing[]> {
    const found: More[] = [];
    const evidence = await this.find(
      standingFind,
      asked.map(({ assetId = noAsset, device = nothing }): EvidenceAsked => ({ assetId, ...device })),
      [
        uuids(
          asked.map(({ publisherId }) =>
            publisherId === undefined ? null : uuidOf("publisher", publisherId),
          ),
        ),
        byteas(
          asked.map(({ publisherFingerprint: hex }) => (hex === undefined ? null : Buffer.from(hex, "hex"))),
        ),
      ],
      (place, row) => {
        found[place] = row.more as More;
      },
    );
    return evidence.map((one, place) => standingOf(one, found[place] as More));
  }

  /** A reader that, whenever it reads evidence, reads in the same statement what else is asked about. */
  besides(asked: Pick<StandingAsked, "publisherFingerprint">): StandingRecorder {
    return new StandingRecorder(this.session, asked);
  }
}

/** Reads standings in place of evidence and keeps them, so that one evaluation and other verdicts rest on the same moment. */
export class StandingRecorder extends StandingReader {
  readonly #besides: Pick<StandingAsked, "publisherFingerprint">;
  #recorded: readonly Standing[] = [];

  constructor(session: Session, besides: Pick<StandingAsked, "publisherFingerprint">) {
    super(session);
    this.#besides = besides;
  }

  /** What was read last. */
  get recorded(): readonly Standing[] {
    return this.#recorded;
  }

  override async findMany(asked: readonly EvidenceAsked[]): Promise<Evidence[]> {
    const standings = await this.standings(
      asked.map(({ assetId, ...device }) => ({ assetId, device, ...this.#besides })),
    );
    this.#recorded = standings;
    return standings;
  }
}

function standingOf(evidence: Evidence, more: More): Standing {
  return {
    ...evidence,
    more: more.kind && {
      kind: more.kind,
      transferable: more.transferable ?? defaultPolicy.transferable,
      capabilities: more.capabilities ?? defaultPolicy.capabilities,
      publisherActive: more.asset_publisher_status === "active",
    },
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
