import type {
  VerifyAuthenticityRequest,
  VerifyAuthenticityResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { readsOrWritesInSets, type SetCall } from "../../rpc/handler.ts";
import { fulfilled, type Outcome, proceedTogether, settle } from "../../rpc/outcome.ts";
import type { StatusListReader } from "../../store/status-lists.ts";
import type { AuthenticityReceipts } from "./authenticity-receipt.ts";
import { readProof } from "./proof.ts";
import { type Lookup, readOnlyLookup, consumingLookup, type Verifier } from "./verifier.ts";

type Calls = readonly SetCall<VerifyAuthenticityRequest>[];

/**
 * Verifies whether assets are what they claim to be. A negative verdict is an answer, not an error. A certificate alone changes nothing. A
 * proof consumes its challenge or its tag's counter.
 */
export function verifyAuthenticity(verifier: Verifier, receipts: AuthenticityReceipts) {
  return readsOrWritesInSets<VerifyAuthenticityRequest, VerifyAuthenticityResponse>({
    writes: ({ proof }) => proof?.proof !== undefined,
    reading: { run: (calls, read) => run(calls, readOnlyLookup(read), read.statusLists) },
    writing: { run: (calls, tx) => run(calls, consumingLookup(tx), tx.statusLists) },
  });

  /** A call with an unreadable certificate or key fails and does not consume its challenge. */
  function run(
    calls: Calls,
    lookup: Lookup,
    statusLists: StatusListReader,
  ): Promise<Outcome<VerifyAuthenticityResponse>[]> {
    const asked = calls.map(({ request, tenant }) =>
      settle(() => {
        const { assetId, deviceCertificate, receipt } = request;
        const presentation = { assetId, deviceCertificate, proof: readProof(request) };
        return { ...verifier.read(presentation, tenant), receipt };
      }),
    );
    return proceedTogether(asked, async (questions) => {
      const appraisals = await verifier.verifyMany(questions, lookup);
      const respond = await receipts.responding(questions, statusLists);
      // An error, such as a missing key for receipts, fails the set: a call that fails must not have used up its challenge or its tap.
      return appraisals.map(({ question, answer }) => fulfilled({ authenticity: respond(question, answer) }));
    });
  }
}
