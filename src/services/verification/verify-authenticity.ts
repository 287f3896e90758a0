import type {
  VerifyAuthenticityRequest,
  VerifyAuthenticityResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { readsOrWritesInSets, type SetCall } from "../../rpc/handler.ts";
import { type Outcome, settle, values } from "../../rpc/outcome.ts";
import type { TakenChallenge } from "../../store/verification/challenges.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import type { AuthenticityReceipts, ReceiptSigner } from "./authenticity-receipt.ts";
import { authenticityToProto } from "./convert.ts";
import { Evaluation, type Question } from "./evaluation.ts";
import type { CertificateJudge } from "./judge.ts";
import { challengeSignatureOf, judgeProof } from "./proof.ts";

/**
 * Whether assets are what they claim to be; a negative verdict is an answer, not an error. What can change (time, status,
 * lifecycle, binding) is read anew for every set. A certificate alone changes nothing; a proof uses its challenge up.
 */
export function verifyAuthenticity(
  trust: TrustAuthority,
  judge: CertificateJudge,
  receipts: AuthenticityReceipts,
) {
  return readsOrWritesInSets<VerifyAuthenticityRequest, VerifyAuthenticityResponse>({
    writes: (request) => challengeSignatureOf(request) !== undefined,
    reading: {
      run: async (calls, read) => {
        const asked = questions(calls, judge);
        const evaluation = await Evaluation.of(values(asked), { trust, judge, reader: read.evidence });
        const sign = await receipts.signer(values(asked), read.statusLists);
        return answers(asked, evaluation, () => null, sign);
      },
    },
    writing: {
      run: async (calls, tx) => {
        const asked = questions(calls, judge);
        const readable = values(asked);
        // Taken first: what is taken is used up, whatever comes of the rest.
        const taking = tx.challenges.take(readable.flatMap(nonceOf));
        const evaluating = Evaluation.of(readable, { trust, judge, reader: tx.evidence });
        const [challenges, evaluation] = await Promise.all([taking, evaluating]);
        const owned = new Map(readable.map((question) => [question, ownOf(question, challenges)]));
        const sign = await receipts.signer(readable, tx.statusLists);
        const proofOf = (question: Asked) => {
          const given = challengeSignatureOf(question.request);
          return given ? judgeProof(given, owned.get(question), question) : null;
        };
        return answers(asked, evaluation, proofOf, sign);
      },
    },
  });
}

type Asked = Question & { readonly request: VerifyAuthenticityRequest };

/** The calls whose certificate can be read; the others fail, and leave their challenge as it is. */
function questions(
  calls: readonly SetCall<VerifyAuthenticityRequest>[],
  judge: CertificateJudge,
): Outcome<Asked>[] {
  return calls.map(({ request, tenant }) =>
    settle(() => {
      const { assetId, deviceCertificate } = request;
      return { request, assetId, tenant, presented: judge.read(deviceCertificate) };
    }),
  );
}

function answers(
  asked: readonly Outcome<Asked>[],
  evaluation: Evaluation,
  proofOf: (question: Asked) => ReturnType<typeof judgeProof> | null,
  sign: ReceiptSigner,
): Outcome<VerifyAuthenticityResponse>[] {
  let next = 0;
  return asked.map((outcome) => {
    if (outcome.status === "rejected") return outcome;
    const place = next++;
    return settle(() => {
      const { assetId } = outcome.value;
      const answer = evaluation.answer(place, () => proofOf(outcome.value));
      const authenticity = authenticityToProto(assetId, answer);
      if (outcome.value.request.receipt) authenticity.receipt = sign(outcome.value, answer);
      return { authenticity };
    });
  });
}

const nonceOf = ({ request }: Asked): string[] => {
  const given = challengeSignatureOf(request);
  return given ? [given.nonce] : [];
};

/** The challenge that a call uses up, which no later one of the set gets. */
function ownOf(question: Asked, challenges: Map<string, TakenChallenge>): TakenChallenge | undefined {
  const [nonce = ""] = nonceOf(question);
  const challenge = challenges.get(nonce);
  challenges.delete(nonce);
  return challenge;
}
