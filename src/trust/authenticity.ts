import { type Assurance, assurances } from "../domain/asset/policy.ts";
import type { CertificateVerdict } from "./authenticity/certificate-verdict.ts";
import type { AuthenticityFacts } from "./authenticity/facts.ts";
import { CERTIFICATE_STEPS } from "./authenticity/steps.ts";
import { type PathResult, pathAt } from "./path.ts";
import { type Audience, publicChecks } from "./verdict/audience.ts";
import type { Check, VerdictOutcome } from "./verdict/check.ts";
import { outcomeOf, run } from "./verdict/steps.ts";

/** The answer to "is this asset what it claims to be", without receipt. */
export interface AuthenticityAnswer {
  /** Every mandatory check passed, and the evidence is at least what the publisher's policy asks. */
  readonly trusted: boolean;
  readonly outcome: VerdictOutcome;
  readonly assurance: Assurance;
  readonly checks: readonly Check[];
  readonly evaluatedAt: Date;
  /** No later than the facts say, nor than the end of any certificate of the path. */
  readonly validUntil: Date;
}

/**
 * Evaluates what was presented and looked up. Pure: the same input gives the same answer, and every step is
 * taken from data at hand. An unknown asset and a device of another asset give the public the same answer.
 * @param now real time
 * @param audience `publisher` only for the publisher of the asset that was named; it reads reasons in full
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

/** The answer that the checks come to. */
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
  const assurance = outcome === "passed" ? assuranceOf(facts) : "none";
  const sufficient =
    assurances.indexOf(assurance) >= assurances.indexOf(facts.asset?.minimumAssurance ?? "static");
  const explained = outcome === "passed" && !sufficient ? checks.map(explainMissingProof) : checks;
  return {
    trusted: outcome === "passed" && sufficient,
    outcome: outcome === "passed" && !sufficient ? "indeterminate" : outcome,
    assurance,
    // Nobody is the publisher of an asset that does not exist.
    checks: audience === "publisher" && facts.asset !== null ? explained : publicChecks(explained),
    evaluatedAt,
    validUntil,
  };
}

function assuranceOf({ proof }: Pick<AuthenticityFacts, "proof">): Assurance {
  return proof?.accepted === true ? proof.assurance : "static";
}

/** The proof's line says what is missing, whether there was none or one too weak. */
function explainMissingProof(check: Check): Check {
  return check.check === "proof_of_possession" ? { ...check, reason: "ASSURANCE_TOO_LOW" } : check;
}

function earliest(validUntil: Date, path: PathResult): Date {
  const ends = path.valid ? path.path.map(({ notAfter }) => notAfter.getTime()) : [];
  return new Date(Math.min(validUntil.getTime(), ...ends));
}
