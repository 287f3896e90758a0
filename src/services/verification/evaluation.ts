import type { Tenant } from "../../domain/access/principal.ts";
import type { Evidence, EvidenceCertificate, EvidenceReader } from "../../store/asset/evidence.ts";
import type { Audience } from "../../trust/verdict/audience.ts";
import { type ChipFacts, evaluateChip } from "../../trust/authenticity/chip.ts";
import type {
  AssetFacts,
  AuthenticityFacts,
  ProofFacts,
  RegisteredPublisherCertificate,
} from "../../trust/authenticity/facts.ts";
import { type AuthenticityAnswer, evaluateAuthenticity } from "../../trust/authenticity.ts";
import type { Certificate } from "../../trust/certificate.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import type { CertificateJudge, Presented } from "./judge.ts";

/** How long an answer may be relied on: as long as a status list would be kept. */
const answerTtlMs = 300_000;

/** An asset and what was presented for it. */
export interface Question {
  readonly assetId: string;
  /** Null where the proof names the device and no certificate was given. */
  readonly presented: Presented | null;
  readonly tenant: Tenant;
}

/** What the registry says of the CA that a leaf names, in the form that facts have it. */
interface Authorities {
  readonly certificates: readonly Certificate[];
  readonly registered: readonly RegisteredPublisherCertificate[];
}

/** Where an evaluation gets its evidence from. */
export interface EvaluationSources {
  readonly trust: TrustAuthority;
  readonly judge: CertificateJudge;
  readonly reader: EvidenceReader;
}

/** Questions with everything that was looked up for them, at one time. */
export class Evaluation {
  readonly #questions: readonly Question[];
  readonly #evidence: readonly Evidence[];
  readonly #authorities: ReadonlyMap<Evidence["publisherCertificates"], Authorities>;
  readonly #judge: CertificateJudge;
  /** Real time, never a sandbox's: certificates live in the world. */
  readonly #now = new Date();
  readonly #validUntil = new Date(this.#now.getTime() + answerTtlMs);

  private constructor(
    questions: readonly Question[],
    evidence: readonly Evidence[],
    authorities: ReadonlyMap<Evidence["publisherCertificates"], Authorities>,
    judge: CertificateJudge,
  ) {
    this.#questions = questions;
    this.#evidence = evidence;
    this.#authorities = authorities;
    this.#judge = judge;
  }

  /** Looks everything up, in one statement unless there is a publisher certificate that was never met. */
  static async of(questions: readonly Question[], sources: EvaluationSources): Promise<Evaluation> {
    const { judge, reader } = sources;
    const evidence = await reader.findMany(
      questions.map(({ assetId, presented }) => ({
        assetId,
        keyIdentifier: presented?.keyIdentifier ?? "",
        fingerprint: presented?.chain.leaf.fingerprint ?? "",
        number: presented?.number ?? "",
      })),
    );
    return new Evaluation(questions, evidence, await authoritiesOf(evidence, sources), judge);
  }

  /**
   * The answer to the question at this place, which comes with a certificate.
   *
   * @param proofOf judges the proof that was given; asked only where the certificate is worth it
   */
  answer(place: number, presented: Presented, proofOf: () => ProofFacts | null): AuthenticityAnswer {
    const { device, publisherCertificates } = this.#evidence[place] as Evidence;
    const { certificates, registered } = this.#authorities.get(publisherCertificates) as Authorities;
    const verdict = this.#judge.judge(presented, certificates);
    const facts: AuthenticityFacts = {
      publisherCertificates: registered,
      asset: this.#assetAt(place),
      device: device ? { fingerprint: presented.chain.leaf.fingerprint, ...device } : null,
      validUntil: this.#validUntil,
      // Whether the chain holds is no secret; whether there is such an asset is, so that plays no part.
      proof: verdict.paths.sound ? proofOf() : null,
    };
    return evaluateAuthenticity(verdict, facts, this.#now, this.#audienceAt(place));
  }

  /** The answer to the question at this place, which comes with a proof that names its device, and no certificate. */
  answerWithoutCertificate(place: number, chip: Pick<ChipFacts, "device" | "proof">): AuthenticityAnswer {
    const facts: ChipFacts = { ...chip, asset: this.#assetAt(place), validUntil: this.#validUntil };
    return evaluateChip(facts, this.#now, this.#audienceAt(place));
  }

  #assetAt(place: number): AssetFacts | null {
    const { asset } = this.#evidence[place] as Evidence;
    if (!asset) return null;
    const { assetId, publisherId, status, minimumAssurance } = asset;
    return { assetId, publisherId, lifecycle: status, minimumAssurance };
  }

  #audienceAt(place: number): Audience {
    const { tenant } = this.#questions[place] as Question;
    return audienceOf(tenant, this.#evidence[place]?.asset?.publisherId);
  }
}

/** Certificates that have not been met are read and parsed, once. */
async function authoritiesOf(
  evidence: readonly Evidence[],
  { trust, judge, reader }: EvaluationSources,
): Promise<Map<Evidence["publisherCertificates"], Authorities>> {
  const groups = new Set(evidence.map(({ publisherCertificates }) => publisherCertificates));
  const certificates = new Map<string, Certificate>();
  const unmet: string[] = [];
  for (const { fingerprint } of [...groups].flat()) {
    const known = judge.registered(fingerprint);
    if (known) certificates.set(fingerprint, known);
    else unmet.push(fingerprint);
  }
  if (unmet.length > 0)
    for (const [fingerprint, der] of await reader.publisherCertificates(unmet))
      certificates.set(fingerprint, judge.register(der));

  const registeredOf = (found: EvidenceCertificate): RegisteredPublisherCertificate => ({
    certificate: certificates.get(found.fingerprint) as Certificate,
    revokedAt: found.revokedAt,
    publisherId: found.publisherId,
    publisherHost: trust.hostOf(found.publisherId),
    publisherActive: found.publisherActive,
  });
  return new Map(
    [...groups].map((group) => {
      const registered = group.map(registeredOf);
      return [group, { registered, certificates: registered.map(({ certificate }) => certificate) }];
    }),
  );
}

/** Reasons in full are for the operator and for the publisher of the asset that was named. */
function audienceOf(tenant: Tenant, publisherId: string | undefined): Audience {
  const own = tenant.kind === "publisher" && tenant.publisherId === publisherId;
  return own || tenant.kind === "all" ? "publisher" : "public";
}
