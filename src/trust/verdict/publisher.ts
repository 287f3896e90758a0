import type { PathResult } from "../path.ts";
import { type Audience, publicReason } from "./audience.ts";
import { type Check, INVALID_PUBLISHER_CERTIFICATE, type VerdictOutcome } from "./check.ts";
import { type StepFinding, holds, outcomeOf, run, type Step } from "./steps.ts";

/** The registry's facts about a publisher, and the results for its certificates. */
export interface PublisherFacts {
  /** The named publisher, or the publisher of the certificate. Null when the publisher does not exist. */
  readonly publisher: { readonly publisherId: string; readonly active: boolean } | null;
  /** The presented certificate. */
  readonly presented?: {
    readonly algorithmsAllowed: boolean;
    readonly path: PathResult;
    /** The certificate's entry in the registry; null when it is not registered. */
    readonly registered: { readonly publisherId: string; readonly revoked: boolean } | null;
  };
  /** Paths of the publisher's own certificates that the registry lists as in force. Used when no certificate is presented. */
  readonly own: readonly PathResult[];
}

/** The verdict, and the end of the certificates that it depends on. */
export interface PublisherAnswer {
  readonly verified: boolean;
  readonly outcome: VerdictOutcome;
  readonly checks: readonly Check[];
  readonly validUntil: Date | undefined;
}

interface Seen extends PublisherFacts {
  readonly audience: Audience;
  /** Path of the presented certificate, or of a certificate of the publisher. Undefined when neither exists. */
  readonly path: PathResult | undefined;
}

const STEPS: readonly Step<Seen>[] = [
  {
    check: "publisher_known",
    evaluate: ({ publisher }) => holds(publisher !== null, "PUBLISHER_NOT_RECOGNISED"),
  },
  {
    check: "publisher_status",
    needs: ["publisher_known"],
    evaluate: ({ publisher }) => holds(publisher?.active === true, "PUBLISHER_NOT_ACTIVE"),
  },
  {
    check: "certificate_algorithms",
    evaluate: ({ presented }) =>
      presented ? holds(presented.algorithmsAllowed, "ALGORITHM_NOT_ALLOWED") : "skipped",
  },
  { check: "certificate_path", evaluate: certificatePath },
  { check: "publisher_certificate_registered", evaluate: registered },
  {
    check: "publisher_certificate_revocation",
    // The revocation of another publisher's certificate does not matter here.
    needs: ["publisher_certificate_registered"],
    evaluate: ({ presented }) =>
      presented?.registered?.revoked
        ? { code: INVALID_PUBLISHER_CERTIFICATE, reason: "PUBLISHER_CERTIFICATE_REVOKED" }
        : "passed",
  },
];

/**
 * Returns whether a publisher is registered, active, and certified under the trust root. Pure.
 *
 * @param audience the publisher itself and the operator get full reasons of a path
 */
export function publisherVerdict(facts: PublisherFacts, audience: Audience): PublisherAnswer {
  const path = facts.presented ? facts.presented.path : chosen(facts.own);
  const checks = run(STEPS, { ...facts, audience, path });
  const failed = checks.filter(({ outcome }) => outcome === "failed");
  // A publisher that has not yet requested a certificate has no failure, but no proof either.
  const onlyUncertified = failed.length === 1 && failed[0]?.reason === "PUBLISHER_NOT_CERTIFIED";
  const outcome = onlyUncertified ? "indeterminate" : outcomeOf(checks);
  return { verified: outcome === "passed", outcome, checks, validUntil: endOf(path) };
}

/** Returns the first valid path, or else the first path. */
function chosen(paths: readonly PathResult[]): PathResult | undefined {
  return paths.find(({ valid }) => valid) ?? paths[0];
}

function certificatePath({ publisher, path, audience }: Seen): StepFinding {
  if (path === undefined) return publisher === null ? "skipped" : { reason: "PUBLISHER_NOT_CERTIFIED" };
  if (path.valid) return "passed";
  const reason = audience === "publisher" ? path.reason : publicReason(path.reason);
  return { code: INVALID_PUBLISHER_CERTIFICATE, reason };
}

/** Checks the registration. The publisher's own certificates come from the registry, so they are registered and in force. */
function registered({ publisher, presented, own }: Seen): StepFinding {
  if (!presented) return own.length > 0 ? "passed" : "skipped";
  return presented.registered !== null && presented.registered.publisherId === publisher?.publisherId
    ? "passed"
    : { code: INVALID_PUBLISHER_CERTIFICATE, reason: "CERTIFICATE_NOT_OF_PUBLISHER" };
}

function endOf(path: PathResult | undefined): Date | undefined {
  if (path?.valid !== true) return undefined;
  return new Date(Math.min(...path.path.map(({ notAfter }) => notAfter.getTime())));
}
