import { type Authenticity, VerificationOutcome } from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import {
  type AssetVerdict,
  VerificationAspect as Aspect,
} from "../../../gen/ts/pda/verification/v1/verdict.ts";
import type {
  VerifyAssetRequest,
  VerifyAssetResponse,
  VerifyAuthenticityRequest,
  VerifyAuthenticityResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import type { Call, Handler, SetCall } from "../../rpc/handler.ts";
import { type Outcome, unwrap } from "../../rpc/outcome.ts";
import type { EvidenceReader } from "../../store/asset/evidence.ts";
import type { Readers, Transaction } from "../../store/store.ts";
import type { Standing } from "../../store/verification/standing.ts";
import type { StatusLists } from "../status-lists.ts";
import { dateOf } from "../timestamp.ts";
import { capabilitiesAnswer, lifecycleAnswer, revocationAnswer } from "./asset-verdicts.ts";
import type { CertificateJudge } from "./judge.ts";
import type { PublisherJudge } from "./publisher-judge.ts";
import { type Moment, momentOf } from "./verdict-convert.ts";
import { ownToMeet, publisherAnswer, readPresented } from "./verify-publisher.ts";
import { deviceOf } from "./verify-revocation.ts";

/** What the verdicts are made with. */
export interface VerifyAssetParts {
  /** VerifyAuthenticity: reads without a proof, writes with one. */
  readonly authenticity: Handler<VerifyAuthenticityRequest, VerifyAuthenticityResponse>;
  readonly judge: CertificateJudge;
  readonly publishers: PublisherJudge;
  readonly statusLists: StatusLists;
}

type VerifyAssetCall = Call<VerifyAssetRequest, VerifyAssetResponse>;
type AuthenticityCall = SetCall<VerifyAuthenticityRequest>;

/** Where everything is read, and how VerifyAuthenticity is run there with another reader of evidence. */
interface Place {
  readonly readers: Pick<Readers | Transaction, "standings" | "statusLists">;
  readonly authenticity: (
    call: AuthenticityCall,
    evidence: EvidenceReader,
  ) => Promise<Outcome<VerifyAuthenticityResponse>[]>;
}

/**
 * Several verdicts on an asset, each as its own operation makes it. What they rest on is read in one statement: that of the evidence of
 * authenticity, with more columns. Only a proof has an effect, and only where authenticity is asked for.
 */
export function verifyAsset(parts: VerifyAssetParts): Handler<VerifyAssetRequest, VerifyAssetResponse> {
  const { set, apart } = parts.authenticity;
  const reading = set?.kind === "read" ? set : undefined;
  const writing = apart?.set?.kind === "write" ? apart.set : undefined;
  if (!reading || !writing || !apart) throw new Error("VerifyAuthenticity reads, and with a proof it writes");

  return async (call) => {
    if (asks(call, Aspect.VERIFICATION_ASPECT_AUTHENTICITY) && apart.has(authenticityRequest(call.request)))
      return call.transact((tx) =>
        answer(call, parts, {
          readers: tx,
          authenticity: (one, evidence) => writing.run([one], readingEvidence(tx, evidence), undefined),
        }),
      );
    return answer(call, parts, {
      readers: call.read,
      authenticity: (one, evidence) => reading.run([one], readingEvidence(call.read, evidence)),
    });
  };
}

/** The same readers or writers with another reader of evidence. */
function readingEvidence<T extends Readers | Transaction>(store: T, evidence: EvidenceReader): T {
  return Object.create(store, { evidence: { value: evidence } });
}

async function answer(
  call: VerifyAssetCall,
  parts: VerifyAssetParts,
  place: Place,
): Promise<VerifyAssetResponse> {
  const { request } = call;
  const presented = readPresented(parts.publishers, request.publisherCertificate);
  const { authenticity, standing } = await look(call, parts, place, presented?.fingerprint);
  const moment = authenticity ? momentLike(authenticity) : momentOf(new Date());
  const verdict: AssetVerdict = {
    assetId: request.assetId,
    verified: false,
    outcome: VerificationOutcome.VERIFICATION_OUTCOME_UNSPECIFIED,
    authenticity,
    publisher: undefined,
    lifecycle: undefined,
    revocation: undefined,
    capabilities: undefined,
    evaluateTime: undefined,
    expireTime: undefined,
  };
  if (asks(call, Aspect.VERIFICATION_ASPECT_PUBLISHER)) {
    // Nobody is the publisher of an asset that does not exist, whoever's certificate was shown.
    const ofAsset = standing.asset ? standing : { ...standing, publisher: null };
    await parts.publishers.meet(ownToMeet(ofAsset), place.readers.standings);
    verdict.publisher = publisherAnswer(
      { presented, tenant: call.tenant },
      ofAsset,
      moment,
      parts.publishers,
    );
  }
  if (asks(call, Aspect.VERIFICATION_ASPECT_LIFECYCLE))
    verdict.lifecycle = lifecycleAnswer(request, standing, moment);
  if (asks(call, Aspect.VERIFICATION_ASPECT_REVOCATION))
    verdict.revocation = await revocation(call, parts, place, { standing, moment });
  if (asks(call, Aspect.VERIFICATION_ASPECT_CAPABILITIES))
    verdict.capabilities = capabilitiesAnswer(request, standing, moment);
  return { verdict: conclude(verdict) };
}

/** Reads everything at once, by way of VerifyAuthenticity where that is asked for. */
async function look(
  call: VerifyAssetCall,
  { judge }: VerifyAssetParts,
  { readers, authenticity }: Place,
  publisherFingerprint: string | undefined,
): Promise<{ standing: Standing; authenticity: Authenticity | undefined }> {
  const { assetId, deviceCertificate } = call.request;
  if (!asks(call, Aspect.VERIFICATION_ASPECT_AUTHENTICITY)) {
    const device = deviceCertificate === undefined ? undefined : deviceOf(judge.read(deviceCertificate));
    const [standing] = await readers.standings.standings([{ assetId, device, publisherFingerprint }]);
    return { standing: standing as Standing, authenticity: undefined };
  }
  const recorder = readers.standings.besides({ publisherFingerprint });
  const one: AuthenticityCall = { ...call, request: authenticityRequest(call.request) };
  const [outcome] = await authenticity(one, recorder);
  const response = unwrap(outcome);
  return { standing: recorder.recorded[0] as Standing, authenticity: response.authenticity };
}

async function revocation(
  { request: { assetId, deviceCertificate } }: VerifyAssetCall,
  { judge, statusLists }: VerifyAssetParts,
  { readers }: Place,
  { standing, moment }: { readonly standing: Standing; readonly moment: Moment },
) {
  const fingerprint =
    deviceCertificate === undefined ? undefined : deviceOf(judge.read(deviceCertificate)).fingerprint;
  const numbers = fingerprint === undefined ? undefined : await readers.statusLists.numbersOf(fingerprint);
  return revocationAnswer({ assetId, fingerprint }, standing, moment, { numbers, statusLists });
}

/** What all parts come to: the worst of their outcomes, and the first end of them. */
function conclude(verdict: AssetVerdict): AssetVerdict {
  const { authenticity, publisher, lifecycle, revocation: revoked, capabilities } = verdict;
  const parts = [authenticity, publisher, lifecycle, revoked, capabilities].filter(
    (part) => part !== undefined,
  );
  const has = (word: VerificationOutcome) => parts.some(({ outcome }) => outcome === word);
  const { VERIFICATION_OUTCOME_FAILED, VERIFICATION_OUTCOME_INDETERMINATE, VERIFICATION_OUTCOME_PASSED } =
    VerificationOutcome;
  const worst = [VERIFICATION_OUTCOME_FAILED, VERIFICATION_OUTCOME_INDETERMINATE].find(has);
  const outcome = worst ?? VERIFICATION_OUTCOME_PASSED;
  const [first, ...others] = parts;
  const expireTime = others.reduce(
    (earliest, { expireTime: end }) => (end && earliest && dateOf(end) < dateOf(earliest) ? end : earliest),
    first?.expireTime,
  );
  return {
    ...verdict,
    verified: outcome === VERIFICATION_OUTCOME_PASSED,
    outcome,
    evaluateTime: first?.evaluateTime,
    expireTime,
  };
}

function asks({ request }: VerifyAssetCall, aspect: Aspect): boolean {
  return request.checks.includes(aspect);
}

function authenticityRequest({
  assetId,
  deviceCertificate = "",
  proof,
  receipt,
}: VerifyAssetRequest): VerifyAuthenticityRequest {
  return { assetId, deviceCertificate, proof, receipt };
}

/** The moment that an authenticity was evaluated at. */
function momentLike({ evaluateTime }: Authenticity): Moment {
  return momentOf(evaluateTime ? dateOf(evaluateTime) : new Date());
}
