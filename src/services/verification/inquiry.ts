import type { DeviceProof } from "../../../gen/ts/pda/verification/v1/proof.ts";
import type { Tenant } from "../../domain/access/principal.ts";
import type { EvidenceReader } from "../../store/asset/evidence.ts";
import type { Store, Transaction } from "../../store/store.ts";
import type { TakenChallenge } from "../../store/verification/challenges.ts";
import type { ProofFacts } from "../../trust/authenticity/facts.ts";
import type { AuthenticityAnswer } from "../../trust/authenticity.ts";
import type { TrustAuthority } from "../authority/trust-authority.ts";
import type { TagKeys } from "../publisher/devices/tag-keys.ts";
import { type ChipQuestion, Chips, type NamedDevice } from "./chips.ts";
import { Evaluation, type Question } from "./evaluation.ts";
import type { CertificateJudge, Presented } from "./judge.ts";
import {
  certifiedSigner,
  type GivenProof,
  judgeSignature,
  nonceOf,
  rawKeySigner,
  readProof,
} from "./proof.ts";

/** What a caller presents for an asset. */
export interface Presentation {
  readonly assetId: string;
  /** Empty where the proof names the device. */
  readonly deviceCertificate: string;
  readonly proof?: DeviceProof | undefined;
}

/** The same, read. */
export type Asked = Question & { readonly proof: GivenProof | undefined };

/** The answer to the question at a place. */
export type Answers = (place: number) => AuthenticityAnswer;

export interface InquirySources {
  readonly trust: TrustAuthority;
  readonly judge: CertificateJudge;
  readonly tagKeys: TagKeys;
}

/** What was found for the proofs of a set. */
interface Proven {
  /** The challenge that each call gets. */
  readonly owned: ReadonlyMap<Asked, TakenChallenge | undefined>;
  readonly chips: Pick<Chips, "deviceOf" | "tapOf">;
}

const nothingProven: Proven = { owned: new Map(), chips: Chips.none };

/** Whether what is presented shows that an asset is what it claims to be; for sets of questions, in a number of statements that does not
 * depend on theirs. What can change (time, status, lifecycle, binding) is read anew for every set. */
export class Inquiry {
  readonly #sources: InquirySources;

  constructor(sources: InquirySources) {
    this.#sources = sources;
  }

  /** @throws Failure about a certificate or a key that cannot be read */
  read({ proof, ...rest }: Presentation, tenant: Tenant): Asked {
    return this.ask({ ...rest, proof: readProof({ proof }) }, tenant);
  }

  /** The same with a proof that is read already. @param field where the certificate stands in the request */
  ask(
    {
      assetId,
      deviceCertificate,
      proof,
    }: Omit<Presentation, "proof"> & { readonly proof: GivenProof | undefined },
    tenant: Tenant,
    field?: string,
  ): Asked {
    const presented = deviceCertificate === "" ? null : this.#sources.judge.read(deviceCertificate, field);
    if (presented === null && (proof === undefined || proof.kind === "certificate"))
      throw new Error("the field rules let evidence through that names no device");
    return { assetId, tenant, presented, proof };
  }

  /** On certificates alone. Changes nothing. */
  async onCertificates(asked: readonly Asked[], reader: EvidenceReader): Promise<Answers> {
    return answers(asked, await this.#evaluate(asked, reader), nothingProven);
  }

  /** Uses up the challenges of the proofs and the counters of their tags, whatever comes of the rest. */
  async usingUp(asked: readonly Asked[], tx: Transaction): Promise<Answers> {
    // Taken first, so that of all who ask for the same one, one gets it.
    const taking = tx.challenges.take(noncesOf(asked));
    const evaluating = this.#evaluate(asked, tx.evidence);
    const finding = Chips.of(asked.filter(namesItsDevice), tx, this.#sources.tagKeys);
    const [challenges, evaluation, chips] = await Promise.all([taking, evaluating, finding]);
    return answers(asked, evaluation, { owned: ownedBy(asked, challenges), chips });
  }

  /** Looks at the proofs and leaves them as they are: each can still be used. */
  async lookingAt(asked: readonly Asked[], read: Store["read"]): Promise<Answers> {
    const [challenges, evaluation, chips] = await Promise.all([
      read.challenges.find(noncesOf(asked)),
      this.#evaluate(asked, read.evidence),
      Chips.seen(asked.filter(namesItsDevice), read, this.#sources.tagKeys),
    ]);
    return answers(asked, evaluation, { owned: ownedBy(asked, challenges), chips });
  }

  #evaluate(asked: readonly Asked[], reader: EvidenceReader): Promise<Evaluation> {
    const { trust, judge } = this.#sources;
    return Evaluation.of(asked, { trust, judge, reader });
  }
}

function answers(asked: readonly Asked[], evaluation: Evaluation, { owned, chips }: Proven): Answers {
  return (place) => {
    const question = asked[place] as Asked;
    const challenge = owned.get(question);
    if (!namesItsDevice(question)) {
      const certified = question.presented as Presented;
      return evaluation.answer(place, certified, () => certifiedProof(question, certified, challenge));
    }
    const device = chips.deviceOf(question);
    const proven = (): ProofFacts => chipProof(question, challenge, chips);
    if (question.presented === null)
      return evaluation.answerWithoutCertificate(place, { device, proof: proven() });
    return evaluation.answer(place, question.presented, () =>
      isBoundTo(device, question.assetId) ? proven() : { accepted: false, reason: "PROOF_OF_UNBOUND_DEVICE" },
    );
  };
}

function certifiedProof(
  { assetId, proof }: Asked,
  presented: Presented,
  challenge: TakenChallenge | undefined,
): ProofFacts | null {
  if (proof?.kind !== "certificate") return null;
  return judgeSignature(proof, challenge, { assetId, signer: certifiedSigner(presented) });
}

function chipProof(
  question: ChipQuestion,
  challenge: TakenChallenge | undefined,
  chips: Proven["chips"],
): ProofFacts {
  const { assetId, proof } = question;
  if (proof.kind === "tag") return chips.tapOf(question);
  return judgeSignature(proof, challenge, { assetId, signer: rawKeySigner(proof.rawKey) });
}

function namesItsDevice(question: Asked): question is Asked & ChipQuestion {
  return question.proof?.kind === "raw_key" || question.proof?.kind === "tag";
}

function isBoundTo(device: NamedDevice, assetId: string): boolean {
  return typeof device !== "string" && device.assetId === assetId && device.revokedAt === null;
}

function noncesOf(asked: readonly Asked[]): string[] {
  return asked.flatMap(({ proof }) => nonceOf(proof) ?? []);
}

/** The challenge that each call gets, which no later one of the set gets. */
function ownedBy(
  asked: readonly Asked[],
  challenges: Map<string, TakenChallenge>,
): Map<Asked, TakenChallenge | undefined> {
  return new Map(
    asked.map((question) => {
      const nonce = nonceOf(question.proof) ?? "";
      const challenge = challenges.get(nonce);
      challenges.delete(nonce);
      return [question, challenge];
    }),
  );
}
