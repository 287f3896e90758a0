import type { Tenant } from "../../domain/access/principal.ts";
import type { Evidence, EvidenceReader } from "../../store/asset/evidence.ts";
import type { Readers, Transaction } from "../../store/store.ts";
import type { TakenChallenge } from "../../store/verification/challenges.ts";
import { evaluateChip } from "../../trust/authenticity/chip.ts";
import type { AssetFacts, RegisteredPublisherCertificate } from "../../trust/authenticity/facts.ts";
import { type AuthenticityAnswer, evaluateAuthenticity } from "../../trust/authenticity.ts";
import type { Audience } from "../../trust/verdict/audience.ts";
import type { ServiceDeps } from "../deps.ts";
import { TagKeys } from "../publisher/devices/tag-keys.ts";
import { type ChipLookup, type ChipQuestion, findChips } from "./chips.ts";
import { type Moment, momentOf } from "./convert.ts";
import { type DeviceCertificate, DeviceCertificates } from "./device-certificates.ts";
import { type ChipProof, type GivenProof, judgeProof, nonceOf, type ProofFound } from "./proof.ts";
import { RegisteredCertificates } from "./registered-certificates.ts";

/** What a caller presents for an asset. */
export interface Presentation {
  readonly assetId: string;
  /** Empty where the proof names the device. */
  readonly deviceCertificate: string;
  readonly proof: GivenProof | undefined;
}

/** The same, read, and who asks. */
export type Question = {
  readonly assetId: string;
  readonly tenant: Tenant;
} & (
  | { readonly certificate: DeviceCertificate; readonly proof: GivenProof | undefined }
  | { readonly certificate: null; readonly proof: ChipProof }
);

/** A question with what the registry says, and the answer (RFC 9334 §4.1). */
export interface Appraisal<Asked extends Question, Found extends Evidence> {
  readonly question: Asked;
  readonly evidence: Found;
  readonly answer: AuthenticityAnswer;
}

/** Where everything is looked up that can change, and what becomes of proofs. */
export interface Lookup<Found extends Evidence = Evidence>
  extends ChipLookup,
    Pick<EvidenceReader, "publisherCertificates"> {
  readonly evidence: (questions: readonly Question[]) => Promise<Found[]>;
  readonly challenges: (nonces: readonly string[]) => Promise<Map<string, TakenChallenge>>;
}

/** Uses up the challenges of the proofs and the counters of their tags, whatever comes of the rest. */
export const usingUp = ({ evidence, challenges, chips, tags }: Transaction): Lookup => ({
  evidence: (questions) => evidence.findMany(questions),
  publisherCertificates: (fingerprints) => evidence.publisherCertificates(fingerprints),
  challenges: (nonces) => challenges.take(nonces),
  chips: (asked) => chips.findMany(asked),
  counters: (claims) => tags.advance(claims),
});

/** Looks at the proofs and leaves them as they are: each can still be used. */
export const lookingAt = ({ evidence, challenges, chips, tags }: Readers): Lookup => ({
  evidence: (questions) => evidence.findMany(questions),
  publisherCertificates: (fingerprints) => evidence.publisherCertificates(fingerprints),
  challenges: (nonces) => challenges.find(nonces),
  chips: (asked) => chips.findMany(asked),
  counters: (claims) => tags.above(claims),
});

/**
 * Judges whether what is presented shows that an asset is what it claims to be; for sets of questions, in a number of statements that
 * does not depend on theirs. What can change (time, status, lifecycle, binding) is read anew for every set.
 */
export class Verifier {
  readonly certificates: DeviceCertificates;
  readonly registered = new RegisteredCertificates();
  readonly #trust: ServiceDeps["trust"];
  readonly #tagKeys: TagKeys;

  constructor({ trust, sealer }: Pick<ServiceDeps, "trust" | "sealer">) {
    this.certificates = new DeviceCertificates(trust.anchors);
    this.#trust = trust;
    this.#tagKeys = new TagKeys(sealer);
  }

  /**
   * @param field where the certificate stands in the request
   * @throws Failure about a certificate that cannot be read
   */
  read({ assetId, deviceCertificate, proof }: Presentation, tenant: Tenant, field?: string): Question {
    if (deviceCertificate !== "")
      return { assetId, tenant, certificate: this.certificates.read(deviceCertificate, field), proof };
    if (proof === undefined || proof.kind === "certificate")
      throw new Error("the field rules let evidence through that names no device");
    return { assetId, tenant, certificate: null, proof };
  }

