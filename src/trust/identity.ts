import { SdJwtError } from "./sd-jwt/error.ts";
import { type JsonObject, member } from "../json/value.ts";
import { isSignedBy } from "./jws.ts";
import { keyBindingProblem } from "./sd-jwt/key-binding.ts";
import { processedPayload } from "./sd-jwt/payload.ts";
import { type SdJwtPresentation, readPresentation } from "./sd-jwt/presentation.ts";
import type { CertificateChain } from "./pem.ts";
import {
  IDENTITY_CHECKS,
  type IdentityCheck,
  type IdentityCheckName,
  type IdentityReason,
} from "./identity/check.ts";
import { type IdentityAsset, PLAIN_CLAIMS, statusProblem, credentialProblem } from "./identity/credential.ts";
import {
  type IssuerFacts,
  type IssuerReason,
  judgeIssuer,
  readCertificateHeader,
} from "./identity/issuer.ts";
import { type IdentityRequest, requestProblem } from "./identity/request.ts";

/** A presentation, as far as it can be read. Its content is not verified: use it only to look up facts. */
export type ReadIdentity =
  | { readonly readable: false; readonly reason: IdentityReason }
  | {
      readonly readable: true;
      readonly presentation: SdJwtPresentation;
      /** The certificates, or the reason that they cannot be read. */
      readonly chain: CertificateChain | IssuerReason;
      /** The asset that the credential names. Undefined when the credential names no asset. */
      readonly assetId: string | undefined;
    };

/** The named challenge, which is consumed. */
interface ChallengeFacts {
  readonly nonce: string;
  readonly audience: string;
  readonly expired: boolean;
}

/** The facts from the registry. */
export interface IdentityFacts extends IssuerFacts {
  readonly asset: IdentityAsset | null;
  /** Null when the caller has no such challenge. */
  readonly challenge: ChallengeFacts | null;
  /** End of the period in which the facts may be relied on. */
  readonly validUntil: Date;
}

/** The answer, which repeats no claim of the credential. */
export interface IdentityAnswer {
  /** True when all requested claims are present and proven. */
  readonly satisfied: boolean;
  /** `indeterminate`: the only problem is a status list of another service, which is not fetched. Every other check passed. */
  readonly outcome: "passed" | "failed" | "indeterminate";
  readonly assurance: "none" | "proof_of_possession";
  readonly checks: readonly IdentityCheck[];
  readonly evaluatedAt: Date;
  readonly validUntil: Date;
}

const ASSET_ID = /^ast_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Reads an SD-JWT VC presentation from an untrusted caller. Never throws for its content. */
export function readIdentity(text: string): ReadIdentity {
  try {
    const presentation = readPresentation(text);
    const { header, payload } = presentation.credential;
    const assetId = member(payload, "assetId");
    return {
      readable: true,
      presentation,
      chain: readCertificateHeader(header),
      assetId: typeof assetId === "string" && ASSET_ID.test(assetId) ? assetId : undefined,
    };
  } catch (error) {
    if (error instanceof SdJwtError) return { readable: false, reason: error.reason };
    throw error;
  }
}

/** The first failed check, which ends an evaluation. */
class Refusal extends Error {
  readonly check: IdentityCheckName;
  readonly reason: IdentityReason;

  constructor(check: IdentityCheckName, reason: IdentityReason) {
    super(reason);
    this.check = check;
    this.reason = reason;
  }
}

/** The status is kept by another service. The requested claims are judged all the same, because the caller may ask that service. */
class ForeignStatus extends Refusal {
  readonly requestProblem: IdentityReason | undefined;

  constructor(requestProblem: IdentityReason | undefined) {
    super("status", "STATUS_NOT_OURS");
    this.requestProblem = requestProblem;
  }
}

/**
 * Evaluates a presentation of a digital identity (RFC 9901 §7, draft-ietf-oauth-sd-jwt-vc §2.4) with the facts from the registry.
 * Pure: the same input gives the same answer. Each check runs only after the checks that it depends on have passed.
 *
 * @param now real time
 */
export function evaluateIdentity(
  identity: ReadIdentity,
  request: IdentityRequest,
  facts: IdentityFacts,
  now: Date,
): IdentityAnswer {
  try {
    const end = requireIdentity(identity, request, facts, now);
    return {
      satisfied: true,
      outcome: "passed",
      assurance: "proof_of_possession",
      checks: checksUpTo(undefined),
      evaluatedAt: now,
      validUntil: new Date(Math.min(facts.validUntil.getTime(), end)),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      satisfied: false,
      outcome:
        error instanceof ForeignStatus && error.requestProblem === undefined ? "indeterminate" : "failed",
      assurance: "none",
      checks: checksUpTo(error),
      evaluatedAt: now,
      validUntil: facts.validUntil,
    };
  }
}

/** @returns the end of the credential or of a certificate above it, in milliseconds @throws {Refusal} */
function requireIdentity(
  identity: ReadIdentity,
  request: IdentityRequest,
  facts: IdentityFacts,
  now: Date,
): number {
  if (!identity.readable) throw new Refusal("format", identity.reason);
  const { presentation, chain } = identity;
  const { credential, disclosures } = presentation;
  if (typeof chain === "string") throw new Refusal("issuer_path", chain);
  const issuer = judgeIssuer(chain, facts, now);
  if (!issuer.trusted) throw new Refusal("issuer_path", issuer.reason);
  if (!isSignedBy(credential, issuer.key)) throw new Refusal("signature", "SIGNATURE_INVALID");
  const claims = requireClaims(credential.payload, disclosures);
  refuse("validity", credentialProblem(claims, issuer.certificate, now));
  const { challenge } = facts;
  if (challenge === null) throw new Refusal("nonce", "CHALLENGE_UNKNOWN");
  if (challenge.expired) throw new Refusal("nonce", "CHALLENGE_EXPIRED");
  refuse("key_binding", keyBindingProblem(presentation, { claims, ...challenge, now }));
  const ofStatus = statusProblem(claims, issuer.publisherId, facts.asset);
  const ofRequest = requestProblem(claims, request);
  if (ofStatus === "STATUS_NOT_OURS") throw new ForeignStatus(ofRequest);
  refuse("status", ofStatus);
  refuse("requested_claims", ofRequest);
  const exp = member(claims, "exp");
  return Math.min(issuer.notAfter.getTime(), typeof exp === "number" ? exp * 1000 : Number.POSITIVE_INFINITY);
}

function requireClaims(payload: JsonObject, disclosures: readonly string[]): JsonObject {
  try {
    return processedPayload(payload, disclosures, PLAIN_CLAIMS);
  } catch (error) {
    if (error instanceof SdJwtError) throw new Refusal("disclosures", error.reason);
    throw error;
  }
}

function refuse(check: IdentityCheckName, reason: IdentityReason | undefined): void {
  if (reason !== undefined) throw new Refusal(check, reason);
}

/** Returns all checks: passed before the refusal, skipped after it unless the refusal says otherwise. */
function checksUpTo(refusal: Refusal | undefined): IdentityCheck[] {
  const at = refusal ? IDENTITY_CHECKS.indexOf(refusal.check) : IDENTITY_CHECKS.length;
  return IDENTITY_CHECKS.map((check, index) => {
    if (index === at && refusal) return { check, outcome: "failed", reason: refusal.reason };
    if (check === "requested_claims" && refusal instanceof ForeignStatus) {
      const { requestProblem: reason } = refusal;
      return reason === undefined ? { check, outcome: "passed" } : { check, outcome: "failed", reason };
    }
    return { check, outcome: index < at ? "passed" : "skipped" };
  });
}
