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

/** The evidence that a caller presents for an asset. */
export interface Presentation {
  readonly assetId: string;
  /** Empty when the proof names the device. */
  readonly deviceCertificate: string;
  readonly proof: GivenProof | undefined;
}

/** The parsed evidence, with the caller's tenant. */
export type Question = {
  readonly assetId: string;
  readonly tenant: Tenant;
} & (
  | { readonly certificate: DeviceCertificate; readonly proof: GivenProof | undefined }
  | { readonly certificate: null; readonly proof: ChipProof }
);

/** A question with the registry's evidence and the answer (RFC 9334 §4.1). */
export interface Appraisal<Asked extends Question, Found extends Evidence> {
  readonly question: Asked;
  readonly evidence: Found;
  readonly answer: AuthenticityAnswer;
}

/** Looks up everything that can change, and decides what happens to proofs. */
export interface Lookup<Found extends Evidence = Evidence>
  extends ChipLookup,
    Pick<EvidenceReader, "publisherCertificates"> {
  readonly evidence: (questions: readonly Question[]) => Promise<Found[]>;
  readonly challenges: (nonces: readonly string[]) => Promise<Map<string, TakenChallenge>>;
}

/** Consumes the challenges of the proofs and the counters of the tags, whatever the verdict is. */
export const consumingLookup = ({ evidence, challenges, chips, tags }: Transaction): Lookup => ({
  evidence: (questions) => evidence.findMany(questions),
  publisherCertificates: (fingerprints) => evidence.publisherCertificates(fingerprints),
  challenges: (nonces) => challenges.take(nonces),
  chips: (asked) => chips.findMany(asked),
  counters: (claims) => tags.advance(claims),
  boundAgain: (claims) => tags.boundAgain(claims),
});

/** Reads the challenges and counters without consuming them, so that every proof can still be used. */
export const readOnlyLookup = ({ evidence, challenges, chips, tags }: Readers): Lookup => ({
  evidence: (questions) => evidence.findMany(questions),
  publisherCertificates: (fingerprints) => evidence.publisherCertificates(fingerprints),
  challenges: (nonces) => challenges.find(nonces),
  chips: (asked) => chips.findMany(asked),
  counters: (claims) => tags.above(claims),
  boundAgain: async () => [],
});

/**
 * Judges whether evidence shows that an asset is what it claims to be. For a set of questions, the number of statements does not depend on
 * the number of questions. Everything that can change (time, status, lifecycle, binding) is read again for every set.
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
   * Parses a presentation.
   *
   * @param field the request's field of the certificate
   * @throws Failure about an unreadable certificate
   */
  read({ assetId, deviceCertificate, proof }: Presentation, tenant: Tenant, field?: string): Question {
    if (deviceCertificate !== "")
      return { assetId, tenant, certificate: this.certificates.read(deviceCertificate, field), proof };
    if (proof === undefined || proof.kind === "certificate")
      throw new Error("the field rules accepted evidence that names no device");
    return { assetId, tenant, certificate: null, proof };
  }

  /** Returns each question with its answer, in the order of the questions. */
  async verifyMany<Asked extends Question, Found extends Evidence>(
    questions: readonly Asked[],
    lookup: Lookup<Found>,
  ): Promise<Appraisal<Asked, Found>[]> {
    const [challenges, { found, authorities }, chips] = await Promise.all([
      // The challenges are taken first, so that of concurrent requests with the same challenge only one gets it.
      lookup.challenges(questions.map(({ proof }) => nonceOf(proof)).filter((nonce) => nonce !== undefined)),
      this.#registry(questions, lookup),
      findChips(questions.filter(namesItsDevice), lookup, this.#tagKeys),
    ]);
    // Real time, never a sandbox's clock, because certificates exist outside the sandbox.
    const moment = momentOf(new Date());
    const appraise = async (question: Asked, index: number): Promise<Appraisal<Asked, Found>> => {
      const evidence = found[index] as Found;
      const registered = authorities.get(evidence.publisherCertificates) ?? [];
      // Each challenge serves only the first question of the set that names it.
      const nonce = nonceOf(question.proof) ?? "";
      const challenge = challenges.get(nonce);
      challenges.delete(nonce);
      const chip = namesItsDevice(question) ? chips.get(question) : undefined;
      const answer = await answerTo(question, { evidence, registered, challenge, chip, moment });
      return { question, evidence, answer };
    };
    return Promise.all(questions.map(appraise));
  }

  /** Returns one question with its answer. */
  async verify<Asked extends Question, Found extends Evidence>(
    question: Asked,
    lookup: Lookup<Found>,
  ): Promise<Appraisal<Asked, Found>> {
    const [appraisal] = await this.verifyMany([question], lookup);
    if (!appraisal) throw new Error("a question of the set has no answer");
    return appraisal;
  }

  /** Reads the registry's evidence in one statement. A second statement follows only for CA certificates that are not cached. */
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

/** The facts that one answer is based on. */
interface LookedUp extends ProofFound {
  readonly evidence: Evidence;
  readonly registered: readonly RegisteredPublisherCertificate[];
  readonly moment: Moment;
}

async function answerTo(question: Question, found: LookedUp): Promise<AuthenticityAnswer> {
  const { certificate, proof, tenant } = question;
  const { evidence, registered, chip } = found;
  const { now, validUntil } = found.moment;
  const asset = assetFacts(evidence);
  const audience = audienceOf(tenant, asset?.publisherId);
  if (certificate === null) {
    const device = chip?.device ?? "DEVICE_UNREGISTERED";
    return evaluateChip(
      { device, asset, validUntil, proof: await judgeProof(proof, question, found) },
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
    // The proof is judged only for a sound chain, because whether the chain is sound is no secret. The condition must not depend on whether
    // the asset exists, because that is a secret.
    proof: proof && verdict.paths.sound ? await judgeProof(proof, question, found) : null,
  };
  return evaluateAuthenticity(verdict, facts, now, audience);
}

function assetFacts({ asset }: Evidence): AssetFacts | null {
  if (!asset) return null;
  const { assetId, publisherId, status, minimumAssurance } = asset;
  return { assetId, publisherId, lifecycle: status, minimumAssurance };
}

/** Tells who receives the answer. Only the operator and the publisher concerned get full reasons. */
export function audienceOf(tenant: Tenant, publisherId: string | undefined): Audience {
  const own = tenant.kind === "publisher" && tenant.publisherId === publisherId;
  return own || tenant.kind === "all" ? "publisher" : "public";
}

function namesItsDevice<Asked extends Question>(question: Asked): question is Asked & ChipQuestion {
  return question.proof?.kind === "raw_key" || question.proof?.kind === "tag";
}