  /** Each question with its answer, in their order. */
  async verifyMany<Asked extends Question, Found extends Evidence>(
    questions: readonly Asked[],
    lookup: Lookup<Found>,
  ): Promise<Appraisal<Asked, Found>[]> {
    const [challenges, { found, authorities }, chips] = await Promise.all([
      // Taken first, so that of all who ask for the same one, one gets it.
      lookup.challenges(questions.map(({ proof }) => nonceOf(proof)).filter((nonce) => nonce !== undefined)),
      this.#registry(questions, lookup),
      findChips(questions.filter(namesItsDevice), lookup, this.#tagKeys),
    ]);
    // Real time, never a sandbox's: certificates live in the world.
    const moment = momentOf(new Date());
    return questions.map((question, index) => {
      const evidence = found[index] as Found;
      const registered = authorities.get(evidence.publisherCertificates) ?? [];
      // No later question of the set gets the same challenge.
      const nonce = nonceOf(question.proof) ?? "";
      const challenge = challenges.get(nonce);
      challenges.delete(nonce);
      const chip = namesItsDevice(question) ? chips.get(question) : undefined;
      return {
        question,
        evidence,
        answer: answerTo(question, { evidence, registered, challenge, chip, moment }),
      };
    });
  }

  /** The same for one. */
  async verify<Asked extends Question, Found extends Evidence>(
    question: Asked,
    lookup: Lookup<Found>,
  ): Promise<Appraisal<Asked, Found>> {
    const [appraisal] = await this.verifyMany([question], lookup);
    if (!appraisal) throw new Error("a set has left a question without an answer");
    return appraisal;
  }

  /** What the registry says, in one statement unless there is a CA certificate that was never met. */
  async #registry<Found extends Evidence>(questions: readonly Question[], lookup: Lookup<Found>) {
    const found = await lookup.evidence(questions);
    const groups = new Set(found.map(({ publisherCertificates }) => publisherCertificates));
    const fingerprints = new Set([...groups].flat().map(({ fingerprint }) => fingerprint));
    const certificates = await this.registered.find(fingerprints, lookup);
    const authorities = new Map<Evidence["publisherCertificates"], RegisteredPublisherCertificate[]>();
    for (const group of groups)
      authorities.set(
        group,
        group.flatMap(({ fingerprint, ...registered }) => {
          const certificate = certificates.get(fingerprint);
          const publisherHost = this.#trust.hostOf(registered.publisherId);
          return certificate ? { ...registered, certificate, publisherHost } : [];
        }),
      );
    return { found, authorities };
  }
}

/** What one question is answered with. */
interface LookedUp extends ProofFound {
  readonly evidence: Evidence;
  readonly registered: readonly RegisteredPublisherCertificate[];
  readonly moment: Moment;
}

function answerTo(question: Question, found: LookedUp): AuthenticityAnswer {
  const { certificate, proof, tenant } = question;
  const { evidence, registered, chip } = found;
  const { now, validUntil } = found.moment;
  const asset = assetFacts(evidence);
  const audience = audienceOf(tenant, asset?.publisherId);
  if (certificate === null) {
    const device = chip?.device ?? "DEVICE_UNREGISTERED";
    return evaluateChip(
      { device, asset, validUntil, proof: judgeProof(proof, question, found) },
      now,
      audience,
    );
  }
  const verdict = certificate.verdict(registered);
  const { device } = evidence;
  const facts = {
    publisherCertificates: registered,
    asset,
    device: device ? { fingerprint: certificate.fingerprint, ...device } : null,
    validUntil,
    // Whether the chain holds is no secret; whether there is such an asset is, so that plays no part.
    proof: proof && verdict.paths.sound ? judgeProof(proof, question, found) : null,
  };
  return evaluateAuthenticity(verdict, facts, now, audience);
}

function assetFacts({ asset }: Evidence): AssetFacts | null {
  if (!asset) return null;
  const { assetId, publisherId, status, minimumAssurance } = asset;
  return { assetId, publisherId, lifecycle: status, minimumAssurance };
}

/** Reasons in full are for the operator and for the publisher that it is about. */
export function audienceOf(tenant: Tenant, publisherId: string | undefined): Audience {
  const own = tenant.kind === "publisher" && tenant.publisherId === publisherId;
  return own || tenant.kind === "all" ? "publisher" : "public";
}

function namesItsDevice<Asked extends Question>(question: Asked): question is Asked & ChipQuestion {
  return question.proof?.kind === "raw_key" || question.proof?.kind === "tag";
}
