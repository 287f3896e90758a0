import type {
  VerifyAuthenticityRequest,
  VerifyAuthenticityResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { Failure } from "../../rpc/failure.ts";
import { readsOrWritesInSets, type SetCall } from "../../rpc/handler.ts";
import { type Outcome, settle, values } from "../../rpc/outcome.ts";
import type { TakenChallenge } from "../../store/verification/challenges.ts";
import type { ProofFacts } from "../../trust/authenticity/facts.ts";
import type { AuthenticityAnswer } from "../../trust/authenticity.ts";
import type { TagKeys } from "../tag-keys.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import type { AuthenticityReceipts, ReceiptSigner } from "./authenticity-receipt.ts";
import { type ChipQuestion, Chips, type NamedDevice } from "./chips.ts";
import { authenticityToProto } from "./convert.ts";
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

export interface VerifyAuthenticityOptions {
  readonly trust: TrustAuthority;
  readonly judge: CertificateJudge;
  readonly tagKeys: TagKeys;
  readonly receipts: AuthenticityReceipts;
}

/**
 * Whether assets are what they claim to be; a negative verdict is an answer, not an error. What can change (time, status,
 * lifecycle, binding) is read anew for every set. A certificate alone changes nothing; a proof uses up its challenge, or the counter
 * of its tag.
 */
export function verifyAuthenticity({ trust, judge, tagKeys, receipts }: VerifyAuthenticityOptions) {
  return readsOrWritesInSets<VerifyAuthenticityRequest, VerifyAuthenticityResponse>({
    writes: ({ proof }) => proof?.proof !== undefined,
    reading: {
      run: async (calls, read) => {
        const asked = questions(calls, judge);
        const evaluation = await Evaluation.of(values(asked), { trust, judge, reader: read.evidence });
        const sign = await receipts.signer(values(asked), read.statusLists);
        return answers(
          asked,
          (question, place) => verdictOf(question, place, evaluation, nothingProven),
          sign,
        );
      },
    },
    writing: {
      run: async (calls, tx) => {
        const asked = questions(calls, judge);
        const readable = values(asked);
        // Taken first: what is taken is used up, whatever comes of the rest.
        const taking = tx.challenges.take(readable.flatMap(({ proof }) => nonceOf(proof) ?? []));
        const evaluating = Evaluation.of(readable, { trust, judge, reader: tx.evidence });
        const finding = Chips.of(readable.filter(namesItsDevice), tx, tagKeys);
        const [challenges, evaluation, chips] = await Promise.all([taking, evaluating, finding]);
        const proven: Proven = { owned: ownedBy(readable, challenges), chips };
        const sign = await receipts.signer(readable, tx.statusLists);
        return answers(asked, (question, place) => verdictOf(question, place, evaluation, proven), sign);
      },
    },
  });
}

/** A question with its proof, and whether the answer is to be signed. */
export type Asked = Question & { readonly proof: GivenProof | undefined; readonly receipt: boolean };

/** What was found for the proofs of a set. */
interface Proven {
  /** The challenge that each call uses up. */
  readonly owned: ReadonlyMap<Asked, TakenChallenge | undefined>;
  readonly chips: Pick<Chips, "deviceOf" | "tapOf">;
}

const nothingProven: Proven = { owned: new Map(), chips: Chips.none };

/** The calls whose certificate and key can be read; the others fail, and leave their challenge as it is. */
function questions(
  calls: readonly SetCall<VerifyAuthenticityRequest>[],
  judge: CertificateJudge,
): Outcome<Asked>[] {
  return calls.map(({ request, tenant }) =>
    settle(() => {
      const { assetId, deviceCertificate, receipt } = request;
      const proof = readProof(request);
      const presented = deviceCertificate === "" ? null : judge.read(deviceCertificate);
      if (presented === null && (proof === undefined || proof.kind === "certificate"))
        throw Failure.ofField("INVALID_ARGUMENT", "device_certificate", "REQUIRED", "It is required.");
      return { assetId, tenant, presented, proof, receipt };
    }),
  );
}

function answers(
  asked: readonly Outcome<Asked>[],
  verdict: (question: Asked, place: number) => AuthenticityAnswer,
  sign: ReceiptSigner,
): Outcome<VerifyAuthenticityResponse>[] {
  let next = 0;
  return asked.map((outcome) => {
    if (outcome.status === "rejected") return outcome;
    const place = next++;
    return settle(() => {
      const question = outcome.value;
      const answer = verdict(question, place);
      const authenticity = authenticityToProto(question.assetId, answer);
      if (question.receipt) authenticity.receipt = sign(question, answer);
      return { authenticity };
    });
  });
}

function verdictOf(
  question: Asked,
  place: number,
  evaluation: Evaluation,
  { owned, chips }: Proven,
): AuthenticityAnswer {
  const { presented } = question;
  const challenge = owned.get(question);
  if (!namesItsDevice(question)) {
    const certified = presented as Presented;
    return evaluation.answer(place, certified, () => certifiedProof(question, certified, challenge));
  }
  const device = chips.deviceOf(question);
  const proven = (): ProofFacts => chipProof(question, challenge, chips);
  if (presented === null) return evaluation.answerWithoutCertificate(place, { device, proof: proven() });
  return evaluation.answer(place, presented, () =>
    isBoundTo(device, question.assetId) ? proven() : { accepted: false, reason: "PROOF_OF_UNBOUND_DEVICE" },
  );
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

/** The challenge that each call uses up, which no later one of the set gets. */
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
