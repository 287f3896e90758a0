import { VerificationOutcome } from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import {
  VerificationAspect as Aspect,
  type AssetVerdict,
} from "../../../gen/ts/pda/verification/v1/verdict.ts";
import type {
  VerificationServiceService,
  VerifyAssetRequest,
  VerifyAssetResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import type { Call, Handlers } from "../../rpc/handler.ts";
import type { EvidenceAsked } from "../../store/asset/evidence.ts";
import type { Readers, Transaction } from "../../store/store.ts";
import type { Standing } from "../../store/verification/standing.ts";
import type { StatusLists } from "../revocation/status-lists.ts";
import type { Asked, AuthenticityReceipts } from "./authenticity-receipt.ts";
import { momentOf, timesOf } from "./convert.ts";
import { readProof } from "./proof.ts";
import type { PublisherCertificates } from "./publisher-certificates.ts";
import { type Appraisal, type Lookup, readOnlyLookup, consumingLookup, type Verifier } from "./verifier.ts";
import { capabilitiesAnswer } from "./verify-capabilities.ts";
import { lifecycleAnswer } from "./verify-lifecycle.ts";
import { inForce, publisherAnswer } from "./verify-publisher.ts";
import { revocationAnswer } from "./verify-revocation.ts";

/** The services that make the verdicts. */
export interface VerifyAssetParts {
  readonly verifier: Verifier;
  readonly receipts: AuthenticityReceipts;
  readonly publishers: PublisherCertificates;
  readonly statusLists: StatusLists;
}

/** The requested verdicts. */
type Verdicts = {
  -readonly [Part in
    | "authenticity"
    | "publisher"
    | "lifecycle"
    | "revocation"
    | "capabilities"]?: NonNullable<AssetVerdict[Part]>;
};

type VerifyAssetCall = Call<VerifyAssetRequest, VerifyAssetResponse>;

/** The readers and lookups of one call. */
interface Place {
  readonly readers: Pick<Readers | Transaction, "standings" | "statusLists">;
  readonly lookup: Lookup;
}

/**
 * Returns several verdicts on an asset, each the same as its own operation returns. One statement reads all facts: the authenticity
 * evidence with more columns. A request changes something only when it asks for authenticity and carries a proof.
 */
export const verifyAsset =
  (parts: VerifyAssetParts): Handlers<typeof VerificationServiceService>["verifyAsset"] =>
  async (call) => {
    const { request, read, transact } = call;
    const usesUp = asks(call, Aspect.VERIFICATION_ASPECT_AUTHENTICITY) && request.proof?.proof !== undefined;
    return usesUp
      ? transact((tx) => answer(call, parts, { readers: tx, lookup: consumingLookup(tx) }))
      : answer(call, parts, { readers: read, lookup: readOnlyLookup(read) });
  };

async function answer(
  call: VerifyAssetCall,
  parts: VerifyAssetParts,
  place: Place,
): Promise<VerifyAssetResponse> {
  const { request, tenant } = call;
  const { publishers, statusLists } = parts;
  const presented = publishers.read(request.publisherCertificate);
  const { standing, appraisal } = await look(call, parts, place, presented?.fingerprint);
  const moment = momentOf(appraisal?.answer.evaluatedAt ?? new Date());
  const { standings, statusLists: numbers } = place.readers;

  const verdicts: Verdicts = {};
  if (appraisal) {
    const respond = await parts.receipts.responding([appraisal.question], numbers);
    verdicts.authenticity = respond(appraisal.question, appraisal.answer);
  }
  const ends = [appraisal?.answer.validUntil ?? moment.validUntil];
  if (asks(call, Aspect.VERIFICATION_ASPECT_PUBLISHER)) {
    // An asset that does not exist has no publisher, whatever certificate was presented.
    const ofAsset = standing.asset ? standing : { ...standing, publisher: null };
    const own = await publishers.pathsOf(presented ? [] : inForce(ofAsset), standings, moment.now);
    const { verdict, validUntil } = publisherAnswer({ presented, tenant }, ofAsset, own, moment);
    verdicts.publisher = verdict;
    ends.push(validUntil);
  }
  if (asks(call, Aspect.VERIFICATION_ASPECT_LIFECYCLE))
    verdicts.lifecycle = lifecycleAnswer(request, standing, moment);
  if (asks(call, Aspect.VERIFICATION_ASPECT_REVOCATION)) {
    const fingerprint = standing.asked.certificate?.fingerprint;
    const listed = fingerprint === undefined ? undefined : await numbers.numbersOf(fingerprint);
    verdicts.revocation = revocationAnswer(standing, moment, { numbers: listed, statusLists });
  }
  if (asks(call, Aspect.VERIFICATION_ASPECT_CAPABILITIES))
    verdicts.capabilities = capabilitiesAnswer(request, standing, moment);

  const outcome = worstOf(verdicts);
  const validUntil = new Date(Math.min(...ends.map((end) => end.getTime())));
  return {
    verdict: {
      authenticity: undefined,
      publisher: undefined,
      lifecycle: undefined,
      revocation: undefined,
      capabilities: undefined,
      ...verdicts,
      assetId: request.assetId,
      verified: outcome === VerificationOutcome.VERIFICATION_OUTCOME_PASSED,
      outcome,
      ...timesOf({ now: moment.now, validUntil }),
    },
  };
}

/** Reads all facts at once. When authenticity is asked for, the facts include its evidence. */
async function look(
  call: VerifyAssetCall,
  { verifier }: VerifyAssetParts,
  { readers, lookup }: Place,
  publisherFingerprint: string | undefined,
): Promise<{ standing: Standing; appraisal?: Appraisal<Asked, Standing> }> {
  const { assetId, deviceCertificate, receipt } = call.request;
  const evidence = (asked: readonly EvidenceAsked[]) =>
    readers.standings.standings(
      asked.map(({ certificate }) => ({ assetId, certificate, publisherFingerprint })),
    );
  if (asks(call, Aspect.VERIFICATION_ASPECT_AUTHENTICITY)) {
    const presentation = {
      assetId,
      deviceCertificate: deviceCertificate ?? "",
      proof: readProof(call.request),
    };
    const question = { ...verifier.read(presentation, call.tenant), receipt };
    const appraisal = await verifier.verify(question, { ...lookup, evidence });
    return { standing: appraisal.evidence, appraisal };
  }
  const certificate = deviceCertificate === undefined ? null : verifier.certificates.read(deviceCertificate);
  const [standing] = await evidence([{ assetId, certificate }]);
  if (!standing) throw new Error("a question of the set has no standing");
  return { standing };
}

function worstOf(verdicts: Verdicts): VerificationOutcome {
  const { VERIFICATION_OUTCOME_FAILED, VERIFICATION_OUTCOME_INDETERMINATE, VERIFICATION_OUTCOME_PASSED } =
    VerificationOutcome;
  const outcomes = Object.values(verdicts).map((verdict) => verdict?.outcome);
  const worst = [VERIFICATION_OUTCOME_FAILED, VERIFICATION_OUTCOME_INDETERMINATE];
  return worst.find((outcome) => outcomes.includes(outcome)) ?? VERIFICATION_OUTCOME_PASSED;
}

function asks({ request }: VerifyAssetCall, aspect: Aspect): boolean {
  return request.checks.includes(aspect);
}
