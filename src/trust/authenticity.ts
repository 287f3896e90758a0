import { type Assurance, assurances } from "../domain/asset/policy.ts";
import type { CertificateVerdict } from "./authenticity/certificate-verdict.ts";
import type { AuthenticityFacts } from "./authenticity/facts.ts";
import { CERTIFICATE_STEPS } from "./authenticity/steps.ts";
import { type PathResult, pathAt } from "./path.ts";
import { type Audience, publicChecks } from "./verdict/audience.ts";
import type { Check, VerdictOutcome } from "./verdict/check.ts";
import { outcomeOf, run } from "./verdict/steps.ts";

/** The answer to "is this asset what it claims to be", without a receipt. */
export interface AuthenticityAnswer {
  /** Every mandatory check passed, and the evidence satisfies the publisher's policy. */
  readonly trusted: boolean;
  readonly outcome: VerdictOutcome;
  readonly assurance: Assurance;
  /** The evidence, whatever the asset's lifecycle status is. */
  readonly evidence: {
    /** `none` when a check other than the one of the lifecycle failed. */
    readonly assurance: Assurance;
    /** The assurance satisfies the publisher's policy. */
    readonly sufficient: boolean;
  };
  readonly checks: readonly Check[];
  readonly evaluatedAt: Date;
  /** Never later than `validUntil` of the facts or the end of a certificate of the path. */
  readonly validUntil: Date;
}

/**
 * Evaluates the presented certificates and the facts from the registry. Pure: the same input gives the same answer.
 * The public gets the same answer for an unknown asset and for a device of another asset.
 * @param now real time
 * @param audience `publisher` only for the publisher of the named asset, who gets full reasons
 */
export function evaluateAuthenticity(
  verdict: CertificateVerdict,
  facts: AuthenticityFacts,
  now: Date,
  audience: Audience,
): AuthenticityAnswer {
  const path = pathAt(verdict.paths, now);
  const issuer = path.valid ? path.path[1] : undefined;
  const publisher = facts.publisherCertificates.find(
    ({ certificate }) => certificate.fingerprint === issuer?.fingerprint,
  );
  return conclude(run(CERTIFICATE_STEPS, { verdict, path, publisher, facts }), facts, {
    audience,
    evaluatedAt: now,
    validUntil: earliest(facts.validUntil, path),
  });
}

/** Builds the answer from the checks. */
export function conclude(
  checks: readonly Check[],
  facts: Pick<AuthenticityFacts, "asset" | "proof">,
  {
    audience,
    evaluatedAt,
    validUntil,
  }: Pick<AuthenticityAnswer, "evaluatedAt" | "validUntil"> & { audience: Audience },
): AuthenticityAnswer {
  const outcome = outcomeOf(checks);
  const holds = outcomeOf(checks.filter(({ check }) => check !== "lifecycle")) === "passed";
  const assurance = holds ? assuranceOf(facts) : "none";
  const sufficient =
    assurances.indexOf(assurance) >= assurances.indexOf(facts.asset?.minimumAssurance ?? "static");
  const explained = outcome === "passed" && !sufficient ? checks.map(explainMissingProof) : checks;
  return {
    trusted: outcome === "passed" && sufficient,
    outcome: outcome === "passed" && !sufficient ? "indeterminate" : outcome,
    assurance: outcome === "passed" ? assurance : "none",
    evidence: { assurance, sufficient },
    // An asset that does not exist has no publisher, so nobody may see full reasons.
    checks: audience === "publisher" && facts.asset !== null ? explained : publicChecks(explained),
    evaluatedAt,
    validUntil,
  };
}

function assuranceOf({ proof }: Pick<AuthenticityFacts, "proof">): Assurance {
  return proof?.accepted === true ? proof.assurance : "static";
}

/** Sets the reason of the proof's check, both for a missing and for a too weak proof. */
function explainMissingProof(check: Check): Check {
  return check.check === "proof_of_possession" ? { ...check, reason: "ASSURANCE_TOO_LOW" } : check;
}

function earliest(validUntil: Date, path: PathResult): Date {
  const ends = path.valid ? path.path.map(({ notAfter }) => notAfter.getTime()) : [];
  return new Date(Math.min(validUntil.getTime(), ...ends));
}
