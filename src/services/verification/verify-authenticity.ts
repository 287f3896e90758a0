import type {
  VerifyAuthenticityRequest,
  VerifyAuthenticityResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { readsOrWritesInSets, type SetCall } from "../../rpc/handler.ts";
import { type Outcome, settle, values } from "../../rpc/outcome.ts";
import type { AuthenticityReceipts, ReceiptSigner } from "./authenticity-receipt.ts";
import { authenticityToProto } from "./convert.ts";
import type { Answers, Asked as Presented, Inquiry } from "./inquiry.ts";

/**
 * Whether assets are what they claim to be; a negative verdict is an answer, not an error. A certificate alone changes nothing; a
 * proof uses up its challenge, or the counter of its tag.
 */
export function verifyAuthenticity(inquiry: Inquiry, receipts: AuthenticityReceipts) {
  return readsOrWritesInSets<VerifyAuthenticityRequest, VerifyAuthenticityResponse>({
    writes: ({ proof }) => proof?.proof !== undefined,
    reading: {
      run: async (calls, read) => {
        const asked = questions(calls, inquiry);
        const answers = await inquiry.onCertificates(values(asked), read.evidence);
        return responses(asked, answers, await receipts.signer(values(asked), read.statusLists));
      },
    },
    writing: {
      run: async (calls, tx) => {
        const asked = questions(calls, inquiry);
        const answers = await inquiry.usingUp(values(asked), tx);
        return responses(asked, answers, await receipts.signer(values(asked), tx.statusLists));
      },
    },
  });
}

/** A question with its proof, and whether the answer is to be signed. */
export type Asked = Presented & { readonly receipt: boolean };

/** The calls whose certificate and key can be read; the others fail, and leave their challenge as it is. */
function questions(calls: readonly SetCall<VerifyAuthenticityRequest>[], inquiry: Inquiry): Outcome<Asked>[] {
  return calls.map(({ request, tenant }) =>
    settle(() => ({ ...inquiry.read(request, tenant), receipt: request.receipt })),
  );
}

function responses(
  asked: readonly Outcome<Asked>[],
  answers: Answers,
  sign: ReceiptSigner,
): Outcome<VerifyAuthenticityResponse>[] {
  let next = 0;
  return asked.map((outcome) => {
    if (outcome.status === "rejected") return outcome;
    const place = next++;
    return settle(() => {
      const question = outcome.value;
      const answer = answers(place);
      const authenticity = authenticityToProto(question.assetId, answer);
      if (question.receipt) authenticity.receipt = sign(question, answer);
      return { authenticity };
    });
  });
}
